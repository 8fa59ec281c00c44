import { describe, expect, it } from 'vitest';
import { defaultWeekDays } from './calendar.ts';
import { statedTerm, weekDaysOf } from './payment-habit.ts';

describe('[VTA-15] the term that a CFDI states', () => {
  it.each([
    ['Neto 30 días', 30],
    ['30 DIAS', 30],
    ['CREDITO 45 DIAS', 45],
    ['Crédito a 60 días', 60],
    ['Crédito de 90 días', 90],
    ['Pago a 15 días.', 15],
    ['Plazo de pago: 30 días', 30],
    ['a 1 día', 1],
    ['  30\u00a0días  naturales ', 30],
    ['45 días de crédito', 45],
    ['60 días fecha de factura', 60],
    ['90DIAS', 90],
    ['Cre\u0301dito 30 di\u0301as', 30],
    ['180 días', 180],
  ])('%j is %d days', (conditions, days) => {
    expect(statedTerm(conditions)).toBe(days);
  });

  it.each([
    '',
    'Contado',
    'Contado 30 días',
    '30',
    'Neto 90 & sin descuento',
    '30/60/90 días',
    '30 o 45 días',
    'De 30 a 45 días',
    '2/10 neto 30 días',
    '2% 10 días, neto 30 días',
    '30 días hábiles',
    '30 días fin de mes',
    '30 días a partir de la entrega',
    '1.5 días',
    '-30 días',
    '0 días',
    '181 días',
    '1030 días',
    '30 semanas',
    '３０ días',
    `${'9'.repeat(1000)} días`,
    `${'NETO '.repeat(200)}30 días`,
  ])('%j states none', (conditions) => {
    expect(statedTerm(conditions)).toBeNull();
  });
});

it('[VTA-15] weekdays are read from their ISO numbers', () => {
  expect(weekDaysOf('5')).toEqual(defaultWeekDays);
  expect(weekDaysOf('124')).toEqual({ monday: true, tuesday: true, wednesday: false, thursday: true, friday: false });
});
