import type { MoneyEffect, ReceiptPart } from '@anticipa/contract/receipts';
import { add, type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { deductionNames, doubtsText } from '@anticipa/texts/typed-payments';
import { hashKey, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Preview } from '../../ui/overlay/preview.tsx';
import { effectQuery, type Previewed } from './api.ts';
import { es } from './es.ts';

const texts = es.booked;

/** Payments that money would book, as the server computes them. `money`: null while a field is invalid. */
export function BookedPreview({ money, currency }: { money: Previewed | null; currency: FinancedCurrency }) {
  const shown = useDeferredValue(money);
  const { data, error, refetch, isPlaceholderData } = useQuery(effectQuery(shown));
  if (money === null) return null;
  // The effects of an earlier choice are not those of this one.
  const isEarlier = isPlaceholderData || hashKey([shown]) !== hashKey([money]);
  return (
    <Preview
      of={{ data: isEarlier ? undefined : data, error: isEarlier ? null : error, refetch }}
      reading={texts.reading}
    >
      {(effect) => (
        <section aria-label={texts.label} className="stack">
          <h3>{texts.label}</h3>
          <div role="status">
            <ul>
              {rowsOf(effect, currency).map(({ id, text }) => (
                <li key={id}>{text}</li>
              ))}
            </ul>
            {/* The dialog knows the others without the server. */}
            {effect.doubts.includes('again') ? <p>{texts.again(doubtsText(['again']))}</p> : null}
          </div>
        </section>
      )}
    </Preview>
  );
}

function rowsOf({ parts, left, waitsFor }: MoneyEffect, currency: FinancedCurrency) {
  if (waitsFor !== null) {
    const folios = waitsFor.map(({ folio, entityName }) => `${folio} (${entityName})`).join(', ');
    return [{ id: 'waits', text: texts.waits(folios) }];
  }
  const rows = parts.flatMap((part) =>
    part.invoices.map((invoice) => ({
      id: `${part.collectionId} ${invoice.documentId}`,
      text: effectOf(part, invoice, currency),
    })),
  );
  const rest = moneyOf(left, currency);
  return rest.cents === 0n ? rows : [...rows, { id: 'left', text: texts.left(formatMoney(rest)) }];
}

/** The effect of a payment on one invoice, in words. */
function effectOf(
  { valueDate }: Pick<ReceiptPart, 'valueDate'>,
  invoice: ReceiptPart['invoices'][number],
  currency: FinancedCurrency,
): string {
  const money = (amount: string): string => formatMoney(moneyOf(amount, currency));
  const { folio, entityName, paid, owed, isSettled, finalDeposit, balanceDue } = invoice;
  const charges = add(moneyOf(invoice.recargos, currency), moneyOf(invoice.ivaRecargos, currency));
  const effects = [
    isSettled ? texts.settled : texts.owed(money(owed)),
    ...invoice.deductions.map(({ kind, amount }) => texts.deducted(deductionNames[kind], money(amount))),
    ...(charges.cents === 0n ? [] : [texts.lateCharges(formatMoney(charges))]),
    ...(Number(finalDeposit) > 0 ? [texts.devolucion(money(finalDeposit))] : []),
    ...(Number(balanceDue) > 0 ? [texts.balance(money(balanceDue))] : []),
    texts.on(formatDate(valueDate)),
  ];
  return `${texts.row(folio, entityName, money(paid))}; ${effects.join('; ')}.`;
}
