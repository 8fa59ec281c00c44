import { expect, it } from 'vitest';
import { addDays, dateOf } from './calendar.ts';
import { filledIn, remindedDates, reminderStep, unknownPlaceholders } from './reminder.ts';

/** A Wednesday. */
const dueDate = dateOf('2026-04-22');
const none = new Map();

it.each([
  ['2026-04-14', null],
  ['2026-04-15', -7],
  ['2026-04-17', -7],
  // The third day before is a Sunday: the reminder waits for Monday.
  ['2026-04-18', null],
  ['2026-04-19', null],
  ['2026-04-20', -3],
  ['2026-04-21', -1],
  ['2026-04-22', -1],
  ['2026-04-23', 1],
  ['2026-04-24', 1],
  ['2026-04-27', 5],
  ['2026-05-05', null],
  ['2026-05-07', 15],
  ['2026-05-11', 15],
  ['2026-05-12', null],
  ['2026-12-01', null],
] as const)('[DIN-73] an invoice due on 22 April is reminded of on %s as of step %s', (today, step) => {
  expect(reminderStep(dueDate, dateOf(today), none)).toBe(step);
});

it('[DIN-73] waits for the day after a holiday of the lender, and looks at no invoice that can have no reminder', () => {
  const holidays = new Map([[dateOf('2026-04-23'), 'Aniversario']]);
  expect(reminderStep(dueDate, dateOf('2026-04-23'), holidays)).toBeNull();
  expect(reminderStep(dueDate, dateOf('2026-04-24'), holidays)).toBe(1);
  const today = dateOf('2026-04-22');
  const { from, to } = remindedDates(today);
  for (const outside of [addDays(from, -1), addDays(to, 1)]) expect(reminderStep(outside, today, none)).toBeNull();
  for (const within of [from, to]) expect(reminderStep(within, today, none)).not.toBeNull();
});

it.each([
  ['Hola, {nombre}: {facturas} de {empresa}, {total}.', []],
  ['{Nombre} y {clabe}', ['{Nombre}', '{clabe}']],
  ['{}', ['{}']],
  ['llave sola }', ['}']],
  ['{{nombre}}', ['{', '}']],
])('[DIN-73] the placeholders that %s must not have are %j', (text, unknown) => {
  expect(unknownPlaceholders(text)).toEqual(unknown);
});

it('[DIN-73] fills each placeholder in once: a value with braces stays', () => {
  const values = { nombre: '{total}', empresa: 'Aceros $& Ñandú', facturas: '2 facturas', total: 'MXN 5.00' };
  expect(filledIn('{nombre} · {empresa} · {total} · {otra}', values)).toBe(
    '{total} · Aceros $& Ñandú · MXN 5.00 · {otra}',
  );
});
