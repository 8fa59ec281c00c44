import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { announce } from '../overlay/announcer.ts';
import { focusFirstInvalid } from './field.tsx';

type Name<V> = keyof V & string;

/** Fault of each field, in words. */
export type Errors<V> = { readonly [K in Name<V>]?: string | null | undefined };

type Refused = Readonly<Partial<Record<string, string | null>>>;

/**
 * A form with the portal's rules: a field is checked when it is left, unless empty, and on every key while it is wrong;
 * a choice is checked at once; submitting checks all fields and focuses the first wrong one. Errors are announced.
 */
export function useCheckedForm<V extends object>(options: {
  readonly values: V;
  readonly onChange: (values: V) => void;
  readonly errorsOf: (values: V) => Errors<V>;
}) {
  const { values, onChange, errorsOf } = options;
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Refused>({});
  const ref = useRef<HTMLFormElement>(null);
  const wrong = errorsOf(values);
  const errorOf = (name: Name<V>): string | null => (shown.has(name) ? wrong[name] : null) ?? refused[name] ?? null;

  const show = (name: string, isShown: boolean): void =>
    setShown((now) => new Set(isShown ? [...now, name] : [...now].filter((other) => other !== name)));

  const change = (name: Name<V>, next: V, isChoice: boolean): void => {
    show(name, Boolean(errorsOf(next)[name]) && (isChoice || shown.has(name)));
    setRefused((now) => ({ ...now, [name]: null }));
    onChange(next);
  };

  const leave = (name: Name<V>): void => {
    const text = wrong[name];
    // A field left empty is not an error until the form is submitted.
    if (!text || !values[name] || shown.has(name)) return;
    show(name, true);
    announce(text);
  };

  /** Shows all errors; returns whether there are none. */
  const check = (): boolean => {
    const names = Object.entries(wrong).flatMap(([name, text]) => (text ? [name] : []));
    setShown(new Set(names));
    setRefused({});
    return names.length === 0;
  };

  const leadToError = (): void => focusFirstInvalid(ref.current);

  return {
    ref,
    values,
    errorOf,
    check,
    leadToError,
    /** The attributes of a text field, including its error. */
    field: (name: Name<V>) => ({
      name,
      value: String(values[name]),
      error: errorOf(name),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        change(name, { ...values, [name]: target.value }, false),
      onBlur: () => leave(name),
    }),
    /** The attributes of a date, a selection or another choice. */
    choice: <K extends Name<V>>(name: K) => ({
      value: values[name],
      error: errorOf(name),
      onChange: (value: V[K]) => change(name, { ...values, [name]: value }, true),
    }),
    /** Shows at their fields what the server objects to; returns whether there is such a field. */
    refuse: (errors: Refused): boolean => {
      setRefused(errors);
      return Object.keys(errors).some((name) => name in values);
    },
    /** Forgets all errors, for other values. */
    clear: (): void => {
      setShown(new Set());
      setRefused({});
    },
    /** The attributes of the form, which sends its values once they are right. */
    onSubmit: (send: (values: V) => unknown) => ({
      ref,
      noValidate: true,
      onSubmit: (event: FormEvent): void => {
        event.preventDefault();
        if (check()) send(values);
        else leadToError();
      },
    }),
  };
}

export type CheckedForm<V extends object> = ReturnType<typeof useCheckedForm<V>>;
