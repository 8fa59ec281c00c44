import type { BankLine, decideBankLine } from '@anticipa/contract/bank-files';
import { confirmPayout, registerCollection } from '@anticipa/contract/collections';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import { type FeeTax, feeOf, feeTaxes, likelyTax } from '@anticipa/domain/bank-fee';
import { isPositive, moneyOf } from '@anticipa/domain/money';
import { isShortReason } from '@anticipa/domain/operator';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { useMay } from '../../lib/may.ts';
import { Facts } from '../../ui/facts.tsx';
import { SelectField, TextArea } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { useDecide } from './api.ts';
import { keysOf, stateOf, textOfLine } from './columns.tsx';
import { es } from './es.ts';

const texts = es.decide;
type Body = SentBodyOf<typeof decideBankLine>['decision'];

interface Values {
  /** A decision, or the key of the movement in the books after `match `. */
  readonly what: string;
  readonly why: string;
  readonly tax: FeeTax;
}

const decisionOf = (what: string) =>
  what.startsWith('match ') ? 'match' : what === 'other' || what === 'book' || what === 'fee' ? what : 'ignore';

/** Whether a decision needs a reason: it overrules the portal, or leaves money out of the books. */
const needsReason = (decision: Body['kind']) => decision === 'other' || decision === 'ignore';

function bodyOf({ what, why, tax }: Values): Body {
  const kind = decisionOf(what);
  const reason = why.trim();
  switch (kind) {
    case 'match':
      return { kind, key: what.slice('match '.length) };
    case 'book':
      return { kind, ...(reason !== '' && { reason }) };
    case 'fee':
      return { kind, tax, ...(reason !== '' && { reason }) };
    case 'ignore':
    case 'other':
      return { kind, reason };
  }
}

function choicesFor({ cause, plan, amount }: BankLine, may: { readonly receive: boolean; readonly pay: boolean }) {
  const ignore = { value: 'ignore', label: texts.choices.ignore };
  if (cause === 'resembles') return [{ value: 'other', label: texts.choices.other }, ignore];
  const isCredit = !amount.startsWith('-');
  const isMine = isCredit ? may.receive : may.pay;
  const keys = plan?.as === 'match' ? [plan.of] : (plan?.likely ?? []);
  const isOfFile = plan?.as === 'deposit' || plan?.as === 'payout' || plan?.as === 'return';
  return [
    ...(isMine && !isCredit && isOfFile ? [{ value: 'book', label: texts.choices.bookPayment(plan.of) }] : []),
    ...(isMine ? keys.map((key) => ({ value: `match ${key}`, label: texts.choices.match(key) })) : []),
    ...(isMine
      ? [isCredit ? { value: 'book', label: texts.choices.book } : { value: 'fee', label: texts.choices.fee }]
      : []),
    ignore,
  ];
}

/** Says what a movement is of which only a person can tell. */
export function DecideDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const deciding = useDecide(line.lineId);
  const may = { receive: useMay(registerCollection), pay: useMay(confirmPayout) };
  const choices = choicesFor(line, may);
  return (
    <FormDialog<Values, Body, ResponseOf<typeof decideBankLine>>
      title={texts.title}
      submit={texts.submit}
      reasonHelp={null}
      values={{ what: choices[0]?.value ?? 'ignore', why: '', tax: likelyTax(textOfLine(line)) }}
      errorsOf={({ what, why }) => ({
        why: needsReason(decisionOf(what)) && isShortReason(why) ? texts.reasonMissing : null,
      })}
      changing={deciding}
      bodyOf={bodyOf}
      onDone={({ isProposed }) => (isProposed ? texts.proposed : texts.done)}
      onClose={onClose}
    >
      {({ values, field, choice }) => {
        const decision = decisionOf(values.what);
        return (
          <>
            <Facts
              facts={[
                [es.columns.date, formatDate(line.date)],
                [es.columns.amount, formatMoney(moneyOf(line.amount, line.currency))],
                [es.columns.what, [textOfLine(line), keysOf(line)].filter(Boolean).join(' · ')],
                [es.columns.state, [stateOf(line), line.refusal ?? ''].filter(Boolean).join('. ')],
                ...(line.resembles === null ? [] : ([[texts.known, line.resembles]] as const)),
              ]}
            />
            <SelectField {...choice('what')} label={texts.what} help={texts.help[decision]} options={choices} />
            {decision === 'fee' ? (
              <>
                <SelectField
                  {...choice('tax')}
                  label={texts.tax}
                  options={feeTaxes.map((value) => ({ value, label: texts.taxes[value] }))}
                />
                <FeeEffect line={line} tax={values.tax} />
              </>
            ) : null}
            {decision === 'match' ? null : (
              <TextArea
                {...field('why')}
                label={texts.reason}
                help={texts.reasonHelp[decision]}
                rows={2}
                maxLength={300}
              />
            )}
          </>
        );
      }}
    </FormDialog>
  );
}

/** Entries of a commission, computed by the rule that books it. */
function FeeEffect({ line, tax }: { line: BankLine; tax: FeeTax }) {
  const charge = moneyOf(line.amount.replace('-', ''), line.currency);
  const { fee, iva } = feeOf(charge, tax);
  const rows = [
    [texts.bankFee, fee],
    [texts.iva, iva],
    [texts.bank, charge],
  ] as const;
  return (
    <section aria-label={texts.effect} role="status">
      <Facts
        facts={rows.filter(([, amount]) => isPositive(amount)).map(([name, amount]) => [name, formatMoney(amount)])}
      />
    </section>
  );
}

/** Asks for the reason to reverse a charge that was booked as a commission. */
export function ReverseDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const { amount, currency, lineId } = line;
  return (
    <FormDialog<object, Body, unknown>
      title={es.reverse.title}
      submit={es.reverse.submit}
      isDanger
      values={{}}
      changing={useDecide(lineId)}
      bodyOf={({ reason }) => ({ kind: 'reverse', reason })}
      onDone={() => es.reverse.done}
      onClose={onClose}
    >
      <p>{textOfLine(line)}</p>
      <p>{es.reverse.text(formatMoney(moneyOf(amount.replace('-', ''), currency)))}</p>
    </FormDialog>
  );
}
