import type { MoneyEffect, ReceiptPart } from '@anticipa/contract/receipts';
import { add, type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { deductionNames } from '@anticipa/texts/typed-payments';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { failureText } from '../../lib/failure-text.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { effectQuery, type Previewed } from './api.ts';
import { es } from './es.ts';

const texts = es.booked;

/** Payments that money would book, as the server computes them. `money`: null while a field is invalid. */
export function BookedPreview({ money, currency }: { money: Previewed | null; currency: FinancedCurrency }) {
  const shown = useDeferredValue(money);
  const { data, error, isPlaceholderData } = useQuery(effectQuery(shown));
  if (shown === null) return null;
  if (error) return <Notice tone="bad" title={failureText(error)} />;
  // The preview of an earlier choice must not be shown for this one.
  if (!data || isPlaceholderData) return <p role="status">{texts.reading}</p>;
  return (
    <section aria-label={texts.label} className="stack">
      <ul role="status">
        {rowsOf(data, currency).map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </section>
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
