import { describe, expect, it } from 'vitest';
import { clabeOf } from './clabe.ts';
import { isSameName, speiBankOf, speiName, speiText } from './spei.ts';

describe('a text of a transfer', () => {
  it.each([
    ['Anticipo venta 12', 'Anticipo venta 12'],
    ['  Pérez |\n Ñandú  ', 'Perez Nandu'],
    ['“Güera” € 漢字', 'Guera'],
    ['a'.repeat(50), 'a'.repeat(39)],
    [`${'a'.repeat(38)} b`, 'a'.repeat(38)],
    ['', ''],
  ])('%j becomes %j', (text, reduced) => {
    expect(speiText(text)).toBe(reduced);
    expect(speiText(reduced)).toBe(reduced);
  });

  it('that is a name has no punctuation', () => {
    expect(speiName('Pérez & Muñoz-Logística, S.A. de C.V.')).toBe('PEREZ & MUNOZ LOGISTICA S A DE C V');
  });
});

describe('the bank of an account', () => {
  it.each([
    ['012', '40012'],
    ['002', '40002'],
    ['019', '37019'],
    ['166', '37166'],
    ['600', '90600'],
    ['646', '90646'],
    ['659', null],
    ['642', null],
    ['001', null],
    ['000', null],
  ])('%s is %s', (bank, code) => {
    expect(speiBankOf(clabeOf(`${bank}18000464305124`))).toBe(code);
  });

  it('is unknown for digits that are no CLABE', () => {
    expect(speiBankOf('012180004643051248')).toBeNull();
  });
});

describe('the name of a holder', () => {
  const ours = 'Pérez & Muñoz Logística, S.A. de C.V.';
  it.each([
    ['as we write it', 'PEREZ & MUNOZ LOGISTICA SA DE CV', true],
    ['cut off', 'PEREZ MUNOZ LOGISTICA S.A.', true],
    ['cut off too short', 'PEREZ MUNOZ', false],
    ['of another one', 'OTRO TITULAR', false],
    ['left out', '', false],
  ])('%s', (_, name, isSame) => {
    expect([isSameName(ours, name), isSameName(name, ours)]).toEqual([isSame, isSame]);
  });
});
