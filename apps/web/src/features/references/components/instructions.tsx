import type { getPaymentInstructions, PaymentReference } from '@anticipa/contract/references';
import type { ResponseOf } from '@anticipa/contract/route';
import { Fragment, useState } from 'react';
import { Clabe } from '../../../ui/clabe.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Expansion } from '../../../ui/overlay/expansion.tsx';
import { es } from '../es.ts';
import css from '../references.module.css';
import { cardsOf, type InstructionCard } from '../view-model.ts';

/** [RPG-02] One card per currency; the one for this reference comes first, with its concept, and the others are folded. */
export function Instructions(props: {
  instructions: ResponseOf<typeof getPaymentInstructions>['data'];
  record: Pick<PaymentReference, 'currency' | 'reference'>;
}) {
  const { instructions, record } = props;
  const cards = cardsOf(instructions, record.currency);
  return (
    <>
      {cards.some(({ own }) => own) ? null : <Notice tone="warn">{es.dialog.noAccount(record.currency)}</Notice>}
      <div className={css.cards}>
        {cards.map((card) => (
          <Card key={`${card.currency} ${card.clabe}`} card={card} reference={record.reference} />
        ))}
      </div>
    </>
  );
}

function Card({ card, reference }: { card: InstructionCard; reference: string }) {
  const [isOpen, setOpen] = useState(false);
  const { currency, own, bank, beneficiary, clabe, account, swift } = card;
  const lines = [
    [es.dialog.bank, bank, null],
    [es.dialog.beneficiary, beneficiary, null],
    [es.dialog.clabe, <Clabe key={clabe} of={clabe} />, clabe],
    [es.dialog.account, account, account],
    ...(swift === null ? [] : [[es.dialog.swift, swift, swift] as const]),
    ...(own ? [[es.dialog.concept, reference, reference] as const] : []),
  ] as const;
  const title = es.dialog.transfer(currency);
  const badge = (
    <StatusBadge tone={own ? 'good' : 'neutral'}>{own ? es.dialog.own : es.dialog.other(currency)}</StatusBadge>
  );
  const details = (
    <Facts
      className={css.lines}
      facts={lines.map(([label, text, copied]) => [
        label,
        <Fragment key={label}>
          {text} {copied === null ? null : <CopyButton what={label} text={copied} />}
        </Fragment>,
      ])}
    />
  );
  if (!own) {
    return (
      <Expansion title={title} aside={badge} open={isOpen} onToggle={setOpen}>
        {details}
      </Expansion>
    );
  }
  return (
    <section className={css.card} data-own aria-label={title}>
      <header className={css.cardHead}>
        <h3>{title}</h3>
        {badge}
      </header>
      {details}
    </section>
  );
}
