import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { DialogButton } from './overlay/dialog-button.tsx';
import { PhoneFoldedCard } from './overlay/folding-card.tsx';

/** A card whose button opens the dialog of a change; `folds`: a phone shows it closed. */
export function ChangeCard(props: {
  title: string;
  /** Label of the button, or null for none. */
  change: string | null;
  dialog: ((close: () => void) => ReactNode) | null | undefined;
  folds?: boolean;
  children: ReactNode;
}) {
  const { title, change, dialog, folds = false, children } = props;
  const Surface = folds ? PhoneFoldedCard : Card;
  return (
    <Surface
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
    </Surface>
  );
}
