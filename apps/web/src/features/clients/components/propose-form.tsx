import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { isShortReason } from '@anticipa/domain/operator';
import { accountTyped } from '@anticipa/domain/spei-banks';
import { type FormEvent, useRef, useState } from 'react';
import { failuresByField, failureText } from '../../../lib/failure-text.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { amountTyped } from '../../../lib/typed-amount.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { focusFirstInvalid, TextArea, TextField } from '../../../ui/field/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
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

type Values = Readonly<Record<'limit' | 'interestRate' | 'advancePercent' | 'moratoryRate' | 'clabe', string>>;

const numbers = ['limit', 'interestRate', 'advancePercent', 'moratoryRate'] as const;

const { number, amount } = es.form;
const wrong = { limit: amount, interestRate: number, advancePercent: number, moratoryRate: number } as const;

/** The values of a line or an account as fields; what differs is proposed, with a reason, to a second person. */
export function ProposeForm({ clientId, kind, place, title, onClose }: ProposeProps) {
  const { product, currency, line, account } = place;
  const [values, setValues] = useState<Values>({
    limit: line === null ? '' : formatDecimal(line.limit),
    interestRate: line?.interestRate ?? '',
    advancePercent: line?.advancePercent ?? '',
    moratoryRate: line?.moratoryRate ?? '',
    clabe: account?.clabe ?? '',
  });
  const [days, setDays] = useState<360 | 365>(line?.daysInYear === 365 ? 365 : 360);
  const [multiCurrency, setMultiCurrency] = useState(line?.multiCurrency ?? false);
  const [validUntil, setValidUntil] = useState(line?.validUntil ?? null);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const proposing = usePropose();
  const today = dateAt(new Date(), MEXICO_CITY);
  const form = useRef<HTMLFormElement>(null);
  const wire = {
    limit: amountTyped(values.limit),
    interestRate: percentTyped(values.interestRate),
    advancePercent: percentTyped(values.advancePercent),
    moratoryRate: percentTyped(values.moratoryRate),
  };
  const { limit, interestRate, advancePercent, moratoryRate } = wire;
  const { bank } = accountTyped(values.clabe);
  const shortReason = isShortReason(reason);
  const changeOf = () => {
    if (kind === 'account') return { kind: 'bank-account' as const, proposed: { clabe: values.clabe } };
    if (limit === null || interestRate === null || advancePercent === null || moratoryRate === null) return null;
    const terms = { limit, interestRate, advancePercent, moratoryRate, daysInYear: days, multiCurrency, validUntil };
    return { kind: 'credit-line' as const, proposed: terms };
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setChecked(true);
    const change = changeOf();
    if (change === null || shortReason) {
      focusFirstInvalid(form.current);
      return;
    }
    proposing.mutate(
      { clientId, product, currency, reason, change },
      {
        onError: () => focusFirstInvalid(form.current),
        onSuccess: () => {
          showToast({ text: es.form.sent, tone: 'good' });
          onClose();
        },
      },
    );
  };
  const refused = failuresByField(proposing.error);
  const isAtField = [...numbers, 'clabe', 'validUntil'].some(
    (name) => refused[`change.proposed.${name}`] !== undefined,
  );
  const field = (name: keyof Values, error?: string | null) => (
    <TextField
      key={name}
      label={name === 'limit' ? es.limitIn(currency) : es.fields[name]}
      value={values[name]}
      error={(isChecked ? error : null) ?? refused[`change.proposed.${name}`]}
      inputMode="decimal"
      {...(name === 'clabe' && bank !== '' && { help: es.bankOf(bank) })}
      data-autofocus={name === 'limit' || name === 'clabe' || undefined}
      onChange={({ target }) => {
        proposing.reset();
        setValues((now) => ({ ...now, [name]: target.value }));
      }}
    />
  );
  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <form ref={form} className={css.form} onSubmit={submit} noValidate>
        <div className={css.pair}>
          {kind === 'account'
            ? field('clabe')
            : numbers.map((name) => field(name, wire[name] === null ? wrong[name] : null))}
        </div>
        {kind === 'line' ? (
          <>
            <DateField
              label={es.fields.validUntil}
              help={es.validUntilHelp}
              value={validUntil}
              error={refused['change.proposed.validUntil'] ?? null}
              today={today}
              min={today}
              onChange={(date) => {
                proposing.reset();
                setValidUntil(date);
              }}
            />
            <Checkbox
              label={es.daysInYear}
              checked={days === 365}
              onChange={({ target }) => setDays(target.checked ? 365 : 360)}
            />
            <Checkbox
              label={es.multiCurrency}
              checked={multiCurrency}
              onChange={({ target }) => setMultiCurrency(target.checked)}
            />
          </>
        ) : null}
        <TextArea
          label={es.form.reason}
          help={es.form.reasonHelp}
          rows={2}
          value={reason}
          error={isChecked && shortReason ? es.form.reasonMissing : null}
          onChange={({ target }) => setReason(target.value)}
        />
        {proposing.error && !isAtField ? <Notice tone="bad" title={failureText(proposing.error)} /> : null}
        <ButtonRow>
          <Button variant="primary" type="submit" busy={proposing.isPending}>
            {es.form.submit}
          </Button>
          <Button onClick={onClose}>{es.form.cancel}</Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
