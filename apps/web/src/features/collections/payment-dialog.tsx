import type { registerCollection } from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { type FinancedCurrency, type Money, moneyOf, subtract } from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { type TypedPaymentDoubt, typedPaymentDoubtKinds, typedPaymentDoubts } from '@anticipa/domain/typed-payment';
import { doubtsText } from '@anticipa/texts/typed-payments';
import { useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { formatMoney } from '../../lib/format.ts';
import { amountTyped } from '../../lib/typed-amount.ts';
import { BookedPreview, type Previewed } from '../../ui/booked-preview.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DateField } from '../../ui/field/date-field.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { type Typing, useRegisterPayment, useTolerance } from './api.ts';
import { DeductionFields, deductionsSent, hasLargeNote, type TypedDeduction, totalOf } from './deduction-fields.tsx';
import { es } from './es.ts';

const texts = es.payment;

const sources = ['REFERENCIA', 'STP'] as const;
const payers = ['debtor', 'client'] as const;

interface Values {
  readonly amount: string;
  readonly valueDate: string | null;
  readonly trackingKey: string;
  readonly source: (typeof sources)[number];
  readonly bank: string;
  readonly payer: (typeof payers)[number];
  readonly reason: string;
  readonly deductions: readonly TypedDeduction[];
}

/** The target of a payment: invoices by their ids, or a payment reference; `owed` today. */
export interface Paid {
  readonly pays: BodyOf<typeof registerCollection>['pays'];
  readonly client: string;
  readonly of: string;
  readonly owed: Money<FinancedCurrency>;
  /** Invoices in credit among them, for which the payer may have made a deduction. */
  readonly invoices: readonly { readonly documentId: string; readonly folio: string; readonly owed: string }[];
  /** The likely payer; the debtor by default. */
  readonly payer?: (typeof payers)[number];
}

const amountOf = ({ amount }: Values, currency: FinancedCurrency): Money<FinancedCurrency> | null => {
  const typed = amountTyped(amount);
  const money = typed === null ? null : moneyOf<FinancedCurrency>(typed, currency);
  return money === null || money.cents === 0n ? null : money;
};

/** Registers a typed payment after showing what it will book. */
export function PaymentDialog({ paid, today, onClose }: { paid: Paid; today: string; onClose: () => void }) {
  const { pays, client, of, owed, invoices } = paid;
  const registering = useRegisterPayment();
  const surplusPercent = useTolerance(owed.currency);
  const [asked, setAsked] = useState<Asked>({ doubts: [], amount: null, valueDate: null });
  const { error, variables } = registering;
  const refused = doubtsIn(error);
  if (variables && refused.some((doubt) => !asked.doubts.includes(doubt)))
    setAsked({ doubts: refused, amount: variables.amount, valueDate: variables.valueDate });
  const doubtsAbout = (values: Values): readonly TypedPaymentDoubt[] => {
    const amount = amountOf(values, owed.currency);
    if (amount === null || values.valueDate === null) return [];
    const { deductions } = values;
    const left = subtract(owed, totalOf(deductions, owed.currency));
    const isDeducted = hasLargeNote(deductions, invoices);
    // If invoices are paid apart, a surplus waits to be identified.
    const isSurplusTheirs = deductions.length === 0 || invoices.length === 1;
    const debt = owed.cents === 0n ? null : { owed: left, depositedOn: null, isSurplusTheirs, isDeducted };
    const bounds = { today: dateOf(today), surplusPercent };
    const seen = typedPaymentDoubts({ amount, valueDate: dateOf(values.valueDate) }, debt, bounds);
    const isAsked = asked.amount === amountTyped(values.amount) && asked.valueDate === values.valueDate;
    return typedPaymentDoubtKinds.filter((doubt) => seen.includes(doubt) || (isAsked && asked.doubts.includes(doubt)));
  };
  const isDoubtful = (values: Values): boolean => doubtsAbout(values).length > 0;
  const typedOf = ({ valueDate, source, payer, deductions, ...values }: Values): Typing | null => {
    const [amount, kept] = [amountTyped(values.amount), deductionsSent(deductions)];
    if (amount === null || Number(amount) === 0 || valueDate === null || valueDate > today || kept === null)
      return null;
    return { pays, amount, currency: owed.currency, valueDate, source, payer, ...kept };
  };
  const previewOf = (values: Values): Previewed | null => {
    const body = typedOf(values);
    return body && { paymentId: null, body };
  };
  return (
    <FormDialog<Values, BodyOf<typeof registerCollection>, ResponseOf<typeof registerCollection>>
      title={texts.title(client)}
      submit={(values) => (isDoubtful(values) ? texts.propose : texts.submit)}
      reasonHelp={null}
      values={{
        amount: owed.cents === 0n ? '' : formatMoney(owed).replace(/[^\d.]/g, ''),
        valueDate: today,
        trackingKey: '',
        source: 'REFERENCIA',
        bank: '',
        payer: paid.payer ?? 'debtor',
        reason: '',
        deductions: [],
      }}
      errorsOf={(values) => ({
        amount: amountOf(values, owed.currency) === null ? texts.amountWrong : null,
        valueDate: values.valueDate === null || values.valueDate > today ? texts.valueDateWrong : null,
        trackingKey: /^[A-Za-z0-9]{1,30}$/.test(values.trackingKey.trim()) ? null : texts.keyWrong,
        bank: values.bank.trim() === '' ? texts.bankMissing : null,
        deductions: deductionsSent(values.deductions) === null ? es.deduction.wrong : null,
        reason: isDoubtful(values) && isShortReason(values.reason) ? texts.reasonMissing : null,
      })}
      changing={registering}
      bodyOf={(values) => {
        const typed = typedOf(values);
        const reason = isDoubtful(values) ? { reason: values.reason.trim() } : {};
        return typed && { ...typed, ...reason, trackingKey: values.trackingKey.trim(), bank: values.bank.trim() };
      }}
      onDone={({ proposal, unidentified }) => {
        if (proposal) return texts.proposed;
        if (unidentified === null) return texts.done;
        if (unidentified.waitsFor) return texts.awaits;
        return unidentified.applications.length > 0 ? texts.parted : texts.kept;
      }}
      onClose={onClose}
    >
      {({ values, field, choice }) => (
        <>
          <Facts
            facts={[
              [texts.owed, formatMoney(owed)],
              [texts.of, of],
            ]}
          />
          <TextField {...field('amount')} label={texts.amount} inputMode="decimal" autoComplete="off" data-autofocus />
          <DateField
            {...choice('valueDate')}
            label={texts.valueDate}
            help={texts.valueDateHelp}
            today={today}
            max={today}
          />
          <DeductionFields chosen={invoices} typed={values.deductions} onChange={choice('deductions').onChange} />
          {choice('deductions').error ? <p role="alert">{choice('deductions').error}</p> : null}
          <BookedPreview money={previewOf(values)} currency={owed.currency} />
          <TextField {...field('trackingKey')} label={texts.key} maxLength={30} autoComplete="off" />
          <TextField {...field('bank')} label={texts.bank} maxLength={100} />
          <SelectField
            {...choice('source')}
            label={texts.source}
            options={sources.map((value) => ({ value, label: texts.sources[value] }))}
          />
          <SelectField
            {...choice('payer')}
            label={texts.payer}
            options={payers.map((value) => ({ value, label: texts.payers[value] }))}
          />
          {isDoubtful(values) ? (
            <>
              <Notice tone="warn" title={texts.second}>
                {doubtsText(doubtsAbout(values), surplusPercent)}
              </Notice>
              <TextArea {...field('reason')} label={texts.reason} help={texts.reasonHelp} rows={2} maxLength={300} />
            </>
          ) : null}
        </>
      )}
    </FormDialog>
  );
}

/** Doubts of the server about an amount and a value date. */
interface Asked {
  readonly doubts: readonly TypedPaymentDoubt[];
  readonly amount: string | number | null;
  readonly valueDate: string | null;
}

/** The server knows the day of the deposit, too. */
const doubtsIn = (error: unknown): readonly TypedPaymentDoubt[] =>
  error instanceof ApiRefusal && error.code === 'SECOND_PERSON_NEEDED'
    ? typedPaymentDoubtKinds.filter((kind) => error.details.some(({ path }) => path === kind))
    : [];
