import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { useMutation } from '@tanstack/react-query';
import { DateField } from '../../../ui/field/date-field.tsx';
import { TextArea, TextField } from '../../../ui/field/field.tsx';
import { FormDialog } from '../../../ui/overlay/form-dialog.tsx';
import { es } from '../es.ts';

type Values = Readonly<Record<string, string>>;

export interface ChangedField {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly help?: string;
  /** Help on what is typed so far; `help` while it has none. */
  readonly helpOf?: (value: string) => string | undefined;
  readonly isOptional?: true;
  /** Fault of a typed value, or null; all values are given for a comparison. */
  readonly problemOf?: (value: string, values: Values) => string | null;
  /** Defaults to one line of text. */
  readonly type?: 'area' | 'date';
}

/** The values of a setting as fields, with the reason of the change. */
export function ChangeDialog(props: {
  title: string;
  fields: readonly ChangedField[];
  /** Returns what was done, in words. */
  save: (values: Values, reason: string) => Promise<string>;
  submit?: string;
  onClose: () => void;
}) {
  const { title, fields, save, submit = es.form.save, onClose } = props;
  const first: Values = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const saving = useMutation({
    mutationFn: ({ reason, ...values }: Values & { readonly reason: string }) => save(values, reason),
  });
  const problemOf = ({ name, isOptional, problemOf: check }: ChangedField, values: Values): string | null => {
    const value = (values[name] ?? '').trim();
    if (value === '') return isOptional ? null : es.form.missing;
    return check?.(value, values) ?? null;
  };
  return (
    <FormDialog
      title={title}
      submit={submit}
      values={first}
      errorsOf={(values) => Object.fromEntries(fields.map((field) => [field.name, problemOf(field, values)]))}
      changing={saving}
      bodyOf={(values) => values}
      onDone={(done) => done}
      onClose={onClose}
    >
      {({ values, field, choice }) =>
        fields.map(({ name, label, help, helpOf, type }, place) => {
          if (type === 'date') {
            const { value, onChange, error } = choice(name);
            return (
              <DateField
                key={name}
                label={label}
                value={value || null}
                error={error}
                today={dateAt(new Date(), MEXICO_CITY)}
                onChange={(date) => onChange(date ?? '')}
              />
            );
          }
          const input = {
            ...field(name),
            label,
            help: helpOf?.(values[name] ?? '') ?? help,
            'data-autofocus': place === 0 || undefined,
            autoComplete: 'off',
          };
          return type === 'area' ? <TextArea key={name} {...input} rows={14} /> : <TextField key={name} {...input} />;
        })
      }
    </FormDialog>
  );
}
