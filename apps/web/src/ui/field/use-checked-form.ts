import { toNestErrors } from '@hookform/resolvers';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type SubmitHandler,
  useForm,
} from 'react-hook-form';
import { announce } from '../overlay/announcer.ts';
import { focusOnInvalid } from './field.tsx';

/** A resolver from a function of the values to the error of each field, in the order shown. */
export const rules =
  <V extends FieldValues>(errorsOf: (values: V) => Partial<Record<Path<V>, string>>): Resolver<V> =>
  (values, _context, options) => {
    const found = Object.entries(errorsOf(values)).map(([name, message]) => [name, { type: 'rule', message }]);
    if (found.length === 0) return { values, errors: {} };
    return { values: {}, errors: toNestErrors<V>(Object.fromEntries(found), options) };
  };

/**
 * A form with the portal's rules: a field is checked when it is left, unless empty, and on every key while it is wrong;
 * submitting checks all fields and focuses the first wrong one. Errors are announced. `onEdit` is called after each
 * key.
 */
export function useCheckedForm<V extends FieldValues, Sent = V>(options: {
  readonly defaultValues: DefaultValues<V>;
  readonly resolver: Resolver<V, unknown, Sent>;
  readonly onEdit?: () => void;
}) {
  const { onEdit, ...rest } = options;
  const form = useForm<V, unknown, Sent>({ ...rest, reValidateMode: 'onSubmit', shouldFocusError: false });
  const { errors } = form.formState;
  const errorOf = (name: Path<V>): string | undefined => form.getFieldState(name).error?.message;

  async function checkLeft(name: Path<V>): Promise<void> {
    // A field left empty is not an error until the form is submitted.
    if (!form.getValues(name)) return form.clearErrors(name);
    const before = errorOf(name);
    await form.trigger(name);
    const text = errorOf(name);
    if (text && text !== before) announce(text);
  }

  /** The attributes of a text field, including its error. */
  const field = (name: Path<V>) => ({
    ...form.register(name, {
      onBlur: () => void checkLeft(name),
      onChange: () => {
        if (errorOf(name)) void form.trigger(name);
        onEdit?.();
      },
    }),
    error: form.getFieldState(name, form.formState).error?.message,
  });

  /** Sends the checked values, or focuses the first wrong field. */
  const submit = (send: SubmitHandler<Sent>) => form.handleSubmit(send, leadToFirst);

  return { ...form, field, submit, leadToError: () => leadToFirst(errors) };
}

/** Moves the focus after the next rendering: a dialog may be closing. */
function leadToFirst(errors: FieldErrors): void {
  const [first] = Object.values(errors);
  if (!(first && 'ref' in first && first.ref instanceof HTMLElement)) return;
  const { ref, message } = first;
  requestAnimationFrame(() => focusOnInvalid(ref, String(message)));
}
