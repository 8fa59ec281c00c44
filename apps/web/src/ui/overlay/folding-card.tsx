import { type ReactNode, useState } from 'react';
import { Card } from '../card.tsx';
import { usePhone } from '../use-media.ts';
import { Expansion } from './expansion.tsx';

interface Folding {
  readonly title: string;
  /** Whether it is open before the reader opens or closes it; once that was so, only the reader closes it. */
  readonly opens?: boolean;
  /** Stays beside the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A card of a page behind its title. */
export function FoldingCard({ id, title, opens = false, aside, children }: Folding & { id?: string }) {
  const [isOpen, setOpen] = useState<boolean | null>(null);
  if (isOpen === null && opens) setOpen(true);
  return (
    <Expansion
      {...(id !== undefined && { id })}
      title={title}
      level={2}
      open={isOpen ?? false}
      onToggle={setOpen}
      aside={aside}
    >
      <div className="stack">{children}</div>
    </Expansion>
  );
}

/** [DIN-113] A card that is behind its title on a phone, whose page would be too long with it; `summary` stays beside the title there. */
export function PhoneFoldedCard(props: Folding & { readonly summary?: ReactNode }) {
  const { title, opens = false, aside, summary, children } = props;
  return usePhone() ? (
    <FoldingCard title={title} opens={opens} aside={summary ?? aside}>
      {children}
    </FoldingCard>
  ) : (
    <Card title={title} aside={aside}>
      {children}
    </Card>
  );
}
