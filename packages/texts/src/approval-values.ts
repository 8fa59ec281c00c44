/** Values of a change that needs a second person, compared. */
import type { ApprovalKind, Changes } from '@anticipa/contract/approvals';
import { formatAmount, maskedAccount } from './format.ts';

/** A value of a change: when it was proposed, now, and as it will be. */
export interface ChangedValue {
  readonly label: string;
  /** Null: there is no value yet. */
  readonly past: string | null;
  readonly now: string | null;
  readonly proposed: string;
  /** A CLABE, which is shown with its bank, or a text of many lines, shown as a difference. */
  readonly look: 'plain' | 'clabe' | 'difference';
  /** The change rests on it and does not change it. */
  readonly isGround: boolean;
}

export type Shown = ChangedValue | null;

const textOf = <S, T>(values: S | null, get: (values: S) => T | undefined, text: (value: T) => string) => {
  const value = values === null ? undefined : get(values);
  return value === undefined ? null : text(value);
};

/** Compares the values of a change. Each comparison is null if there is nothing to show. */
export function comparing<V, P>(change: {
  readonly before: V | null;
  readonly now?: V | null | undefined;
  readonly proposed: P;
}) {
  const { before, now = before, proposed } = change;
  type Texts = Pick<ChangedValue, 'past' | 'now'> & { readonly proposed: string | null };
  const shown = (label: string, texts: Texts, look: ChangedValue['look'] = 'plain', isGround = false): Shown =>
    texts.proposed === null ? null : { label, ...texts, proposed: texts.proposed, look, isGround };
  return {
    /** A value that the change may change; unless it does, or it has changed since, there is nothing to show. */
    changed<T>(
      label: string,
      get: (v: V | P) => T | undefined,
      text: (value: T) => string = String,
      look?: ChangedValue['look'],
    ) {
      const [past, present] = [textOf(before, get, text), textOf(now, get, text)];
      const wanted = textOf(proposed, get, text) ?? present;
      return past === present && present === wanted
        ? null
        : shown(label, { past, now: present, proposed: wanted }, look);
    },
    /** A value that the change states, also if it stands already. */
    stated<T>(label: string, get: (v: V | P) => T | undefined, text: (value: T) => string = String) {
      const [past, present] = [textOf(before, get, text), textOf(now, get, text)];
      return shown(label, { past, now: present, proposed: textOf(proposed, get, text) });
    },
    /** A value of the proposal alone. */
    added<T>(label: string, get: (v: P) => T | undefined, text: (value: T) => string = String) {
      return shown(label, { past: null, now: null, proposed: textOf(proposed, get, text) });
    },
    /** A value on which the change rests. */
    ground<T>(
      label: string,
      get: (v: V) => T | null,
      text: (value: T) => string = String,
      look?: ChangedValue['look'],
    ) {
      const known = (v: V): T | undefined => get(v) ?? undefined;
      const present = textOf(now, known, text);
      return shown(label, { past: textOf(before, known, text), now: present, proposed: present }, look, true);
    },
  };
}

export const NONE = '—';
export const orNone = (text: string | null): string => text ?? NONE;
export const yesNo = (isOn: boolean): string => (isOn ? 'Sí' : 'No');
export const inCurrency =
  (currency: string) =>
  (amount: string): string =>
    formatAmount(amount, currency);
export const amountOr =
  (currency: string, none: string) =>
  (amount: string | null): string =>
    amount === null ? none : formatAmount(amount, currency);

/** A change whose accounts of clients and of payers show their last digits alone. The lender's own stay whole. */
export const withMaskedAccounts = <C extends Changes[ApprovalKind]>(change: C): C =>
  change.kind === 'lender-account'
    ? change
    : JSON.parse(JSON.stringify(change), (key, value: unknown) =>
        key === 'clabe' && typeof value === 'string' ? maskedAccount(value) : value,
      );
