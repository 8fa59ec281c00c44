import type { BankLine } from '@anticipa/contract/bank-files';
import { type FeeTax, feeOf, feeTaxes, likelyTax } from '@anticipa/domain/bank-fee';
import { financedCurrencies, isPositive, moneyOf, sum } from '@anticipa/domain/money';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { SelectField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { useFees } from './api.ts';
import { textOfLine } from './columns.tsx';
import { es } from './es.ts';

const texts = es.fees;

interface Values {
  /** For every movement without a choice of its own; by its text if empty. */
  readonly all: FeeTax | '';
  readonly own: Readonly<Record<string, FeeTax>>;
}

const taxOf = ({ all, own }: Values, line: BankLine): FeeTax =>
  own[line.lineId] ?? (all === '' ? likelyTax(textOfLine(line)) : all);
const partsOf = (values: Values, line: BankLine) => {
  const charge = moneyOf(line.amount.replace('-', ''), line.currency);
  return { charge, ...feeOf(charge, taxOf(values, line)) };
};

const choices = feeTaxes.map((value) => ({ value, label: es.decide.taxes[value] }));

/** Says of many charges at once that they are commissions of the bank, after showing what each and all of them book. */
export function FeesDialog({ lines, onClose }: { lines: readonly BankLine[]; onClose: () => void }) {
  return (
    <FormDialog<Values, Parameters<ReturnType<typeof useFees>['mutate']>[0], { booked: number; proposed: number }>
      title={texts.title}
      submit={texts.submit(lines.length)}
      reasonHelp={null}
      canPropose
      values={{ all: '', own: {} }}
      changing={useFees()}
      bodyOf={({ reason, ...values }) => ({
        fees: lines.map((line) => ({ lineId: line.lineId, tax: taxOf(values, line) })),
        reason,
      })}
      onDone={({ booked, proposed }) => texts.done(booked, proposed)}
      onClose={onClose}
    >
      {({ values, choice }) => (
        <>
          <p>{texts.text}</p>
          <Totals lines={lines} values={values} />
          <SelectField
            {...choice('all')}
            label={texts.all}
            options={[{ value: '', label: texts.byText }, ...choices]}
          />
          {lines.map((line) => (
            <OwnTax key={line.lineId} line={line} values={values} onChange={choice('own').onChange} />
          ))}
        </>
      )}
    </FormDialog>
  );
}

/** The entries of all movements together, per currency. */
function Totals({ lines, values }: { lines: readonly BankLine[]; values: Values }) {
  const facts = financedCurrencies.flatMap((currency) => {
    const parts = lines.filter((line) => line.currency === currency).map((line) => partsOf(values, line));
    if (parts.length === 0) return [];
    return (
      [
        [es.decide.bankFee, 'fee'],
        [es.decide.iva, 'iva'],
        [es.decide.bank, 'charge'],
      ] as const
    ).map(([name, part]) => {
      const amounts = parts.map((each) => each[part]);
      return [`${name} · ${currency}`, formatMoney(sum(currency, amounts))] as const;
    });
  });
  return (
    <section aria-label={texts.effect} role="status">
      <Facts facts={facts} />
    </section>
  );
}

/** Where the IVA of one movement is, and what it books. */
function OwnTax(props: { line: BankLine; values: Values; onChange: (own: Values['own']) => void }) {
  const { line, values, onChange } = props;
  const { charge, fee, iva } = partsOf(values, line);
  const parts = [
    [es.decide.bankFee, fee],
    [es.decide.iva, iva],
  ] as const;
  const shown = parts
    .filter(([, amount]) => isPositive(amount))
    .map(([name, amount]) => `${name} ${formatMoney(amount)}`);
  return (
    <SelectField
      label={texts.of(formatDate(line.date), textOfLine(line), formatMoney(charge))}
      help={shown.join(' · ')}
      value={taxOf(values, line)}
      onChange={(tax) => onChange({ ...values.own, [line.lineId]: tax })}
      options={choices}
    />
  );
}
