import { describe, expect, it } from 'vitest';
import { clabeOf, isClabe } from './clabe.ts';

describe('[CLI-07] the check digit of a CLABE', () => {
  it.each([
    ['012180004643051249', true],
    ['012180004643051248', false],
    ['021180004643051249', false],
    ['000000000000000000', true],
    ['01218000464305124', false],
    ['0121800046430512499', false],
    ['01218000464305124A', false],
    [' 12180004643051249', false],
    ['x012180004643051249', false],
    ['', false],
  ])('%j: %s', (text, valid) => {
    expect(isClabe(text)).toBe(valid);
  });

  it('is the only digit that matches', () => {
    expect(clabeOf('01218000464305124')).toBe('012180004643051249');
    const valid = Array.from({ length: 10 }, (_, digit) => `90218000000001234${digit}`).filter(isClabe);
    expect(valid).toEqual([clabeOf('90218000000001234')]);
  });

  it('detects every single-digit error', () => {
    const right = clabeOf('90218000000001234');
    for (const [place, digit] of [...right].entries())
      for (const other of '0123456789')
        expect(isClabe(right.slice(0, place) + other + right.slice(place + 1))).toBe(other === digit);
  });

  it('throws unless given 17 digits', () => {
    for (const digits of ['0121800046430512', '012180004643051249', 'x01218000464305124', '01218000464305124x'])
      expect(() => clabeOf(digits)).toThrow(RangeError);
  });
});
