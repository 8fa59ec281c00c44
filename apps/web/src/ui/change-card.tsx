import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Card } from './card.tsx';

/** A card whose button opens the dialog of a change. */
export function ChangeCard(props: {
  title: string;
  /** Label of the button, or null for none. */
  change: string | null;
  dialog: ((close: () => void) => ReactNode) | null | undefined;
  children: ReactNode;
}) {
  const { title, change, dialog, children } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Card
      title={title}
      aside={
        change === null ? null : (
          <Button size="small" onClick={() => setOpen(true)}>
            {change}
          </Button>
        )
      }
    >
      {children}
      {isOpen ? dialog?.(() => setOpen(false)) : null}
    </Card>
  );
}
