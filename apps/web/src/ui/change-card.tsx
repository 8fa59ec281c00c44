import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { DialogButton } from './overlay/dialog-button.tsx';

/** A card whose button opens the dialog of a change. */
export function ChangeCard(props: {
  title: string;
  /** Label of the button, or null for none. */
  change: string | null;
  dialog: ((close: () => void) => ReactNode) | null | undefined;
  children: ReactNode;
}) {
  const { title, change, dialog, children } = props;
  return (
    <Card
      title={title}
      aside={
        change === null || !dialog ? null : (
          <DialogButton size="small" dialog={dialog}>
            {change}
          </DialogButton>
        )
      }
    >
      {children}
    </Card>
  );
}
