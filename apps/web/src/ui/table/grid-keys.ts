/** Keyboard actions of a table. */

export interface KeyPress {
  readonly key: string;
  readonly shift: boolean;
  /** Ctrl, or Cmd on a Mac. */
  readonly command: boolean;
}

export interface GridState {
  /** Index of the focused row. */
  readonly current: number;
  readonly count: number;
  /** Number of rows per Page Up or Page Down. */
  readonly page: number;
  readonly selectable: boolean;
}

export type GridAction =
  /** `toggles`: also selects or unselects the target row. */
  | { readonly type: 'move'; readonly to: number; readonly toggles: boolean }
  /** `range`: all rows from the last toggled one. */
  | { readonly type: 'toggle'; readonly range: boolean }
  | { readonly type: 'toggle-all' }
  | { readonly type: 'copy' };

/** The action for a key pressed on a row; null leaves the key to the browser. */
export function gridAction({ key, shift, command }: KeyPress, grid: GridState): GridAction | null {
  const { current, count, page, selectable } = grid;
  const last = count - 1;
  if (key === 'Home') return { type: 'move', to: 0, toggles: false };
  if (key === 'End') return { type: 'move', to: last, toggles: false };
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    j: 1,
    ArrowUp: -1,
    k: -1,
    PageDown: page,
    PageUp: -page,
  };
  const step = steps[key];
  if (step !== undefined) {
    const to = Math.max(0, Math.min(last, current + step));
    return { type: 'move', to, toggles: shift && selectable && to !== current };
  }
  if (key === ' ' && selectable) return { type: 'toggle', range: shift };
  if (key === 'a' && command && selectable) return { type: 'toggle-all' };
  return key === 'c' && command ? { type: 'copy' } : null;
}
