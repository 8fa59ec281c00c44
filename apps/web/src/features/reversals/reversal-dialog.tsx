import type { BoughtInvoice, Movement } from '@anticipa/contract/bought-invoice';
import { moneyOf } from '@anticipa/domain/money';
import { type MoneyFate, moneyFates } from '@anticipa/domain/reversal';
import { eventNames } from '@anticipa/texts/ledger-texts';
import { consequenceText, moneyFateNames } from '@anticipa/texts/reversals';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { previewQuery, usePropose, type Wanted } from './api.ts';
import { es } from './es.ts';

interface Reversible {
  readonly movement: Movement;
  readonly kind: Wanted['kind'];
  readonly id: string;
}

interface Choice {
  readonly id: string;
  readonly money: MoneyFate;
}

const subjectOf = ({ event, collectionId, shortfallId, payoutId }: Movement): Omit<Reversible, 'movement'> | null => {
  if (collectionId !== null && (event === 'collection' || event === 'balance-payment'))
    return { kind: 'collection', id: collectionId };
  if (shortfallId !== null && event === 'shortfall') return { kind: 'shortfall', id: shortfallId };
  return payoutId !== null && event === 'payout' ? { kind: 'payout', id: payoutId } : null;
};

/** Movements that may be reversed, the latest first: it must be reversed before the others. */
export const reversible = ({ movements }: Pick<BoughtInvoice, 'movements'>): Reversible[] =>
  movements.flatMap((movement) => {
    const subject = movement.reverses === null && movement.reversedBy === null ? subjectOf(movement) : null;
    return subject ? [{ movement, ...subject }] : [];
  });

/** Proposes to reverse a movement of an invoice, and shows before what that does. */
export function ReversalDialog({ invoice, onClose }: { invoice: BoughtInvoice; onClose: () => void }) {
  const all = reversible(invoice);
  const first: Choice = { id: all[0]?.id ?? '', money: 'waits' };
  const find = (id: string) => all.find((one) => one.id === id);
  const textOf = ({ movement: { event, amount, valueDate } }: Reversible): string =>
    es.option(eventNames[event], formatMoney(moneyOf(amount, invoice.currency)), formatDate(valueDate));
  return (
    <FormDialog
      title={es.title(invoice.folio)}
      submit={es.submit}
      isDanger={true}
      values={first}
      changing={usePropose()}
      bodyOf={({ id, money, reason }) => {
        const wanted = wantedOf(find(id), money);
        return wanted && { ...wanted, reason };
      }}
      onDone={() => es.done}
      onClose={onClose}
    >
      {({ values: { id, money }, choice }) => (
        <>
          <SelectField
            {...choice('id')}
            label={es.what}
            options={all.map((one) => ({ value: one.id, label: textOf(one) }))}
          />
          {find(id)?.kind === 'collection' ? (
            <SelectField
              {...choice('money')}
              label={es.money}
              options={moneyFates.toReversed().map((value) => ({ value, label: moneyFateNames[value] }))}
            />
          ) : null}
          <Consequences wanted={wantedOf(find(id), money)} />
          <p>{es.second}</p>
        </>
      )}
    </FormDialog>
  );
}

const wantedOf = (found: Reversible | undefined, money: MoneyFate): Wanted | null =>
  found ? { kind: found.kind, id: found.id, ...(found.kind === 'collection' && { money }) } : null;

function Consequences({ wanted }: { wanted: Wanted | null }) {
  const { data, error } = useQuery({
    ...previewQuery(wanted ?? { kind: 'collection', id: '' }),
    enabled: wanted !== null,
  });
  if (error) return <Notice tone="bad" title={failureText(error)} />;
  if (!data) return <p role="status">{es.reading}</p>;
  return (
    <section aria-label={es.consequences}>
      <ul>
        {data.consequences.map((one) => {
          const text = consequenceText(one, data.currency);
          return <li key={text}>{text}</li>;
        })}
      </ul>
    </section>
  );
}
