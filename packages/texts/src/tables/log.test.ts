import { expect, it } from 'vitest';
import { changesOf } from './log.ts';
import { valueText } from './log-values.ts';

it.each([
  [null, '—'],
  ['["monday","friday"]', 'lunes, viernes'],
  ['{"FACTORAJE":true,"CONFIRMING":false}', 'FACTORAJE'],
  ['12345678.90', '12,345,678.90'],
  ['2026-12-31', '31/12/2026'],
  ['2026-11-24T03:30:29.641Z', '23-nov-2026 9:30 pm'],
  ['[urgente] revisar', '[urgente] revisar'],
  ['{sin cerrar', '{sin cerrar'],
])('[OPE-08] the logged value %s reads %s', (value, text) => {
  expect(valueText(value, 'name', 'cost-centre.create')).toBe(text);
});

it('[OPE-08] words a month, but not a folio like one', () => {
  expect(valueText('2026-04', 'month', 'month.cut')).toBe('abril 2026');
  expect(valueText('2026-04', 'folio', 'interest.cancel')).toBe('2026-04');
});

it.each([
  ['dispute.close', 'outcome', 'credit-note', 'resultado: nota de crédito'],
  ['interest.cancel-request', 'motive', '02', 'motivo: con errores, sin relación'],
  ['receiver.notice', 'way', 'notary', 'medio: notario o corredor'],
  ['user.updated', 'fields', '["first_name","mobile"]', 'datos: nombre, celular'],
  ['user.notices-chosen', 'fields', '["paid"]', 'avisos: Pagos de tus facturas'],
  ['books.manual', 'lines', '[{"debit":"GASTOS"},{"debit":"BANCOS"}]', 'renglones: 2'],
  ['bank-account.save', 'format', '{"date":"Fecha"}', ''],
] as const)('[DIN-117] words of %s its %s', (action, field, after, text) => {
  expect(changesOf({ action, changes: [{ field, before: null, after }] })).toBe(text);
});

it('[OPE-08] words a message that was sent again', () => {
  const fact = (field: string, after: string) => ({ field, before: null, after });
  const changes = [
    fact('kind', 'sale-deposit'),
    fact('state', 'bounced'),
    fact('lastError', '550 user unknown'),
    fact('copy', '0198aaaa-0000-4000-8000-000000000001'),
  ];
  expect(changesOf({ action: 'message.repeat', changes })).toBe(
    'tipo: Depósito de venta; estado: Rebotado; último error: 550 user unknown; correo nuevo: 0198aaaa',
  );
});

it('[OPE-08] words the types of the questions of a survey', () => {
  const before = JSON.stringify(['¿Qué mejorarías? · text']);
  const after = JSON.stringify(['¿Qué tan fácil fue? * · rating · Difícil / Fácil', 'Tu puesto · string']);
  expect(changesOf({ action: 'survey.write', changes: [{ field: 'questions', before, after }] })).toBe(
    'preguntas: ¿Qué mejorarías? · texto largo → ¿Qué tan fácil fue? (obligatoria) · calificación desde 1 · Difícil / Fácil; Tu puesto · texto corto',
  );
});
