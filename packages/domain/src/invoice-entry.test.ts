import { describe, expect, it } from 'vitest';
import { addDays, dateOf } from './calendar.ts';
import {
  emissionDate,
  type InitialState,
  initialStateOf,
  isPossibleStampTime,
  lenderObjection,
  mayStillBeUnknown,
  numberKey,
  type TaxStatus,
  taxObjection,
} from './invoice-entry.ts';
import { moneyOf } from './money.ts';
import type { RejectionMotive } from './motives.ts';
import { companyStatus } from './receiver.ts';

const today = dateOf('2026-11-20');
type Facts = Parameters<typeof initialStateOf>[0];
const sound: Facts = {
  currency: 'MXN',
  total: moneyOf('116000.00', 'MXN'),
  emittedOn: dateOf('2026-11-10'),
  paymentMethod: 'PPD',
  isLiveElsewhere: false,
  relationMotive: null,
  issuerSituation: null,
  receiverSituation: null,
  receiverStatus: companyStatus.APPROVED,
  requiresPpd: false,
  taxStatus: 'vigente',
  mayBeUnknown: false,
  motive: null,
};
const rejected: readonly (readonly [string, Partial<Facts>, RejectionMotive])[] = [
  ['in euros', { currency: 'EUR', total: moneyOf('1.00', 'EUR') }, 'CURRENCY_UNSUPPORTED'],
  ['of zero', { total: moneyOf('0.00', 'MXN') }, 'TOTAL_NOT_POSITIVE'],
  ['of tomorrow', { emittedOn: addDays(today, 1) }, 'EMITTED_IN_FUTURE'],
  ['180 days old', { emittedOn: addDays(today, -180) }, 'EMITTED_TOO_OLD'],
  ['that another one substitutes', { relationMotive: 'REPLACED' }, 'REPLACED'],
  ['live at another client', { isLiveElsewhere: true }, 'ALREADY_FINANCED'],
  ['of a listed issuer', { issuerSituation: 'definitivo' }, 'ISSUER_LISTED'],
  ['to a listed receiver', { receiverSituation: 'definitivo' }, 'RECEIVER_LISTED'],
  ['of a disabled receiver', { receiverStatus: companyStatus.DISABLED }, 'RECEIVER_DISABLED'],
  ['of a rejected receiver', { receiverStatus: companyStatus.REJECTED }, 'RECEIVER_REJECTED'],
  ['of a shell company', { receiverStatus: companyStatus.REJECTED_FOR_SHELL_COMPANY }, 'RECEIVER_REJECTED'],
  [
    'of a receiver rejected for money laundering',
    { receiverStatus: companyStatus.REJECTED_FOR_PLD },
    'RECEIVER_REJECTED',
  ],
  ['PUE where PPD is required', { paymentMethod: 'PUE', requiresPpd: true }, 'PPD_REQUIRED'],
  ['without payment method where PPD is required', { paymentMethod: null, requiresPpd: true }, 'PPD_REQUIRED'],
  ['cancelled', { taxStatus: 'cancelado' }, 'CANCELLED_AT_TAX_AUTHORITY'],
  ['being cancelled', { taxStatus: 'cancelacion-en-proceso' }, 'CANCELLATION_IN_PROGRESS'],
  ['unknown', { taxStatus: 'no-encontrado' }, 'UNKNOWN_AT_TAX_AUTHORITY'],
];

describe('rejections', () => {
  it.each(rejected)('[CAR-04] rejects an invoice %s', (_, facts, motive) => {
    expect(initialStateOf({ ...sound, ...facts }, today)).toMatchObject({ status: 'RECHAZADA', motive });
  });

  it('reports the first applicable motive', () => {
    // Applied from last to first, so each one overrides those after it; per field only the first one counts.
    const seen = new Set<string>();
    let facts: Facts = sound;
    for (const [, broken, motive] of rejected.toReversed()) {
      if (Object.keys(broken).some((field) => seen.has(field) && field !== 'total')) continue;
      for (const field of Object.keys(broken)) seen.add(field);
      facts = { ...facts, ...broken };
      expect(initialStateOf(facts, today).motive).toBe(motive);
    }
    expect(seen.size).toBeGreaterThanOrEqual(8);
  });

  it.each<[TaxStatus, RejectionMotive, RejectionMotive | null]>([
    ['unreachable', 'CANCELLED_AT_TAX_AUTHORITY', 'CANCELLED_AT_TAX_AUTHORITY'],
    ['unreachable', 'CANCELLATION_IN_PROGRESS', 'CANCELLATION_IN_PROGRESS'],
    ['no-encontrado', 'UNKNOWN_AT_TAX_AUTHORITY', 'UNKNOWN_AT_TAX_AUTHORITY'],
    ['cancelado', 'CANCELLATION_IN_PROGRESS', 'CANCELLED_AT_TAX_AUTHORITY'],
    ['vigente', 'CANCELLATION_IN_PROGRESS', null],
    ['unreachable', 'RECEIVER_DISABLED', null],
  ])('[CAR-04] tax status "%s" turns the motive %s into %s', (taxStatus, motive, why) => {
    expect(taxObjection({ taxStatus, mayBeUnknown: true, motive })).toBe(why);
  });

  it.each([
    ['of today', { emittedOn: today }],
    ['179 days old', { emittedOn: addDays(today, -179) }],
    ['of one cent', { total: moneyOf('0.01', 'MXN') }],
    ['in dollars', { currency: 'USD', total: moneyOf('1.00', 'USD') }],
    ['PUE where PPD is not required', { paymentMethod: 'PUE' }],
    ['PPD where PPD is required', { requiresPpd: true }],
  ] as const)('accepts an invoice %s', (_, facts) => {
    expect(lenderObjection({ ...sound, ...facts }, today)).toBeNull();
  });
});

