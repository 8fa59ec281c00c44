import type { identifyPayment, UnidentifiedPayment } from '@anticipa/contract/collections';
import type { OwedInvoice } from '@anticipa/contract/portfolio';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { typedPaymentDoubts } from '@anticipa/domain/typed-payment';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
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
  readonly reference: string;
  readonly payer: (typeof payers)[number];
  readonly reason: string;
}

/** Most invoices offered at once. */
const OFFERED = 8;

/** Finds what money pays: invoices of one client in its currency, or a payment reference. */
export function IdentifyDialog(props: { payment: UnidentifiedPayment; today: string; onClose: () => void }) {
  const { payment, today, onClose } = props;
  const amount = moneyOf<FinancedCurrency>(payment.amount, payment.currency);
  const { data } = useInfiniteQuery(portfolioQuery('all'));
  const owed = (data?.pages ?? []).flatMap((page) => page.data).filter(({ currency }) => currency === payment.currency);
  const chosenOf = ({ invoices }: Values) => owed.filter(({ documentId }) => invoices.includes(documentId));
  const dueOf = (values: Values): Money<FinancedCurrency> =>
    sum(
      payment.currency,
      chosenOf(values).map(({ amountDue }) => moneyOf(amountDue, payment.currency)),
    );
  const isDoubtful = (values: Values): boolean =>
    values.invoices.length > 0 &&
    typedPaymentDoubts({ amount, valueDate: dateOf(today) }, dueOf(values), dateOf(today)).length > 0;
  return (
    <FormDialog<Values, BodyOf<typeof identifyPayment>, ResponseOf<typeof identifyPayment>>
      title={texts.title(payment.trackingKey)}
      submit={(values) => (isDoubtful(values) ? texts.propose : texts.submit)}
      reasonHelp={null}
      values={{ invoices: [], reference: '', payer: 'debtor', reason: '' }}
      errorsOf={(values) => ({
        reference: values.invoices.length === 0 && values.reference.trim() === '' ? texts.referenceWrong : null,
        reason: isDoubtful(values) && isShortReason(values.reason) ? es.payment.reasonMissing : null,
      })}
      changing={useIdentify(payment.paymentId)}
      bodyOf={({ invoices, reference, payer, reason, ...values }) => ({
        pays: invoices.length > 0 ? { documentIds: [...invoices] } : { reference: reference.trim() },
        payer,
        ...(isDoubtful({ invoices, reference, payer, reason, ...values }) && { reason: reason.trim() }),
      })}
      onDone={({ proposal }) => (proposal ? texts.proposed : texts.done)}
      onClose={onClose}
    >
      {({ values, field, choice }) => (
        <>
          <Facts
            facts={[
              [es.columns.amount, formatMoney(amount)],
              [es.columns.bank, payment.bank],
              [es.columns.valueDate, formatDate(payment.valueDate)],
              [es.columns.reference, payment.reference],
            ]}
          />
          <Choices owed={owed} chosen={values.invoices} onChange={choice('invoices').onChange} />
          {values.invoices.length > 0 ? (
            <p role="status">{effectOf(amount, dueOf(values))}</p>
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

/** Invoices to choose from, by a search; those of another client than the first chosen one are left out. */
function Choices(props: {
  owed: readonly OwedInvoice[];
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
}) {
  const { owed, chosen, onChange } = props;
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase('es-MX');
  const first = owed.find(({ documentId }) => chosen.includes(documentId));
  const found = owed.filter(
    (invoice) =>
      (first === undefined || invoice.clientId === first.clientId) &&
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
