import type { PortfolioLoad, proposePortfolioLoad } from '@anticipa/contract/portfolio-load';
import type { ResponseOf, SentBodyOf } from '@anticipa/contract/route';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { amountTyped } from '../../lib/typed-amount.ts';
import { TextField } from '../../ui/field/field.tsx';
import { FormDialog } from '../../ui/overlay/form-dialog.tsx';
import { useProposeLoad } from './api.ts';
import { es } from './es.ts';

type Body = SentBodyOf<typeof proposePortfolioLoad>;
type Made = ResponseOf<typeof proposePortfolioLoad>;

const controls = ['count', 'owed', 'aforo', 'unearned'] as const;
type Control = (typeof controls)[number];
/** As the server names them in a refusal. */
type Values = Readonly<Record<string, string>>;
const nameOf = (currency: FinancedCurrency, control: Control): string => `${currency}-${control}`;

const isWrong = (control: Control, typed: string): boolean =>
  control === 'count' ? !/^\d{1,4}$/.test(typed.trim()) : amountTyped(typed) === null;

/** Asks for the totals of the books before, which must be those of the file. */
export function ProposeDialog(props: { load: PortfolioLoad; onClose: () => void; onDone: () => void }) {
  const { load, onClose, onDone } = props;
  const fields = load.totals.flatMap(({ currency }) =>
    controls.map((control) => ({ currency, control, name: nameOf(currency, control) })),
  );
  const bodyOf = (values: Values & { readonly reason: string }): Body => ({
    state: 'booked',
    totals: load.totals.map(({ currency }) => {
      const typed = (control: Control): string => values[nameOf(currency, control)] ?? '';
      const amount = (control: Control): string => amountTyped(typed(control)) ?? '';
      return {
        currency,
        count: Number(typed('count')),
        owed: amount('owed'),
        aforo: amount('aforo'),
        unearned: amount('unearned'),
      };
    }),
    reason: values.reason,
  });
  return (
    <FormDialog<Values, Body, Made>
      title={es.proposeTitle}
      submit={es.propose}
      values={Object.fromEntries(fields.map(({ name }) => [name, '']))}
      errorsOf={(values) =>
        Object.fromEntries(
          fields.map(({ name, control }) => [
            name,
            isWrong(control, values[name] ?? '') ? (control === 'count' ? es.numberWrong : es.amountWrong) : null,
          ]),
        )
      }
      changing={useProposeLoad(load.loadId)}
      bodyOf={bodyOf}
      onDone={() => {
        onDone();
        return es.proposed;
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <p>{es.proposeHelp}</p>
          {fields.map(({ name, control, currency }) => (
            <TextField
              key={name}
              {...field(name)}
              label={es.totals(currency, control === 'count' ? es.count : es.columns[control])}
              inputMode={control === 'count' ? 'numeric' : 'decimal'}
              autoComplete="off"
            />
          ))}
        </>
      )}
    </FormDialog>
  );
}

/** Proposes to withdraw a booked file. */
export function WithdrawDialog({ load, onClose }: { load: PortfolioLoad; onClose: () => void }) {
  const count = load.totals.reduce((sum, total) => sum + total.count, 0);
  return (
    <FormDialog<object, Body, Made>
      title={es.withdrawTitle}
      submit={es.withdraw}
      isDanger
      values={{}}
      changing={useProposeLoad(load.loadId)}
      bodyOf={({ reason }) => ({ state: 'withdrawn', totals: [], reason })}
      onDone={() => es.proposed}
      onClose={onClose}
    >
      <p>{es.withdrawText(count)}</p>
    </FormDialog>
  );
}
