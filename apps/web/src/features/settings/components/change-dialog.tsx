import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { isShortReason } from '@anticipa/domain/operator';
import { type FormEvent, useRef, useState } from 'react';
import { failuresByField, failureText } from '../../../lib/failure-text.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonRow } from '../../../ui/button-row.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { focusFirstInvalid, TextArea, TextField } from '../../../ui/field/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { es } from '../es.ts';
import css from '../settings.module.css';

export interface ChangedField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly help?: string;
  /** Help on what is typed so far; `help` while it has none. */
  readonly helpOf?: (value: string) => string | undefined;
  readonly isOptional?: true;
  /** What is wrong with a typed value, or null. */
  readonly problemOf?: (value: string) => string | null;
  /** Defaults to one line of text. */
  readonly type?: 'area' | 'date';
}

/** The values of a setting as fields, with the reason of the change. */
export function ChangeDialog(props: {
  title: string;
  fields: readonly ChangedField[];
  /** Of the fields, in the body. */
  path: string;
  /** Returns what was done, in words. */
  save: (values: Readonly<Record<string, string>>, reason: string) => Promise<string>;
  submit?: string;
  onClose: () => void;
}) {
  const { title, fields, path, save, submit = es.form.save, onClose } = props;
  const [values, setValues] = useState(() => Object.fromEntries(fields.map(({ name, value }) => [name, value])));
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  const isShort = isShortReason(reason);
  const problemOf = ({ name, isOptional, problemOf: check }: ChangedField): string | null => {
    const value = (values[name] ?? '').trim();
    if (value === '') return isOptional ? null : es.form.missing;
    return check?.(value) ?? null;
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setChecked(true);
    if (isShort || fields.some((field) => problemOf(field) !== null)) {
      focusFirstInvalid(form.current);
      return;
    }
    setBusy(true);
    try {
      showToast({ text: await save(values, reason), tone: 'good' });
      onClose();
    } catch (cause) {
      setError(cause);
      focusFirstInvalid(form.current);
    } finally {
      setBusy(false);
    }
  };
  const refused = failuresByField(error);
  const isAtField = fields.some(({ name }) => refused[`${path}.${name}`] !== undefined);
  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <form ref={form} className={css.form} onSubmit={(event) => void send(event)} noValidate>
        {fields.map((field, place) => {
          const set = (value: string): void => {
            setError(null);
            setValues((now) => ({ ...now, [field.name]: value }));
          };
          const wrong = (isChecked ? problemOf(field) : null) ?? refused[`${path}.${field.name}`];
          if (field.type === 'date')
            return (
              <DateField
                key={field.name}
                label={field.label}
                value={values[field.name] || null}
                error={wrong ?? null}
                today={dateAt(new Date(), MEXICO_CITY)}
                onChange={(date) => set(date ?? '')}
              />
            );
          const input = {
            label: field.label,
            help: field.helpOf?.(values[field.name] ?? '') ?? field.help,
            value: values[field.name] ?? '',
            error: wrong,
            'data-autofocus': place === 0 || undefined,
            autoComplete: 'off',
          };
          return field.type === 'area' ? (
            <TextArea key={field.name} {...input} rows={14} onChange={({ target }) => set(target.value)} />
          ) : (
            <TextField key={field.name} {...input} onChange={({ target }) => set(target.value)} />
          );
        })}
        <TextArea
          label={es.form.reason}
          help={es.form.reasonHelp}
          rows={2}
          value={reason}
          error={isChecked && isShort ? es.form.reasonMissing : null}
          onChange={({ target }) => setReason(target.value)}
        />
        {error && !isAtField ? <Notice tone="bad" title={failureText(error)} /> : null}
        <ButtonRow>
          <Button variant="primary" type="submit" busy={isBusy}>
            {submit}
          </Button>
          <Button onClick={onClose}>{es.form.cancel}</Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
