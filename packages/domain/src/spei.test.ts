import { describe, expect, it } from 'vitest';
import { clabeOf } from './clabe.ts';
import { isSameName, personName, speiBankOf, speiName, speiText } from './spei.ts';

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

  it.each([
    ['Pérez & Muñoz-Logística, S.A. de C.V.', 'PEREZ & MUNOZ LOGISTICA S A DE C V'],
    ["O'Brien y D’Angelo´s", 'OBRIEN Y DANGELOS'],
    ['100% Natural (México) + C@fé #1 / "El Güero"', '100 NATURAL MEXICO C FE 1 EL GUERO'],
    ['Strauß, Søren Æ Łódź', 'STRAUSS SOREN AE LODZ'],
    ['a'.repeat(60), 'A'.repeat(39)],
  ])('a holder %j becomes %j', (name, reduced) => {
    expect(speiName(name)).toBe(reduced);
    expect(speiName(reduced)).toBe(reduced);
  });
});

describe('the name of a person', () => {
  it.each([
    ['Juan Pérez Gómez', 'JUAN', 'PEREZ', 'GOMEZ'],
    ['Juan Pérez de la Cruz', 'JUAN', 'PEREZ', 'DE LA CRUZ'],
    ['Juan de la Cruz Pérez', 'JUAN', 'DE LA CRUZ', 'PEREZ'],
    ['María del Carmen de los Santos y de la Garza', 'MARIA', 'DEL CARMEN', 'DE LOS SANTOS Y DE LA GARZA'],
    ['María del Carmen López Ruiz', 'MARIA DEL CARMEN', 'LOPEZ', 'RUIZ'],
    ['José Ortega y Gasset', 'JOSE', 'ORTEGA Y GASSET', ''],
    ['Ana San Martín Mc Gregor', 'ANA', 'SAN MARTIN', 'MC GREGOR'],
    ['Ana Ríos', 'ANA', 'RIOS', ''],
  ])('%s is divided', (name, ...parts) => {
    expect(personName(name)).toEqual(parts);
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

it('PE?A is PEÑA, whichever of them is ours', () => {
  for (const theirs of ['PE?A', 'PEÑA', 'PENA', 'PEA', 'PE¥A', 'PEN\u0303A'])
    expect([isSameName('Peña', theirs), isSameName(theirs, 'Peña')]).toEqual([true, true]);
});

it.each([
  'S.A. de C.V.',
  'SA DE CV',
  'S A P I DE C V',
  'S. de R.L. de C.V.',
  'SC',
  'SPR DE RL',
  'S.C. DE R.L.',
  'A.C.',
  'SAPI DE CV SOFOM ENR',
  'S DE RL MI',
])('a holder is the same with and without %s', (regime) => {
  expect([isSameName('Piña', `PI?A ${regime}`), isSameName(`Piña, ${regime}`, 'PINA')]).toEqual([true, true]);
  expect(isSameName('Piña', `PINA DEL MAR ${regime}`)).toBe(false);
});

it('the end of a word is no kind of company', () => {
  expect([isSameName('Casa', 'CA'), isSameName('Piña S', 'Piña')]).toEqual([false, false]);
});

describe('the name of a holder', () => {
  const ours = 'Pérez & Muñoz Logística, S.A. de C.V.';
  it.each([
    ['as we write it', 'PEREZ & MUNOZ LOGISTICA SA DE CV', true],
    ['cut off', 'PEREZ MUNOZ LOGISTICA S.A.', true],
    ['cut off too short', 'PEREZ MUNOZ', false],
    ['with a sign for a letter', 'P?REZ & MU#OZ LOG\uFFFDSTICA SA DE CV', true],
    ['without the letters that have marks', 'PREZ & MUOZ LOGSTICA SA DE CV', true],
    ['with a space for them', 'P REZ & MU OZ LOG STICA SA DE CV', true],
    ['in UTF-8 that was read as Latin 1', 'PÃ©REZ & MUÃ±OZ LOGÃ­STICA SA DE CV', true],
    ['in XML, and cut off', 'PEREZ &amp; MU?OZ LOGISTICA S', true],
    ['with its Y', 'PEREZ Y MUNOZ LOGISTICA SA DE CV', true],
    ['with a sign for another letter', '?EREZ & MUNOZ LOGISTICA SA DE CV', false],
    ['without a letter that has no mark', 'PEEZ & MUNOZ LOGISTICA SA DE CV', false],
    ['of signs alone', '????????????????????????', false],
    ['of another one', 'OTRO TITULAR', false],
    ['left out', '', false],
  ])('%s', (_, name, isSame) => {
    expect([isSameName(ours, name), isSameName(name, ours)]).toEqual([isSame, isSame]);
  });
});
