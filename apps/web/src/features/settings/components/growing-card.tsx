import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

/** Settings of one kind; `added` renders the dialog for another one, for operators who may. */
export function GrowingCard(props: {
  title: string;
  /** Label of the button. */
  add: string;
  added: ((close: () => void) => ReactNode) | null | undefined;
  children: ReactNode;
}) {
  const { title, add, added, children } = props;
  const [isAdding, setAdding] = useState(false);
  return (
    <Card
      title={title}
      aside={
        added ? (
          <Button size="small" onClick={() => setAdding(true)}>
            {add}
          </Button>
        ) : null
      }
    >
      {children}
      {isAdding ? added?.(() => setAdding(false)) : null}
    </Card>
  );
}
