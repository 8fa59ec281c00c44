import { describe, expect, it } from 'vitest';
import { paths } from '../lib/paths.ts';
import { screens } from '../lib/screens.ts';
import { commandOf, shortcutsTo } from './shortcut-keys.ts';

const shortcuts = shortcutsTo(Object.values(screens));

describe('keyboard shortcuts', () => {
  it.each([
    ['?', 'sheet'],
    ['/', 'search'],
    ['g', null],
    ['t', null],
    ['p', null],
  ])('a single %s means %s', (key, command) => {
    expect(commandOf(shortcuts, { key, at: 0 }, null)).toBe(command);
  });

  it.each([
    ['t', paths.home],
    ['T', paths.home],
    ['p', paths.profile],
    ['r', paths.references],
    ['h', paths.interestInvoices],
    ['i', paths.interest],
    ['l', paths.settled],
    ['e', paths.statement],
    ['x', null],
    ['?', 'sheet'],
  ])('g and then %s means %s', (key, command) => {
    expect(commandOf(shortcuts, { key, at: 1_500 }, { key: 'g', at: 0 })).toBe(command);
  });

  it('forgets the first key after a moment', () => {
    expect(commandOf(shortcuts, { key: 't', at: 1_501 }, { key: 'g', at: 0 })).toBeNull();
  });
});
