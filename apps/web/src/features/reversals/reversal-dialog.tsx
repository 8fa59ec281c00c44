import type { BoughtInvoice, Movement } from '@anticipa/contract/bought-invoice';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { moneyFates } from '@anticipa/domain/reversal';
import { eventNames } from '@anticipa/texts/ledger-texts';
import { consequenceText, moneyFateNames } from '@anticipa/texts/reversals';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Consequences } from '../../ui/consequences.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { previewQuery, usePropose, type Wanted } from './api.ts';
import { es } from './es.ts';

interface Reversible {
  readonly movement: Movement;
  readonly kind: Wanted['kind'];
  readonly id: string;
}

const fates = [...moneyFates.toReversed(), 'moved'] as const;

interface Choice {
  readonly id: string;
  readonly money: (typeof fates)[number];
  /** Invoices to which the money is moved. */
  readonly to: readonly string[];
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

/** Proposes to reverse a movement of an invoice, after showing the consequences. */
export function ReversalDialog(props: {
  invoice: BoughtInvoice;
  onClose: () => void;
  /** Chooses invoices in a currency, by their ids. */
  Target: ComponentType<{ currency: FinancedCurrency; onChange: (documentIds: readonly string[]) => void }>;
}) {
  const { invoice, onClose, Target } = props;
  const all = reversible(invoice);
  const first: Choice = { id: all[0]?.id ?? '', money: 'waits', to: [] };
  const find = (id: string) => all.find((one) => one.id === id);
  const textOf = ({ movement: { event, amount, valueDate } }: Reversible): string =>
    es.option(eventNames[event], formatMoney(moneyOf(amount, invoice.currency)), formatDate(valueDate));
  return (
    <FormDialog
      title={es.title(invoice.folio)}
      submit={es.submit}
      isDanger
      values={first}
      errorsOf={({ money, to }) => ({ to: money === 'moved' && to.length === 0 ? es.targetMissing : null })}
      changing={usePropose()}
      bodyOf={({ reason, ...chosen }) => {
        const wanted = wantedOf(find(chosen.id), chosen);
        return wanted && { ...wanted, reason };
      }}
      onDone={() => es.done}
      onClose={onClose}
    >
      {({ values: { id, money, to }, choice }) => (
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
              options={fates.map((value) => ({ value, label: value === 'moved' ? es.moved : moneyFateNames[value] }))}
            />
          ) : null}
          {find(id)?.kind === 'collection' && money === 'moved' ? (
            <>
              <Target currency={invoice.currency} onChange={choice('to').onChange} />
              {choice('to').error ? <p role="alert">{choice('to').error}</p> : null}
            </>
          ) : null}
          <Foreseen wanted={wantedOf(find(id), { money, to })} />
          <p>{es.second}</p>
        </>
      )}
    </FormDialog>
  );
}

/** Null while nothing is chosen. */
function wantedOf(found: Reversible | undefined, { money, to }: Pick<Choice, 'money' | 'to'>): Wanted | null {
  if (found === undefined) return null;
  const { kind, id } = found;
  if (kind !== 'collection') return { kind, id };
  if (money !== 'moved') return { kind, id, money };
  return to.length === 0 ? null : { kind, id, money: 'waits', to: [...to] };
}

function Foreseen({ wanted }: { wanted: Wanted | null }) {
  const preview = useQuery({
    ...previewQuery(wanted ?? { kind: 'collection', id: '' }),
    enabled: wanted !== null,
  });
  if (wanted === null) return null;
  return (
    <Consequences
      of={preview}
      textsOf={({ consequences, currency }) => consequences.map((one) => consequenceText(one, currency))}
    />
  );
}
