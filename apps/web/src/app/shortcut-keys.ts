/** What the keys of the portal do. Pure, so that the list and the keyboard cannot disagree about it. */
export type Command =
  | 'sheet'
  | 'search'
  | 'home'
  | 'profile'
  | 'paymentReferences'
  | 'invoicesHistory'
  | 'interestHistory'
  | 'invoices';

const FIRST = 'g';
const SEQUENCE_MS = 1_500;
const alone: Readonly<Record<string, Command>> = { '?': 'sheet', '/': 'search' };
const afterFirst: Readonly<Record<string, Command>> = {
  t: 'home',
  p: 'profile',
  r: 'paymentReferences',
  h: 'invoicesHistory',
  i: 'interestHistory',
  l: 'invoices',
};

export interface KeyPress {
  readonly key: string;
  readonly at: number;
}

/** The command of a key, given the one before it: some need the two keys within 1.5 s. */
export function commandOf(press: KeyPress, before: KeyPress | null): Command | null {
  const key = press.key.toLowerCase();
  const follows = before !== null && before.key.toLowerCase() === FIRST && press.at - before.at <= SEQUENCE_MS;
  return (follows ? afterFirst[key] : undefined) ?? alone[key] ?? null;
}
