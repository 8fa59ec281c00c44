import { describe, expect, it } from 'vitest';
import { dateProblem, effectOf, knownRates, rateText, rateTyped } from './view-model.ts';

const calendar = {
  today: '2026-03-10',
  holidays: [{ date: '2026-03-13', name: 'Aniversario' }],
  dues: [{ date: '2026-03-12', invoices: 3, clients: 2 }],
  inForce: null,
  official: null,
  proposed: null,
  rates: [],
};

describe('[OPE-07] a non-business day', () => {
  it.each([
    [null, 'Elige una fecha.'],
    ['2026-03-10', 'Elige una fecha de mañana en adelante.'],
    ['2026-03-13', 'Ese día ya es inhábil: Aniversario.'],
    ['2026-03-14', 'Ese día ya es inhábil: fin de semana.'],
    ['2026-03-16', 'Ese día ya es inhábil: Natalicio de Benito Juárez.'],
    ['2026-03-11', null],
  ])('the effect of a non-business day on %s: %s', (date, problem) => {
    expect(dateProblem(date, calendar)).toBe(problem);
  });

  it('moves new sales over the next ones, and leaves what is sold', () => {
    expect(effectOf('2026-03-12', calendar).replaceAll('\u00a0', ' ')).toBe(
      '3 facturas vendidas de 2 clientes vencen ese día y conservan su fecha. Las ventas nuevas que caerían ese día pasan al 17/03/2026.',
    );
    expect(effectOf('2026-03-11', calendar)).toMatch(/^Ninguna factura.*12\/03\/2026\.$/);
  });
});

describe('[OPE-07] a typed exchange rate', () => {
  it.each([
    [' 18.4567 ', '18.4567'],
    ['18', '18'],
    ['0', null],
    ['185.432', null],
    ['18,45', null],
    ['18.1234567', null],
    ['', null],
  ])('%j is %s', (text, rate) => {
    expect(rateTyped(text)).toBe(rate);
  });

  it('is measured against the last one of another day, and today’s only without one', () => {
    const rateOf = (date: string, tipoCambio: string) => ({ date, tipoCambio, source: 'DOF', publishedAt: '' });
    const [today, past] = [rateOf('2026-03-10', '19'), rateOf('2026-03-09', '18')];
    expect(knownRates({ ...calendar, rates: [today, past] })).toEqual({ last: '18', official: null });
    expect(knownRates({ ...calendar, rates: [today], official: past })).toEqual({ last: '19', official: '18' });
  });
});

it.each([
  ['18', '18.0000'],
  ['18.2', '18.2000'],
  ['18.123456', '18.123456'],
])('[OPE-07] shows the rate %s as %s', (rate, text) => {
  expect(rateText(rate)).toBe(text);
});
