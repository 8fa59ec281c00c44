import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from 'react';
import { IconButton } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { announce } from '../overlay/announcer.ts';
import css from './field.module.css';

/**
 * Focuses an invalid field. If it already has the focus, a screen reader would say nothing, so the error is announced.
 */
export function focusOnInvalid(field: HTMLElement | null | undefined, error: string): void {
  if (field && field === document.activeElement) announce(error, true);
  else field?.focus();
}

/** A refusal is drawn some frames after it has arrived, or concerns no field. */
const MAX_FRAMES = 30;

/** Focuses the first invalid field of a form, once its errors are drawn. */
export const focusFirstInvalid = (form: HTMLFormElement | null, frames = MAX_FRAMES): void => {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) focusOnInvalid(field, document.getElementById(`${field.id}-error`)?.textContent ?? '');
    else if (frames > 1) focusFirstInvalid(form, frames - 1);
  });
};

interface Texts {
  readonly help?: ReactNode;
  readonly error?: string | null | undefined;
}

interface FieldParts extends Texts {
  readonly label: ReactNode;
}

/** The ids of the rendered {@link FieldTexts}, for the control's description. */
export const describedBy = ({ id, error, help }: Texts & { id: string }): string | undefined =>
  [error ? `${id}-error` : null, help ? `${id}-help` : null].filter(Boolean).join(' ') || undefined;

/** The error and help of a control, below it. `alert` announces the error, where nothing else does. */
export function FieldTexts({ id, error, help, alert }: Texts & { id: string; alert?: boolean }) {
  return (
    <>
      {error ? (
        <p className={css.error} id={`${id}-error`} role={alert ? 'alert' : undefined}>
          <Icon name="alert" size={16} />
          {error}
        </p>
      ) : null}
      {help ? (
        <p className="quiet" id={`${id}-help`}>
          {help}
        </p>
      ) : null}
    </>
  );
}

/** Label above, help below, error in place. `children` receives the attributes that link the control to its texts. */
export function Field({
  label,
  help,
  error,
  id,
  children,
}: FieldParts & {
  id: string;
  children: (control: {
    id: string;
    'aria-describedby': string | undefined;
    'aria-invalid': true | undefined;
  }) => ReactNode;
}) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': describedBy({ id, error, help }), 'aria-invalid': error ? true : undefined })}
      <FieldTexts id={id} error={error} help={help} />
    </div>
  );
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> & { readonly ref?: Ref<HTMLInputElement> };

/** One line of text. */
export function TextField({ label, help, error, ...input }: FieldParts & InputProps) {
  const ownId = useId();
  return (
    <Field label={label} help={help} error={error} id={input.id ?? ownId}>
      {(control) => <input type="text" {...input} {...control} className={css.input} />}
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({
  label,
  help,
  error,
  ...input
}: FieldParts & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'size'>) {
  const ownId = useId();
  return (
    <Field label={label} help={help} error={error} id={input.id ?? ownId}>
      {(control) => <textarea rows={4} {...input} {...control} className={`${css.input} ${css.area}`} />}
    </Field>
  );
}

/** One of several values. */
export function SelectField<V extends string>({
  label,
  help,
  error,
  value,
  options,
  onChange,
}: FieldParts & {
  value: V;
  options: readonly { readonly value: V; readonly label: string }[];
  onChange: (value: V) => void;
}) {
  const id = useId();
  return (
    <Field label={label} help={help} error={error} id={id}>
      {(control) => (
        <select
          {...control}
          className={css.input}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A password that can be revealed; the button does not submit the form and comes after the field in the tab order. */
export function PasswordField({ label, help, error, ...input }: FieldParts & InputProps) {
  const ownId = useId();
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} help={help} error={error} id={input.id ?? ownId}>
      {(control) => (
        <span className={css.withAction}>
          <input {...input} {...control} type={shown ? 'text' : 'password'} className={css.input} />
          <IconButton
            icon="eye"
            size="small"
            className={css.action}
            label={shown ? 'Ocultar contraseña' : 'Mostrar contraseña'}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          />
        </span>
      )}
    </Field>
  );
}

/** Picks one file; also takes one that is dropped on it. */
export function FileField({
  label,
  help,
  error,
  file,
  onPick,
  ...input
}: FieldParts & InputProps & { readonly file: File | null; readonly onPick: (file: File) => void }) {
  const ownId = useId();
  return (
    <Field label={label} help={help} error={error} id={input.id ?? ownId}>
      {(control) => (
        <span className={css.file}>
          <Icon name="upload" size={16} />
          <span className={file ? undefined : css.none} aria-hidden="true">
            {file?.name ?? 'Elegir archivo'}
          </span>
          <input
            {...input}
            {...control}
            type="file"
            onChange={({ target }) => {
              const [picked] = target.files ?? [];
              if (picked) onPick(picked);
            }}
          />
        </span>
      )}
    </Field>
  );
}

/** A search box that filters while typing. */
export function SearchField({ label, ...input }: { label: string } & InputProps) {
  return (
    <span className={css.search} data-print="hide">
      <Icon name="search" size={16} />
      <input type="search" {...input} aria-label={label} placeholder={label} className={css.input} />
    </span>
  );
}
