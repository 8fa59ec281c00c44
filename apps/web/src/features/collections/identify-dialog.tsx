import type { identifyPayment } from '@anticipa/contract/collections';
import type { WaitingReceipt } from '@anticipa/contract/receipts';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { type FinancedCurrency, type Money, moneyOf, subtract, sum } from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { type TypedPaymentDoubt, typedPaymentDoubts } from '@anticipa/domain/typed-payment';
import { doubtsText } from '@anticipa/texts/typed-payments';
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../lib/format.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { BookedPreview, type Previewed } from '../../ui/booked-preview.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { type Identifying, referencesQuery, useIdentify, useTolerance } from './api.ts';
import {
  DeductionFields,
  deductionsOf,
  deductionsSent,
  hasLargeNote,
  type TypedDeduction,
  totalOf,
} from './deduction-fields.tsx';
import { es } from './es.ts';
import { type InvoiceChoice, InvoiceChoices } from './invoice-choices.tsx';
import { originOf, refusalText } from './proposal-dialog.tsx';

const texts = es.identify;
const payers = ['debtor', 'client'] as const;

interface Values {
  readonly invoices: readonly InvoiceChoice[];
  readonly amount: string;
  readonly reference: string;
  readonly payer: (typeof payers)[number];
  readonly reason: string;
  readonly deductions: readonly TypedDeduction[];
}

/** An invoice that money pays, by itself or by the reference that was typed. */
type Payable = Pick<InvoiceChoice, 'documentId' | 'folio' | 'owed'>;

/** Finds what a receipt, or a part of it, pays: invoices in its currency, or a payment reference. */
export function IdentifyDialog(props: { payment: WaitingReceipt; today: string; onClose: () => void }) {
  const { payment, today, onClose } = props;
  const { proposal } = payment;
  const surplusPercent = useTolerance(payment.currency);
  const left = moneyOf<FinancedCurrency>(payment.left, payment.currency);
  const amountOf = ({ amount }: Values): Money<FinancedCurrency> | null => {
    const typed = amountTyped(amount);
    const money = typed === null ? null : moneyOf<FinancedCurrency>(typed, payment.currency);
    return money === null || money.cents === 0n || money.cents > left.cents ? null : money;
  };
  const { data: references } = useQuery(referencesQuery);
  /** The outstanding reference that was typed in place of invoices. */
  const referred = ({ invoices, reference }: Values) =>
    invoices.length > 0
      ? undefined
      : references?.data.find(
          (one) => one.reference === reference.trim().toUpperCase() && one.currency === payment.currency,
        );
  const payableOf = (values: Values): readonly Payable[] =>
    referred(values)?.invoices ?? values.invoices.filter(({ isSold }) => !isSold);
  const keptOf = (values: Values) => deductionsOf(values.deductions, payableOf(values));
  const dueOf = (values: Values): Money<FinancedCurrency> => {
    const asked = referred(values);
    if (asked) return moneyOf(asked.amount, asked.currency);
    const owed = values.invoices.map((invoice) => moneyOf<FinancedCurrency>(invoice.owed, payment.currency));
    return sum(payment.currency, owed);
  };
  const isOfOne = (values: Values): boolean =>
    referred(values) !== undefined || new Set(values.invoices.map(({ clientId }) => clientId)).size === 1;
  // Only of one client, and after the deposit, can there be too much: otherwise what is more than owed stays unidentified.
  const doubtsAbout = (values: Values): readonly TypedPaymentDoubt[] => {
    const amount = amountOf(values);
    if (amount === null || values.invoices.some(({ isSold }) => isSold)) return [];
    const kept = keptOf(values);
    const isDeducted = hasLargeNote(kept, payableOf(values));
    if (!isOfOne(values)) return isDeducted ? ['deduction'] : [];
    const owed = subtract(dueOf(values), totalOf(kept, payment.currency));
    const debt = { owed, depositedOn: null, isSurplusTheirs: true, isDeducted };
    return typedPaymentDoubts({ amount, valueDate: dateOf(today) }, debt, { today: dateOf(today), surplusPercent });
  };
  const isDoubtful = (values: Values): boolean => doubtsAbout(values).length > 0;
  const bodyOf = (values: Values): Identifying | null => {
    const { invoices, reference, payer } = values;
    const [amount, deductions] = [amountTyped(values.amount), keptOf(values)];
    if (amount === null) return null;
    const pays =
      invoices.length > 0
        ? { documentIds: invoices.map(({ documentId }) => documentId) }
        : { reference: reference.trim() };
    const sent = deductionsSent(deductions);
    return sent && { pays, amount, part: payment.nextPart, payer, ...sent };
  };
  const previewOf = (values: Values): Previewed | null => {
    const body = amountOf(values) === null ? null : bodyOf(values);
    return body && { paymentId: payment.paymentId, body };
  };
  return (
    <FormDialog<Values, BodyOf<typeof identifyPayment>, ResponseOf<typeof identifyPayment>>
      title={texts.title(payment.trackingKey)}
      submit={(values) => (isDoubtful(values) ? texts.propose : texts.submit)}
      reasonHelp={null}
      values={{
        invoices: proposal?.invoices.map((invoice) => ({ ...invoice, isSold: false })) ?? [],
        amount: payment.left,
        reference: '',
        payer: 'debtor',
        reason: '',
        deductions: [],
      }}
      errorsOf={(values) => ({
        amount: amountOf(values) === null ? texts.amountWrong(formatMoney(left)) : null,
        reference: values.invoices.length === 0 && values.reference.trim() === '' ? texts.referenceWrong : null,
        deductions: deductionsSent(keptOf(values)) === null ? es.deduction.wrong : null,
        reason: isDoubtful(values) && isShortReason(values.reason) ? es.payment.reasonMissing : null,
      })}
      changing={useIdentify(payment.paymentId)}
      bodyOf={(values) => {
        const body = bodyOf(values);
        return body && { ...body, ...(isDoubtful(values) && { reason: values.reason.trim() }) };
      }}
      onDone={({ proposal: asked, payment: changed }) => {
        if (asked) return texts.proposed;
        return changed?.waitsFor ? es.payment.awaits : texts.done;
      }}
      onClose={onClose}
    >
      {({ values, field, choice }) => (
        <>
          <Facts facts={[[es.columns.left, formatMoney(left)], ...originOf(payment)]} />
          {payment.refusals.length > 0 ? (
            <p className="quiet">{`${es.proposal.refusals}: ${payment.refusals.map(refusalText).join(' · ')}`}</p>
          ) : null}
          <InvoiceChoices currency={payment.currency} chosen={values.invoices} onChange={choice('invoices').onChange} />
          {values.invoices.length > 0 ? null : (
            <TextField {...field('reference')} label={texts.reference} maxLength={40} autoComplete="off" />
          )}
          <DeductionFields
            chosen={payableOf(values)}
            typed={values.deductions}
            onChange={choice('deductions').onChange}
          />
          {choice('deductions').error ? <p role="alert">{choice('deductions').error}</p> : null}
          <TextField
            {...field('amount')}
            label={texts.amount}
            help={texts.amountHelp}
            inputMode="decimal"
            autoComplete="off"
          />
          {values.invoices.length > 0 || referred(values) ? (
            <BookedPreview money={previewOf(values)} currency={payment.currency} />
          ) : null}
          <SelectField
            {...choice('payer')}
            label={texts.payer}
            options={payers.map((value) => ({ value, label: es.payment.payers[value] }))}
          />
          {isDoubtful(values) ? (
            <>
              <Notice tone="warn" title={texts.second}>
                {doubtsText(doubtsAbout(values), surplusPercent)}
              </Notice>
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