describe('initial state of an accepted invoice', () => {
  it.each<[TaxStatus, keyof typeof companyStatus, InitialState['status'], InitialState['verification']]>([
    ['vigente', 'APPROVED', 'AUTORIZADA', 'verified'],
    ['vigente', 'PENDING', 'REGISTRADO', 'verified'],
    ['unreachable', 'APPROVED', 'REGISTRADO', 'pending'],
    ['unreachable', 'PENDING', 'REGISTRADO', 'pending'],
  ])('%s with a receiver %s is %s, %s', (taxStatus, receiver, status, verification) => {
    const facts = { ...sound, taxStatus, receiverStatus: companyStatus[receiver] };
    expect(initialStateOf(facts, today)).toEqual({ status, motive: null, verification });
  });

  it('waits for an invoice stamped too recently for the tax authority to have it', () => {
    const entry = initialStateOf({ ...sound, taxStatus: 'no-encontrado', mayBeUnknown: true }, today);
    expect(entry).toEqual({ status: 'REGISTRADO', motive: null, verification: 'pending' });
  });

  it.each([
    ['2026-11-20T12:00:00Z', false],
    ['2026-11-20T12:00:01Z', true],
  ])('allows exactly 24 hours from %s', (since, expected) => {
    expect(mayStillBeUnknown(new Date(since), new Date('2026-11-21T12:00:00Z'))).toBe(expected);
  });
});

describe('[CAR-10] the date of an emission', () => {
  // 23:40 in Mexico City, 00:40 in Cancún.
  const now = new Date('2026-11-21T05:40:00Z');
  it.each([
    ['of the first hour of tomorrow in Cancún', '2026-11-21T00:30:00', '2026-11-20'],
    ['later than now in every zone', '2026-11-21T00:40:01', '2026-11-21'],
    ['of today', '2026-11-20T23:00:00', '2026-11-20'],
    ['of yesterday', '2026-11-19T23:59:59', '2026-11-19'],
    ['of the day after tomorrow', '2026-11-22T00:10:00', '2026-11-22'],
  ])('%s counts as its own or as today', (_, emittedAt, date) => {
    expect(emissionDate({ emittedAt, emittedOn: dateOf(emittedAt.slice(0, 10)) }, now)).toBe(date);
  });
});

describe('the time of a stamp', () => {
  const now = new Date('2026-11-20T18:00:00Z');
  it.each([
    ['with its invoice', '2026-11-20T12:00:00', '2026-11-20T12:00:00', true],
    ['an hour before its invoice, of Cancún', '2026-11-20T12:00:00', '2026-11-20T11:00:00', true],
    ['more than an hour before its invoice', '2026-11-20T12:00:00', '2026-11-20T10:59:59', false],
    ['an hour ahead, as in former summers', '2026-11-20T12:00:00', '2026-11-20T13:00:00', true],
    ['later than now', '2026-11-20T12:00:00', '2026-11-20T13:00:01', false],
    ['in years', '2026-11-20T12:00:00', '2028-01-01T00:00:00', false],
  ])('%s is possible or not', (_, emittedAt, stampedAt, isPossible) => {
    expect(isPossibleStampTime({ emittedAt, stampedAt }, now)).toBe(isPossible);
  });
});

describe('series and folio of an invoice', () => {
  it.each([
    ['a', '1'],
    [' A ', '0001'],
    ['Ａ', '１'],
    ['Á', '1.'],
    [null, 'A-001'],
    ['A', '-1'],
  ])('[CAR-04] takes %j and %j for the same as A 1', (series, folio) => {
    expect(numberKey(series, folio)).toBe(numberKey('A', '1'));
  });

  it.each([
    ['A', '10'],
    ['B', '1'],
    ['Ж', '1'],
    [null, '1'],
    [null, null],
  ])('[CAR-04] takes %j and %j for others', (series, folio) => {
    expect(numberKey(series, folio)).not.toBe(numberKey('A', '1'));
  });
});
