import type { identifyPayment } from '@anticipa/contract/collections';
import type { Proposal, WaitingReceipt } from '@anticipa/contract/receipts';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
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
import { type Identifying, portfolioQuery, useIdentify } from './api.ts';
import { BookedPreview } from './booked-preview.tsx';
import { es } from './es.ts';

const texts = es.identify;
const payers = ['debtor', 'client'] as const;

interface Values {
  readonly invoices: readonly string[];
  readonly amount: string;
  readonly reference: string;
  readonly payer: (typeof payers)[number];
  readonly reason: string;
}

type Choice = Proposal['invoices'][number];

/** Most invoices offered at once. */
const OFFERED = 8;

/** Finds what a receipt, or a part of it, pays: invoices in its currency, or a payment reference. */
export function IdentifyDialog(props: { payment: WaitingReceipt; today: string; onClose: () => void }) {
  const { payment, today, onClose } = props;
  const { proposal } = payment;
  const left = moneyOf<FinancedCurrency>(payment.left, payment.currency);
  const amountOf = ({ amount }: Values): Money<FinancedCurrency> | null => {
    const typed = amountTyped(amount);
    const money = typed === null ? null : moneyOf<FinancedCurrency>(typed, payment.currency);
    return money === null || money.cents === 0n || money.cents > left.cents ? null : money;
  };
  const { data } = useInfiniteQuery(portfolioQuery({ view: 'all' }));
  const listed = (data?.pages ?? [])
    .flatMap((page) => page.data)
    .filter(({ currency }) => currency === payment.currency);
  const isListed = (documentId: string): boolean => listed.some((one) => one.documentId === documentId);
  const owed: Choice[] = [
    ...(proposal?.invoices ?? []).filter(({ documentId }) => !isListed(documentId)),
    ...listed.map((invoice) => ({ ...invoice, owed: invoice.amountDue })),
  ];
  const chosenOf = ({ invoices }: Values) => owed.filter(({ documentId }) => invoices.includes(documentId));
  const dueOf = (values: Values): Money<FinancedCurrency> =>
    sum(
      payment.currency,
      chosenOf(values).map((invoice) => moneyOf(invoice.owed, payment.currency)),
    );
  const isOfOne = (values: Values): boolean => new Set(chosenOf(values).map(({ clientId }) => clientId)).size === 1;
  // More than several clients owe stays unidentified.
  const isDoubtful = (values: Values): boolean => {
    const amount = amountOf(values);
    if (amount === null || !isOfOne(values)) return false;
    const debt = { owed: dueOf(values), depositedOn: null, isSurplusTheirs: true };
    return typedPaymentDoubts({ amount, valueDate: dateOf(today) }, debt, dateOf(today)).length > 0;
  };
  const bodyOf = ({ invoices, reference, payer, ...values }: Values): Identifying | null => {
    const amount = amountTyped(values.amount);
    if (amount === null) return null;
    const pays = invoices.length > 0 ? { documentIds: [...invoices] } : { reference: reference.trim() };
    return { pays, amount, part: payment.nextPart, payer };
  };
  return (
    <FormDialog<Values, BodyOf<typeof identifyPayment>, ResponseOf<typeof identifyPayment>>
      title={texts.title(payment.trackingKey)}
      submit={(values) => (isDoubtful(values) ? texts.propose : texts.submit)}
      reasonHelp={null}
      values={{
        invoices: proposal?.invoices.map(({ documentId }) => documentId) ?? [],
        amount: payment.left,
        reference: '',
        payer: 'debtor',
        reason: '',
      }}
      errorsOf={(values) => ({
        amount: amountOf(values) === null ? texts.amountWrong(formatMoney(left)) : null,
        reference: values.invoices.length === 0 && values.reference.trim() === '' ? texts.referenceWrong : null,
        reason: isDoubtful(values) && isShortReason(values.reason) ? es.payment.reasonMissing : null,
      })}
      changing={useIdentify(payment.paymentId)}
      bodyOf={(values) => {
        const body = bodyOf(values);
        return body && { ...body, ...(isDoubtful(values) && { reason: values.reason.trim() }) };
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
          <Choices
            owed={owed}
            currency={payment.currency}
            chosen={values.invoices}
            onChange={choice('invoices').onChange}
          />
          <TextField
            {...field('amount')}
            label={texts.amount}
            help={texts.amountHelp}
            inputMode="decimal"
            autoComplete="off"
          />
          {values.invoices.length > 0 ? (
            <BookedPreview
              paymentId={payment.paymentId}
              currency={payment.currency}
              body={amountOf(values) === null ? null : bodyOf(values)}
            />
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

/** Invoices to choose from, by a search. */
function Choices(props: {
  owed: readonly Choice[];
  currency: FinancedCurrency;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { owed, currency, chosen, onChange } = props;
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase('es-MX');
  const found = owed.filter((invoice) =>
    [invoice.entityName, invoice.receiverName, invoice.folio, invoice.owed].some((text) =>
      text.toLocaleLowerCase('es-MX').includes(wanted),
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
        const { documentId, folio, entityName, receiverName, dueDate } = invoice;
        const isChosen = chosen.includes(documentId);
        return (
          <Checkbox
            key={documentId}
            checked={isChosen}
            onChange={() => onChange(isChosen ? chosen.filter((one) => one !== documentId) : [...chosen, documentId])}
            label={`${folio} · ${entityName} · ${receiverName} · ${formatMoney(moneyOf(invoice.owed, currency))} · ${formatDate(dueDate)}`}
          />
        );
      })}
    </fieldset>
  );
}
