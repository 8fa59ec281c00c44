import { describe, expect, it, test } from 'vitest';
import { dateOf } from './calendar.ts';
import { cutOffIn, type DepositPromise, depositPromise, promisedBy, treasuryClockAt } from './deposit-message.ts';
import type { ProductCode } from './product.ts';

const bi: ReadonlySet<ProductCode> = new Set(['BI']);
/** The treasury's clock at a local time in Chihuahua, UTC−6 all year. */
const at = (local: string) => treasuryClockAt(new Date(`${local}-06:00`));

describe('promise for an index sale', () => {
  const cases: readonly [string, string, DepositPromise][] = [
    ['Monday 00:00:00', '2026-11-23T00:00:00', 'under-24-hours'],
    ['Monday 07:59:59', '2026-11-23T07:59:59', 'under-24-hours'],
    ['Monday 08:00:00', '2026-11-23T08:00:00', 'under-4-hours'],
    ['Monday 13:59:59', '2026-11-23T13:59:59', 'under-4-hours'],
    ['Monday 14:00:00', '2026-11-23T14:00:00', 'under-24-hours'],
    ['Monday 23:59:59', '2026-11-23T23:59:59', 'under-24-hours'],
    ['Tuesday 07:59:59', '2026-11-24T07:59:59', 'under-24-hours'],
    ['Tuesday 08:00:00', '2026-11-24T08:00:00', 'under-4-hours'],
    ['Wednesday 13:59:59', '2026-11-25T13:59:59', 'under-4-hours'],
    ['Wednesday 14:00:00', '2026-11-25T14:00:00', 'under-24-hours'],
    ['Thursday 13:59:59', '2026-11-26T13:59:59', 'under-4-hours'],
    ['Thursday 14:00:00', '2026-11-26T14:00:00', 'under-24-hours'],
    ['Friday 07:59:59', '2026-11-27T07:59:59', 'under-24-hours'],
    ['Friday 08:00:00', '2026-11-27T08:00:00', 'under-4-hours'],
    ['Friday 13:59:59', '2026-11-27T13:59:59', 'under-4-hours'],
    ['Friday 14:00:00', '2026-11-27T14:00:00', 'next-business-day'],
    ['Friday 23:59:59', '2026-11-27T23:59:59', 'next-business-day'],
    ['Saturday 00:00:00', '2026-11-28T00:00:00', 'next-business-day'],
    ['Saturday 07:00:00', '2026-11-28T07:00:00', 'next-business-day'],
    ['Saturday 10:00:00', '2026-11-28T10:00:00', 'next-business-day'],
    ['Sunday 23:59:59', '2026-11-29T23:59:59', 'next-business-day'],
    ['a holiday Monday 10:00', '2026-11-16T10:00:00', 'next-business-day'],
    ['a holiday Friday before 08:00', '2026-12-25T07:00:00', 'next-business-day'],
    ['Holy Thursday 10:00', '2026-04-02T10:00:00', 'next-business-day'],
    ['in summer, when the border cities are an hour ahead', '2026-07-01T13:59:59', 'under-4-hours'],
    ['in summer, on the hour', '2026-07-01T14:00:00', 'under-24-hours'],
  ];
  test.each(cases)('[RES-05] %s', (_case, local, expected) => {
    expect(depositPromise(bi, at(local))).toBe(expected);
  });

  it('[RES-05] a Tuesday holiday of the lender, 10:00', () => {
    const holidays = new Map([[dateOf('2024-10-01'), 'Transmisión del Poder Ejecutivo']]);
    expect(depositPromise(bi, at('2024-10-01T10:00:00'))).toBe('under-4-hours');
    expect(depositPromise(bi, at('2024-10-01T10:00:00'), holidays)).toBe('next-business-day');
  });
});

