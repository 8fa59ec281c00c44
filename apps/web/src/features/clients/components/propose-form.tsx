import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { accountTyped } from '@anticipa/domain/spei-banks';
import { formatDecimal } from '../../../lib/format.ts';
import { amountTyped } from '../../../lib/typed-amount.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { usePropose } from '../api.ts';
import css from '../clients.module.css';
import { es } from '../es.ts';
import { type Place, percentTyped } from '../view-model.ts';

interface ProposeProps {
  readonly clientId: string;
  readonly kind: 'line' | 'account';
  readonly place: Place;
  readonly title: string;
  readonly onClose: () => void;
}

const typed = {
  limit: amountTyped,
  interestRate: percentTyped,
  advancePercent: percentTyped,
  moratoryRate: percentTyped,
} as const;
const numbers = ['limit', 'interestRate', 'advancePercent', 'moratoryRate'] as const;

/** The values of a line or an account as fields; what differs is proposed, with a reason, to a second person. */
export function ProposeForm({ clientId, kind, place, title, onClose }: ProposeProps) {
  const { product, currency, line, account } = place;
  const today = dateAt(new Date(), MEXICO_CITY);
  const daysInYear: 360 | 365 = line?.daysInYear === 365 ? 365 : 360;
  return (
    <FormDialog
      title={title}
      submit={es.form.submit}
      reasonHelp={es.form.reasonHelp}
      values={{
        limit: line === null ? '' : formatDecimal(line.limit),
        interestRate: line?.interestRate ?? '',
        advancePercent: line?.advancePercent ?? '',
        moratoryRate: line?.moratoryRate ?? '',
        daysInYear,
        multiCurrency: line?.multiCurrency ?? false,
        validUntil: line?.validUntil ?? null,
        clabe: account?.clabe ?? '',
      }}
      errorsOf={(values) =>
        kind === 'account'
          ? {}
          : Object.fromEntries(
              numbers.map((name) => [
                name,
                typed[name](values[name]) === null ? es.form[name === 'limit' ? 'amount' : 'number'] : null,
              ]),
            )
      }
      changing={usePropose()}
      bodyOf={({ reason, clabe, ...terms }) => {
        const body = { clientId, product, currency, reason };
        if (kind === 'account') return { ...body, change: { kind: 'bank-account' as const, proposed: { clabe } } };
        const [limit, interestRate, advancePercent, moratoryRate] = numbers.map((name) => typed[name](terms[name]));
        if (!(limit && interestRate && advancePercent && moratoryRate)) return null;
        const proposed = { ...terms, limit, interestRate, advancePercent, moratoryRate };
        return { ...body, change: { kind: 'credit-line' as const, proposed } };
      }}
      onDone={() => es.form.sent}
      onClose={onClose}
    >
      {({ values, field, choice }) => {
        const { bank } = accountTyped(values.clabe);
        return (
          <>
            <div className={css.pair}>
              {kind === 'account' ? (
                <TextField
                  {...field('clabe')}
                  label={es.fields.clabe}
                  inputMode="decimal"
                  help={bank === '' ? undefined : es.bankOf(bank)}
                  data-autofocus
                />
              ) : (
                numbers.map((name) => (
                  <TextField
                    key={name}
                    {...field(name)}
                    label={name === 'limit' ? es.limitIn(currency) : es.fields[name]}
                    inputMode="decimal"
                    data-autofocus={name === 'limit' || undefined}
                  />
                ))
              )}
            </div>
            {kind === 'line' ? (
              <>
                <DateField
                  {...choice('validUntil')}
                  label={es.fields.validUntil}
                  help={es.validUntilHelp}
                  today={today}
                  min={today}
                />
                <Checkbox
                  label={es.daysInYear}
                  checked={values.daysInYear === 365}
                  onChange={({ target }) => choice('daysInYear').onChange(target.checked ? 365 : 360)}
                />
                <Checkbox
                  label={es.multiCurrency}
                  checked={values.multiCurrency}
                  onChange={({ target }) => choice('multiCurrency').onChange(target.checked)}
                />
              </>
            ) : null}
          </>
        );
      }}
    </FormDialog>
  );
}
