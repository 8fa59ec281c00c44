import { expect, it } from 'vitest';
import { rowsOfSheet } from './read-sheet.ts';

it.each([
  [
    'pasted, with quotes in a cell',
    'RFC\tNombre\nA\tRESTAURANTES "LA GÜERA" & VALLE',
    'RESTAURANTES "LA GÜERA" & VALLE',
  ],
  ['pasted, with quotes around a part', 'RFC\tNombre\nA\t"LA GÜERA" & VALLE', '"LA GÜERA" & VALLE'],
  ['pasted, with an inch', 'RFC\tNombre\nA\tTubo de 5" largo', 'Tubo de 5" largo'],
  ['with escaped quotes', 'RFC,Nombre\nA,"LA ""GÜERA"", SA"', 'LA "GÜERA", SA'],
  ['with a line break in a cell', 'RFC,Nombre\nA,"LA\nGÜERA"', 'LA\nGÜERA'],
  ['with a quote that is not closed', 'RFC,Nombre\nA,"LA GÜERA\nB,OTRA', '"LA GÜERA'],
])('[EFE-20] reads a table %s', (_, text, name) => {
  expect(rowsOfSheet(Buffer.from(text))?.[1]?.cells).toEqual(['A', name]);
});
