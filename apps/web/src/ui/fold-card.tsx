import { type ReactNode, useState } from 'react';
import { Card } from './card.tsx';
import { Expansion } from './overlay/expansion.tsx';
import { usePhone } from './use-media.ts';

interface FoldCardProps {
  readonly title: string;
  /** Beside the title, also while the card is closed. */
  readonly aside?: ReactNode;
  /** The figure of a closed card, which an open one has in it. */
  readonly brief?: ReactNode;
  /** Defaults to true. */
  readonly folds?: boolean;
  readonly children: ReactNode;
}

/** [DIN-116] A card that a phone shows closed behind its title. */
export function FoldCard({ title, aside, brief, folds = true, children }: FoldCardProps) {
  const phone = usePhone();
  const [isOpen, setOpen] = useState(false);
  if (!phone || !folds)
    return (
      <Card title={title} aside={aside}>
        {children}
      </Card>
    );
  return (
    <Expansion title={title} level={2} aside={aside ?? (isOpen ? null : brief)} open={isOpen} onToggle={setOpen}>
      <div className="stack">{children}</div>
    </Expansion>
  );
}