describe('promise for other sales', () => {
  const clocks = ['2026-11-23T07:00:00', '2026-11-23T10:00:00', '2026-11-27T15:00:00', '2026-11-28T10:00:00'].map(at);

  it('[RES-05] factoring only: 4 to 6 business days at any hour', () => {
    expect(new Set(clocks.map((clock) => depositPromise(new Set(['FB']), clock)))).toEqual(
      new Set(['4-to-6-business-days']),
    );
  });

  it('[RES-05] both products: 24 to 72 hours at any hour', () => {
    expect(new Set(clocks.map((clock) => depositPromise(new Set(['BI', 'FB']), clock)))).toEqual(
      new Set(['24-to-72-hours']),
    );
  });

  it('[RES-05] depends on what was actually sold', () => {
    const sold = new Set<ProductCode>(['BI', 'FB']);
    sold.delete('FB');
    expect(depositPromise(sold, at('2026-11-23T10:00:00'))).toBe('under-4-hours');
  });
});

describe('the treasury’s clock', () => {
  // The same instant as written in Tijuana, Madrid, UTC and Kathmandu.
  test.each([
    '2026-11-27T12:00:00-08:00',
    '2026-11-27T21:00:00+01:00',
    '2026-11-27T20:00:00Z',
    '2026-11-28T01:45:00+05:45',
  ])('[RES-05] the treasury’s clock is Friday 14:00 in Chihuahua at %s', (instant) => {
    expect(treasuryClockAt(new Date(instant))).toEqual({ date: '2026-11-27', hour: 14 });
  });

  test.each([
    ['midnight is hour 0 of the new day', '2026-11-28T06:00:00Z', '2026-11-28', 0],
    ['one second before is hour 23', '2026-11-28T05:59:59Z', '2026-11-27', 23],
    ['no daylight saving since October 2022', '2026-07-01T20:00:00Z', '2026-07-01', 14],
    ['an hour behind Mexico City before that', '2022-01-10T20:00:00Z', '2022-01-10', 13],
  ])('[RES-05] %s', (_case, instant, date, hour) => {
    expect(treasuryClockAt(new Date(instant))).toEqual({ date, hour });
  });
});

describe('[RES-05] the time left for a deposit within 4 hours', () => {
  const minutesAt = (local: string, products = bi) => {
    const left = cutOffIn(products, new Date(`${local}-06:00`));
    return left === null ? null : left / 60_000;
  };

  it.each([
    ['2026-11-23T07:59:59', null],
    ['2026-11-23T08:00:00', 360],
    ['2026-11-23T11:46:30', 133.5],
    ['2026-11-23T13:59:00', 1],
    ['2026-11-23T14:00:00', null],
    ['2026-11-28T10:00:00', null],
  ])('%s: %d minutes', (local, minutes) => {
    expect(minutesAt(local)).toBe(minutes);
  });

  it('is none with factoring', () => {
    expect(minutesAt('2026-11-23T10:00:00', new Set(['FB']))).toBeNull();
    expect(minutesAt('2026-11-23T10:00:00', new Set(['BI', 'FB']))).toBeNull();
  });
});

describe('[OPE-03] the end of the promise', () => {
  const until = (local: string, products: readonly ProductCode[]) =>
    promisedBy(new Set(products), new Date(`${local}-06:00`), new Map([[dateOf('2026-11-24'), 'Aniversario']]));

  it.each([
    ['2026-11-23T11:46:30', ['BI'], '2026-11-23T15:46:30'],
    ['2026-11-23T14:00:00', ['BI'], '2026-11-24T14:00:00'],
    // The Tuesday is a holiday of the lender.
    ['2026-11-24T10:00:00', ['BI'], '2026-11-26T00:00:00'],
    ['2026-11-27T14:00:00', ['BI'], '2026-12-01T00:00:00'],
    ['2026-11-23T10:00:00', ['FB'], '2026-12-03T00:00:00'],
    ['2026-11-23T10:00:00', ['BI', 'FB'], '2026-11-26T10:00:00'],
  ] as const)('the promise of %s for %j ends at %s', (local, products, end) => {
    expect(until(local, products)).toEqual(new Date(`${end}-06:00`));
  });
});
