/** The single-key shortcuts, used by both the keyboard and the list of shortcuts. */
import type { lenderPaths } from '../lib/lender-paths.ts';
import { type Path, paths } from '../lib/paths.ts';
import { es } from './es.ts';

type Screen = Path | (typeof lenderPaths)[keyof typeof lenderPaths];

/** Shows the list of shortcuts, searches, or opens a screen. */
export type Command = 'sheet' | 'search' | Screen;

export interface Shortcut {
  /** Pressed in this order. */
  readonly keys: readonly [key: string] | readonly [first: string, second: string];
  readonly command: Command;
  readonly text: string;
}

/** The shortcuts of a document with these screens, each of which has a key that opens it after G. */
export const shortcutsTo = (
  screens: readonly { readonly key: string; readonly to: Screen; readonly title: string }[],
  search: string = es.shortcuts.search,
): readonly Shortcut[] => [
  { keys: ['?'], command: 'sheet', text: es.shortcuts.sheet },
  { keys: ['/'], command: 'search', text: search },
  ...screens.map(
    ({ key, to, title }): Shortcut => ({
      keys: ['g', key],
      command: to,
      text: to === paths.home ? es.goHome : es.shortcuts.goTo(title),
    }),
  ),
];

const SEQUENCE_MS = 1_500;

export interface KeyPress {
  readonly key: string;
  readonly at: number;
}

/** The command of a key, given the one before it: some need two keys within 1.5 s. */
export function commandOf(shortcuts: readonly Shortcut[], press: KeyPress, before: KeyPress | null): Command | null {
  const key = press.key.toLowerCase();
  const first = before !== null && press.at - before.at <= SEQUENCE_MS ? before.key.toLowerCase() : null;
  const found =
    shortcuts.find(({ keys: [one, two] }) => one === first && two === key) ??
    shortcuts.find(({ keys: [one, two] }) => one === key && two === undefined);
  return found?.command ?? null;
}
