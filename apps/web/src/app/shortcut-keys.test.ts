import { describe, expect, it } from 'vitest';
import { commandOf } from './shortcut-keys.ts';

describe('keyboard shortcuts', () => {
  it.each([
    ['?', 'sheet'],
    ['/', 'search'],
    ['g', null],
    ['t', null],
    ['p', null],
  ])('a single %s means %s', (key, command) => {
    expect(commandOf({ key, at: 0 }, null)).toBe(command);
  });

  it.each([
    ['t', 'home'],
    ['T', 'home'],
    ['p', 'profile'],
    ['r', 'paymentReferences'],
    ['h', 'invoicesHistory'],
    ['i', 'interestHistory'],
    ['l', 'invoices'],
    ['x', null],
    ['?', 'sheet'],
  ])('g and then %s means %s', (key, command) => {
    expect(commandOf({ key, at: 1_500 }, { key: 'g', at: 0 })).toBe(command);
  });

  it('forgets the first key after a moment', () => {
    expect(commandOf({ key: 't', at: 1_501 }, { key: 'g', at: 0 })).toBeNull();
  });
});
