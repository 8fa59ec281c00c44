import {
  type MoneyEffect,
  previewCollection,
  previewIdentification,
  type ReceiptPart,
} from '@anticipa/contract/receipts';
import type { BodyOf } from '@anticipa/contract/route';
import { add, type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { deductionNames, doubtsText } from '@anticipa/texts/typed-payments';
import { hashKey, keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { call } from '../lib/api-client.ts';
import { formatDate, formatMoney } from '../lib/format.ts';
import { Preview } from './overlay/preview.tsx';

const texts = {
  deducted: (name: string, amount: string) => `${name.toLowerCase()} de ${amount}`,
  label: 'Lo que se registrará',
  reading: 'Calculando lo que se registrará…',
  waits: (folios: string) =>
    `Esperará el depósito de ${folios}, y se aplicará ese día. Si la venta termina sin depósito, quedará sin identificar.`,
  row: (folio: string, client: string, paid: string) => `${folio} · ${client}: paga ${paid}`,
  again: (doubt: string) => `${doubt} Otra persona debe aprobarlo, con un motivo.`,
  settled: 'queda liquidada',
  owed: (owed: string) => `faltarán ${owed}, que siguen por cobrar`,
  lateCharges: (amount: string) => `con recargos e IVA de ${amount}`,
  devolucion: (amount: string) => `al cliente se le devuelven ${amount}`,
  balance: (amount: string) => `el cliente quedará debiendo ${amount}`,
  on: (day: string) => `con fecha valor ${day}`,
  left: (left: string) => `Quedarán ${left} sin identificar: ahí decides si pagan otra cosa, o se regresan.`,
};

/** Money whose effect is previewed: an unidentified payment, or one that is being typed. */
export type Previewed =
  | { readonly paymentId: string; readonly body: BodyOf<typeof previewIdentification> }
  | { readonly paymentId: null; readonly body: BodyOf<typeof previewCollection> };

/** Payments that money would book now. `money`: null while a field is invalid. */
const effectQuery = (money: Previewed | null) =>
  queryOptions({
    queryKey: ['effect', money],
    queryFn:
      money === null
        ? skipToken
        : ({ signal }) =>
            money.paymentId === null
              ? call(previewCollection, { body: money.body, signal })
              : call(previewIdentification, { params: { paymentId: money.paymentId }, body: money.body, signal }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });

/**
 * Payments that money would book, as the server computes them. `money`: null while a field is invalid. `isProposed`: for the second
 * person, who reads why it needs one beside it.
 */
export function BookedPreview(props: { money: Previewed | null; currency: FinancedCurrency; isProposed?: boolean }) {
  const { money, currency, isProposed = false } = props;
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
            {!isProposed && effect.doubts.includes('again') ? <p>{texts.again(doubtsText(['again']))}</p> : null}
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
