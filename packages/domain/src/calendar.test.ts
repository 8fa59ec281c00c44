import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  dateAt,
  dateOf,
  daysBetween,
  defaultWeekDays,
  endOfDate,
  hasWeekday,
  holidayName,
  type IsoDate,
  isAllowedWeekday,
  isBusinessDay,
  nextBusinessDay,
  parseDate,
  startOfDate,
  weekdayOf,
} from './calendar.ts';

const DAY_MS = 86_400_000;
/** Independent oracle: native Date in UTC. */
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const utc = (date: string): number => Date.parse(`${date}T00:00:00Z`);
const anyDate = fc
  .integer({ min: utc('1900-01-01') / DAY_MS, max: utc('2999-12-31') / DAY_MS })
  .map((day) => dateOf(iso(day * DAY_MS)));

describe('parsing a date', () => {
  test.each(['1900-01-01', '2024-02-29', '2000-02-29', '2400-02-29', '2026-12-31', '3000-12-31'])(
    '[VTA-11] accepts %s',
    (text) => {
      expect(parseDate(text)).toBe(text);
      expect(dateOf(text)).toBe(text);
    },
  );

  test.each([
    '1899-12-31',
    '3001-01-01',
    '2025-02-29',
    '1900-02-29',
    '2100-02-29',
    '2026-04-31',
    '2026-06-31',
    '2026-09-31',
    '2026-11-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-1',
    '26-01-01',
    '01/02/2026',
    '20260101',
    '2026-01-01T00:00:00Z',
    '2026-01-01[u-ca=gregory]',
    '+002026-01-01',
    ' 2026-01-01',
    'x2026-01-01',
    '2026-01-01\n',
    '',
    'hoy',
  ])('[VTA-11] refuses %j', (text) => {
    expect(parseDate(text)).toBeNull();
    expect(() => dateOf(text)).toThrow(TypeError);
  });

  it('[VTA-11] accepts exactly the dates that native Date knows from 1900 to 3000', () => {
    const part = (max: number) => fc.nat(max).map((n) => String(n).padStart(2, '0'));
    fc.assert(
      fc.property(fc.integer({ min: 1890, max: 3010 }), part(13), part(32), (year, month, day) => {
        const text = `${year}-${month}-${day}`;
        const ms = utc(text);
        const exists = !Number.isNaN(ms) && iso(ms) === text && year >= 1900 && year <= 3000;
        expect(parseDate(text) !== null).toBe(exists);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('counting days', () => {
  test.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2024-02-29', 366, '2025-03-01'],
    ['2026-01-31', 30, '2026-03-02'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-15', 45, '2026-03-01'],
    ['2026-03-01', -45, '2026-01-15'],
    ['2026-07-01', 180, '2026-12-28'],
    ['2022-10-29', 2, '2022-10-31'],
  ])('%s and %d days is %s, in calendar days and not 24-hour units', (from, days, to) => {
    expect(addDays(dateOf(from), days)).toBe(to);
    expect(daysBetween(dateOf(from), dateOf(to))).toBe(days);
  });

  it('agrees with counting milliseconds in UTC', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -180, max: 180 }), (date, days) => {
        const expected = iso(utc(date) + days * DAY_MS);
        fc.pre(parseDate(expected) !== null);
        expect(addDays(date, days)).toBe(expected);
        expect(daysBetween(date, addDays(date, days))).toBe(days);
        expect(weekdayOf(date) % 7).toBe(new Date(utc(date)).getUTCDay());
      }),
      { numRuns: 500 },
    );
  });

  it('throws outside the years 1900 to 3000', () => {
    expect(() => addDays(dateOf('3000-12-31'), 1)).toThrow(TypeError);
    expect(() => addDays(dateOf('1900-01-01'), -1)).toThrow(TypeError);
  });
});

describe('the date at an instant', () => {
  test.each([
    ['2026-11-21T05:59:59Z', 'America/Mexico_City', '2026-11-20'],
    ['2026-11-21T06:00:00Z', 'America/Mexico_City', '2026-11-21'],
    ['2026-11-21T23:59:59Z', 'America/Mexico_City', '2026-11-21'],
    ['2026-07-01T05:59:59Z', 'America/Mexico_City', '2026-06-30'],
    ['2021-07-01T05:00:00Z', 'America/Mexico_City', '2021-07-01'],
    ['2026-11-21T20:00:00Z', 'Asia/Kathmandu', '2026-11-22'],
    ['2026-07-01T05:59:59Z', 'America/Chihuahua', '2026-06-30'],
  ])('%s in %s is %s', (instant, zone, expected) => {
    expect(dateAt(new Date(instant), zone)).toBe(expected);
  });

  test.each([
    ['2026-03-01', 'America/Mexico_City', '2026-03-01T06:00:00.000Z'],
    ['2026-07-01', 'America/Mexico_City', '2026-07-01T06:00:00.000Z'],
    ['2021-07-01', 'America/Mexico_City', '2021-07-01T05:00:00.000Z'],
  ])('%s begins in %s at %s', (date, zone, expected) => {
    expect(startOfDate(dateOf(date), zone).toISOString()).toBe(expected);
  });

  test('ends where the next date begins, including the last supported date', () => {
    expect(endOfDate(dateOf('2026-03-10'), 'America/Mexico_City')).toEqual(
      startOfDate(dateOf('2026-03-11'), 'America/Mexico_City'),
    );
    expect(endOfDate(dateOf('3000-12-31'), 'America/Mexico_City').toISOString()).toBe('3001-01-01T06:00:00.000Z');
  });
});

describe('holidays', () => {
  test.each([
    ['2026-01-01', 'Año Nuevo'],
    ['2026-02-02', 'Día de la Constitución'],
    ['2026-03-16', 'Natalicio de Benito Juárez'],
    ['2026-05-01', 'Día del Trabajo'],
    ['2026-09-16', 'Día de la Independencia'],
    ['2026-11-02', 'Día de Muertos'],
    ['2026-11-16', 'Día de la Revolución'],
    ['2026-12-12', 'Día del Empleado Bancario'],
    ['2026-12-25', 'Navidad'],
    ['2024-02-05', 'Día de la Constitución'],
    ['2025-02-03', 'Día de la Constitución'],
    ['2027-02-01', 'Día de la Constitución'],
    ['2024-03-18', 'Natalicio de Benito Juárez'],
    ['2021-03-15', 'Natalicio de Benito Juárez'],
    ['2027-11-15', 'Día de la Revolución'],
    ['2021-11-15', 'Día de la Revolución'],
    ['1900-01-01', 'Año Nuevo'],
    ['3000-12-25', 'Navidad'],
  ])('[VTA-11] %s is %s', (date, name) => {
    expect(holidayName(dateOf(date))).toBe(name);
    expect(isBusinessDay(dateOf(date))).toBe(false);
  });

  test.each([
    ['2024-03-28', '2024-03-29'],
    ['2025-04-17', '2025-04-18'],
    ['2026-04-02', '2026-04-03'],
    ['2027-03-25', '2027-03-26'],
    ['2028-04-13', '2028-04-14'],
    ['2038-04-22', '2038-04-23'],
    ['2285-03-19', '2285-03-20'],
  ])('[VTA-11] %s is Holy Thursday and %s Holy Friday', (thursday, friday) => {
    expect(holidayName(dateOf(thursday))).toBe('Jueves Santo');
    expect(holidayName(dateOf(friday))).toBe('Viernes Santo');
    expect(isBusinessDay(addDays(dateOf(thursday), -1))).toBe(true);
    expect(isBusinessDay(addDays(dateOf(friday), 3))).toBe(true);
  });

  test.each([
    ['5 May is not a bank holiday', '2026-05-05'],
    ['5 February itself, when it is not the Monday', '2026-02-05'],
    ['21 March itself', '2025-03-21'],
    ['20 November itself', '2026-11-20'],
    ['the second Monday of February', '2026-02-09'],
    ['the second Monday of March', '2026-03-09'],
    ['the fourth Monday of November', '2026-11-23'],
    ['1 October without the lender’s table', '2024-10-01'],
    ['Easter Monday', '2026-04-06'],
  ])('[VTA-11] works on %s', (_case, date) => {
    expect(isBusinessDay(dateOf(date))).toBe(true);
  });

  it('[VTA-11] excludes weekends from business days without calling them holidays', () => {
    expect([dateOf('2026-11-21'), dateOf('2026-11-22')].map((day) => isBusinessDay(day))).toEqual([false, false]);
    expect(holidayName(dateOf('2026-11-21'))).toBeNull();
  });

  it('[VTA-11] prefers the lender’s table to the rules, with any name', () => {
    const inauguration: ReadonlyMap<IsoDate, string> = new Map([
      [dateOf('2024-10-01'), 'Transmisión del Poder Ejecutivo'],
      [dateOf('2024-10-02'), ''],
      [dateOf('2024-12-25'), 'Cierre anual'],
    ]);
    expect(holidayName(dateOf('2024-10-01'), inauguration)).toBe('Transmisión del Poder Ejecutivo');
    expect(isBusinessDay(dateOf('2024-10-01'), inauguration)).toBe(false);
    expect(isBusinessDay(dateOf('2024-10-02'), inauguration)).toBe(false);
    expect(holidayName(dateOf('2024-12-25'), inauguration)).toBe('Cierre anual');
  });

  it('[VTA-11] matches the ecclesiastical tables for Holy Week in every year from 1900 to 3000', () => {
    for (let year = 1900; year <= 3000; year += 1) {
      const easter = utc(easterByTheTables(year));
      const found = [-4, -3, -2, -1, 0, 1].map((days) => holidayName(dateOf(iso(easter + days * DAY_MS))));
      const named = found.filter((name) => name?.endsWith('Santo'));
      expect([year, found[1], found[2], named.length]).toEqual([year, 'Jueves Santo', 'Viernes Santo', 2]);
    }
  });

  it('[VTA-11] a year has eleven holidays: two in Holy Week and one for every other rule', () => {
    for (const year of [1900, 1999, 2000, 2026, 2100, 3000]) {
      let named = 0;
      for (let ms = utc(`${year}-01-01`); ms <= utc(`${year}-12-31`); ms += DAY_MS)
        if (holidayName(dateOf(iso(ms))) !== null) named += 1;
      expect([year, named]).toEqual([year, 11]);
    }
  });
});

describe('business and payment days', () => {
  test.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-21', '2026-11-23'],
    ['2026-12-12', '2026-12-14'],
    ['2026-04-02', '2026-04-06'],
    ['2025-12-25', '2025-12-26'],
    ['2026-12-31', '2026-12-31'],
    ['2027-01-01', '2027-01-04'],
    ['2026-03-14', '2026-03-17'],
  ])('[VTA-11] the first business day from %s is %s', (from, to) => {
    expect(nextBusinessDay(dateOf(from))).toBe(to);
  });

  it('[VTA-10] pays on Fridays by default', () => {
    expect(([1, 2, 3, 4, 5, 6, 7] as const).filter((day) => isAllowedWeekday(day, defaultWeekDays))).toEqual([5]);
  });

  it('[VTA-10] never pays on a weekend, even with every weekday allowed', () => {
    const everyDay = { monday: true, tuesday: true, wednesday: true, thursday: true, friday: true };
    const paid = ([1, 2, 3, 4, 5, 6, 7] as const).filter((day) => isAllowedWeekday(day, everyDay));
    expect(paid).toEqual([1, 2, 3, 4, 5]);
  });

  it('[VTA-08] detects whether any weekday is selected', () => {
    expect(hasWeekday(defaultWeekDays)).toBe(true);
    expect(hasWeekday({ ...defaultWeekDays, friday: false })).toBe(false);
  });

  it('[VTA-11] the next business day is at most 6 days away and skips none', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = nextBusinessDay(date);
        expect(daysBetween(date, next)).toBeLessThanOrEqual(6);
        for (let day = date; day < next; day = addDays(day, 1)) expect(isBusinessDay(day)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});

/** Easter by golden number, century corrections and epact (Clavius) rather than the formula under test. */
function easterByTheTables(year: number): string {
  const golden = (year % 19) + 1;
  const century = Math.floor(year / 100) + 1;
  const leapDropped = Math.floor((3 * century) / 4) - 12;
  const moonCorrection = Math.floor((8 * century + 5) / 25) - 5;
  const sunday = Math.floor((5 * year) / 4) - leapDropped - 10;
  let epact = (((11 * golden + 20 + moonCorrection - leapDropped) % 30) + 30) % 30;
  if ((epact === 25 && golden > 11) || epact === 24) epact += 1;
  let fullMoon = 44 - epact;
  if (fullMoon < 21) fullMoon += 30;
  const day = fullMoon + 7 - ((sunday + fullMoon) % 7);
  return iso(Date.UTC(year, 2, day));
}
