import { expect, it } from 'vitest';
import { valueText } from './log-values.ts';

it.each([
  [null, '—'],
  ['["monday","friday"]', 'lunes, viernes'],
  ['{"FACTORAJE":true,"CONFIRMING":false}', 'FACTORAJE'],
  ['12345678.90', '12,345,678.90'],
  ['2026-12-31', '31/12/2026'],
  ['[urgente] revisar', '[urgente] revisar'],
  ['{sin cerrar', '{sin cerrar'],
])('[OPE-08] the logged value %s reads %s', (value, text) => {
  expect(valueText(value, 'name', 'cost-centre.create')).toBe(text);
});
