import type { Promised, recordPromise } from '@anticipa/contract/follow-up';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { amountTyped } from '../../lib/typed-amount.ts';
import { DateField } from '../../ui/field/date-field.tsx';
import { TextArea, TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { useRecordPromise } from './api.ts';
import { es } from './es.ts';

const texts = es.promise;

interface Values {
  readonly amount: string;
  readonly payOn: string | null;
  readonly promisedBy: string;
  readonly note: string;
}

const amountOf = (text: string): string | null => {
  const amount = amountTyped(text);
  return amount !== null && Number(amount) > 0 ? amount : null;
};

/** Records a promise to pay, in place of the last one. */
export function PromiseDialog(props: {
  invoice: { readonly documentId: string; readonly currency: FinancedCurrency; readonly today: string };
  last: Promised | null;
  onClose: () => void;
}) {
  const { invoice, last, onClose } = props;
  const { documentId, currency, today } = invoice;
  return (
    <FormDialog<Values, BodyOf<typeof recordPromise>, ResponseOf<typeof recordPromise>>
      title={last ? texts.correct : texts.record}
      submit={texts.record}
      reasonHelp={null}
      values={{
        amount: last?.amount ?? '',
        payOn: last && last.payOn >= today ? last.payOn : null,
        promisedBy: last?.promisedBy ?? '',
        note: '',
      }}
      errorsOf={({ amount, payOn, promisedBy, note }) => ({
        amount: amountOf(amount) === null ? texts.amountWrong : null,
        payOn: payOn === null || payOn < today ? texts.payOnWrong : null,
        promisedBy: promisedBy.trim().length < 2 ? texts.whoMissing : null,
        note: note.trim() !== '' && isShortReason(note) ? texts.noteShort : null,
      })}
      changing={useRecordPromise(documentId)}
      bodyOf={({ amount: typed, payOn, promisedBy, note }) => {
        const amount = amountOf(typed);
        if (amount === null || payOn === null) return null;
        const promised = { amount, payOn, promisedBy: promisedBy.trim() };
        return { promised, ...(note.trim() !== '' && { note: note.trim() }) };
      }}
      onDone={() => texts.done}
      onClose={onClose}
    >
      {({ field, choice }) => (
        <>
          <TextField
            {...field('amount')}
            label={`${texts.amount}, ${currency}`}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
          />
          <DateField {...choice('payOn')} label={texts.payOn} help={texts.payOnHelp} today={today} min={today} />
          <TextField {...field('promisedBy')} label={texts.who} help={texts.whoHelp} maxLength={120} />
          <TextArea {...field('note')} label={texts.note} help={texts.noteHelp} rows={2} maxLength={300} />
        </>
      )}
    </FormDialog>
  );
}

/** Takes the last promise back, with a reason. */
export function TakeBackDialog({ documentId, onClose }: { documentId: string; onClose: () => void }) {
  return (
    <FormDialog<object, BodyOf<typeof recordPromise>, ResponseOf<typeof recordPromise>>
      title={texts.takeBack}
      size="small"
      submit={texts.takeBack}
      values={{}}
      changing={useRecordPromise(documentId)}
      bodyOf={({ reason: note }) => ({ promised: null, note })}
      onDone={() => texts.takenBack}
      onClose={onClose}
    >
      {null}
    </FormDialog>
  );
}
