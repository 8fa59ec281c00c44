import type { identifyPayment, UnidentifiedPayment } from '@anticipa/contract/collections';
import type { OwedInvoice } from '@anticipa/contract/portfolio';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import {
  type FinancedCurrency,
  isPositive,
  lesserOf,
  type Money,
  moneyOf,
  subtract,
  sum,
} from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { typedPaymentDoubts } from '@anticipa/domain/typed-payment';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Checkbox } from '../../ui/field/checkbox.tsx';
import { SearchField, SelectField, TextArea, TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { portfolioQuery, useIdentify } from './api.ts';
import { es } from './es.ts';
import { effectOf } from './payment-dialog.tsx';

const texts = es.identify;
const payers = ['debtor', 'client'] as const;

interface Values {
  readonly invoices: readonly string[];
  readonly amount: string;
  readonly reference: string;
  readonly payer: (typeof payers)[number];
  readonly reason: string;
}

/** Most invoices offered at once. */
const OFFERED = 8;

/** Finds what a receipt, or a part of it, pays: invoices in its currency, or a payment reference. */
export function IdentifyDialog(props: { payment: UnidentifiedPayment; today: string; onClose: () => void }) {
  const { payment, today, onClose } = props;
  const left = moneyOf<FinancedCurrency>(payment.left, payment.currency);
  const amountOf = ({ amount }: Values): Money<FinancedCurrency> | null => {
    const typed = amountTyped(amount);
    const money = typed === null ? null : moneyOf<FinancedCurrency>(typed, payment.currency);
    return money === null || money.cents === 0n || money.cents > left.cents ? null : money;
  };
  const { data } = useInfiniteQuery(portfolioQuery('all'));
  const owed = (data?.pages ?? []).flatMap((page) => page.data).filter(({ currency }) => currency === payment.currency);
  const chosenOf = ({ invoices }: Values) => owed.filter(({ documentId }) => invoices.includes(documentId));
  const dueOf = (values: Values): Money<FinancedCurrency> =>
    sum(
      payment.currency,
      chosenOf(values).map(({ amountDue }) => moneyOf(amountDue, payment.currency)),
    );
  const isOfOne = (values: Values): boolean => new Set(chosenOf(values).map(({ clientId }) => clientId)).size === 1;
  // More than several clients owe stays unidentified.
  const isDoubtful = (values: Values): boolean => {
    const amount = amountOf(values);
    if (amount === null || !isOfOne(values)) return false;
    const debt = { owed: dueOf(values), depositedOn: null, isSurplusTheirs: true };
    return typedPaymentDoubts({ amount, valueDate: dateOf(today) }, debt, dateOf(today)).length > 0;
  };
  return (
    <FormDialog<Values, BodyOf<typeof identifyPayment>, ResponseOf<typeof identifyPayment>>
      title={texts.title(payment.trackingKey)}
      submit={(values) => (isDoubtful(values) ? texts.propose : texts.submit)}
      reasonHelp={null}
      values={{ invoices: [], amount: payment.left, reference: '', payer: 'debtor', reason: '' }}
      errorsOf={(values) => ({
        amount: amountOf(values) === null ? texts.amountWrong(formatMoney(left)) : null,
        reference: values.invoices.length === 0 && values.reference.trim() === '' ? texts.referenceWrong : null,
        reason: isDoubtful(values) && isShortReason(values.reason) ? es.payment.reasonMissing : null,
      })}
      changing={useIdentify(payment.paymentId)}
      bodyOf={(values) => {
        const { invoices, reference, payer, reason } = values;
        const amount = amountTyped(values.amount);
        if (amount === null) return null;
        const pays = invoices.length > 0 ? { documentIds: [...invoices] } : { reference: reference.trim() };
        const part = { amount, part: payment.nextPart };
        return { pays, ...part, payer, ...(isDoubtful(values) && { reason: reason.trim() }) };
      }}
      onDone={({ proposal }) => (proposal ? texts.proposed : texts.done)}
      onClose={onClose}
    >
      {({ values, field, choice }) => (
        <>
          <Facts
            facts={[
              [es.columns.left, formatMoney(left)],
              [es.columns.bank, payment.bank],
              [es.columns.valueDate, formatDate(payment.valueDate)],
              [es.columns.reference, payment.reference],
            ]}
          />
          <Choices owed={owed} chosen={values.invoices} onChange={choice('invoices').onChange} />
          <TextField
            {...field('amount')}
            label={texts.amount}
            help={texts.amountHelp}
            inputMode="decimal"
            autoComplete="off"
          />
          {values.invoices.length > 0 ? (
            <p role="status">{partEffect({ amount: amountOf(values), owed: dueOf(values), left }, isOfOne(values))}</p>
          ) : (
            <TextField {...field('reference')} label={texts.reference} maxLength={40} autoComplete="off" />
          )}
          <SelectField
            {...choice('payer')}
            label={texts.payer}
            options={payers.map((value) => ({ value, label: es.payment.payers[value] }))}
          />
          {isDoubtful(values) ? (
            <>
              <Notice tone="warn" title={texts.second} />
              <TextArea
                {...field('reason')}
                label={es.payment.reason}
                help={es.payment.reasonHelp}
                rows={2}
                maxLength={300}
              />
            </>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** Effect of a part on the debt of the chosen invoices, and the rest of the receipt, in words. */
function partEffect(
  {
    amount,
    owed,
    left,
  }: Record<'owed' | 'left', Money<FinancedCurrency>> & {
    readonly amount: Money<FinancedCurrency> | null;
  },
  isOfOne: boolean,
): string | null {
  if (amount === null) return null;
  const paid = isOfOne ? amount : lesserOf(amount, owed);
  const rest = subtract(left, paid);
  return [effectOf(paid, owed), ...(isPositive(rest) ? [texts.rest(formatMoney(rest))] : [])].join(' ');
}

/** Invoices to choose from, by a search. */
function Choices(props: {
  owed: readonly OwedInvoice[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { owed, chosen, onChange } = props;
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase('es-MX');
  const found = owed.filter((invoice) =>
    [invoice.entityName, invoice.receiverName, invoice.folio, invoice.amountDue, es.sale(invoice.numberOfSale)].some(
      (text) => text.toLocaleLowerCase('es-MX').includes(wanted),
    ),
  );
  const shown = [
    ...owed.filter(({ documentId }) => chosen.includes(documentId)),
    ...found.filter(({ documentId }) => !chosen.includes(documentId)).slice(0, OFFERED),
  ];
  return (
    <fieldset className="stack">
      <legend>{texts.searchHelp}</legend>
      <SearchField
        label={texts.search}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        data-autofocus
      />
      {shown.length === 0 ? <p className="quiet">{texts.none}</p> : null}
      {shown.map((invoice) => {
        const { documentId, folio, entityName, receiverName, currency, amountDue, dueDate } = invoice;
        const isChosen = chosen.includes(documentId);
        return (
          <Checkbox
            key={documentId}
            checked={isChosen}
            onChange={() => onChange(isChosen ? chosen.filter((one) => one !== documentId) : [...chosen, documentId])}
            label={`${folio} · ${entityName} · ${receiverName} · ${formatMoney(moneyOf(amountDue, currency))} · ${formatDate(dueDate)}`}
          />
        );
      })}
    </fieldset>
  );
}
