import { describe, expect, it, test } from 'vitest';
import { type GridAction, gridAction, type KeyPress } from './grid-keys.ts';

const grid = { current: 4, count: 10, page: 3, selectable: true };
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({ key, shift: false, command: false, ...held });
const move = (to: number, toggles = false): GridAction => ({ type: 'move', to, toggles });

describe('the keys of a table', () => {
  test.each([
    ['ArrowDown', 5],
    ['ArrowUp', 3],
    ['PageDown', 7],
    ['PageUp', 1],
    ['Home', 0],
    ['End', 9],
  ])('%s moves to row %i', (key, to) => {
    expect(gridAction(press(key), grid)).toEqual(move(to));
  });

  it('stays within the rows', () => {
    expect(gridAction(press('PageDown'), { ...grid, current: 8 })).toEqual(move(9));
    expect(gridAction(press('ArrowUp'), { ...grid, current: 0 })).toEqual(move(0));
  });

  it('Shift selects the row reached, except at the end and where nothing can be selected', () => {
    const shift = press('ArrowDown', { shift: true });
    expect(gridAction(shift, grid)).toEqual(move(5, true));
    expect(gridAction(shift, { ...grid, current: 9 })).toEqual(move(9));
    expect(gridAction(shift, { ...grid, selectable: false })).toEqual(move(5));
    expect(gridAction(press('End', { shift: true }), grid)).toEqual(move(9));
  });

  it('select a row, a range or everything', () => {
    expect(gridAction(press(' '), grid)).toEqual({ type: 'toggle', range: false });
    expect(gridAction(press(' ', { shift: true }), grid)).toEqual({ type: 'toggle', range: true });
    expect(gridAction(press('a', { command: true }), grid)).toEqual({ type: 'toggle-all' });
  });

  it('copy, also where nothing can be selected', () => {
    expect(gridAction(press('c', { command: true }), { ...grid, selectable: false })).toEqual({ type: 'copy' });
  });

  test.each([press('a'), press('c'), press('Enter'), press('Tab')])('leaves %o to the browser', (key) => {
    expect(gridAction(key, grid)).toBeNull();
  });

  it('does not select where nothing can be selected', () => {
    const readOnly = { ...grid, selectable: false };
    expect(gridAction(press(' '), readOnly)).toBeNull();
    expect(gridAction(press('a', { command: true }), readOnly)).toBeNull();
  });
});
