import { describe, expect, it } from 'vitest';
import type { BankLine } from './bank-line.ts';
import { clabesIn, filedPaymentOf, inBooks, otherAmountOf, ownKeyOf } from './bank-match.ts';
import { addDays, dateOf } from './calendar.ts';
import { clabeOf } from './clabe.ts';

const day = dateOf('2026-03-10');
const clabe = clabeOf('07218000123456789');
const line = (over: Partial<BankLine> = {}): BankLine => ({
  date: day,
  cents: -10_092_000n,
  trackingKey: '',
  reference: '',
  text: 'SPEI ENVIADO',
  balance: null,
  ...over,
});
const filed = (reference: number, over: object = {}) => ({ reference, clabe, cents: 10_092_000n, ...over });

describe('[DIN-38] the filed payment of a charge', () => {
  it.each([
    [
      'its reference in the concept',
      line({ text: 'SPEI ENVIADO ANTICIPO VENTA 12 R0000042' }),
      [filed(41), filed(42)],
      42,
    ],
    ['seven digits', line({ text: 'REF 0000042 PAGO' }), [filed(42)], 42],
    ['the number in its column', line({ reference: '42' }), [filed(42)], 42],
    ['its account', line({ text: `A ${clabe}` }), [filed(42), filed(43, { cents: 1n })], 42],
    ['its amount alone', line(), [filed(42)], null],
    ['its reference with another amount', line({ reference: '42', cents: -1n }), [filed(42)], null],
    ['an account of two', line({ text: `A ${clabe}` }), [filed(42), filed(43)], null],
    ['a number in a text', line({ text: 'PAGO 42' }), [filed(42)], null],
    ['money that came in', line({ reference: '42', cents: 10_092_000n }), [filed(42)], null],
  ] as const)('%s', (_, charge, payments, reference) =>
    expect(filedPaymentOf(charge, payments)?.reference ?? null).toBe(reference),
  );
});

describe('[DIN-37] a movement that the books have', () => {
  const booked = (key: string, over: object = {}) => ({ key, on: day, cents: 11_600_000n, ...over });
  const credit = (over: Partial<BankLine> = {}) => line({ cents: 11_600_000n, ...over });
  it.each([
    ['its key in its column', credit({ trackingKey: 'ABC1' }), [booked('ABC1')], 'ABC1'],
    ['its key in a text', credit({ text: 'SPEI RECIBIDO / 085901abc' }), [booked('085901ABC')], '085901ABC'],
    ['its key on another day', credit({ trackingKey: 'ABC1' }), [booked('ABC1', { on: addDays(day, -9) })], 'ABC1'],
    ['a short key in a text by chance', credit({ text: 'PAGO 12' }), [booked('12')], 'likely'],
    ['only its amount', credit(), [booked('ABC1')], 'likely'],
    ['its amount long ago', credit(), [booked('ABC1', { on: addDays(day, -6) })], null],
    ['its key with another amount', credit({ trackingKey: 'ABC1' }), [booked('ABC1', { cents: 1n })], null],
    ['nothing', credit(), [], null],
  ] as const)('%s', (_, movement, books, expected) => {
    const found = inBooks(movement, books);
    expect(found?.kind === 'known' ? found.movement.key : (found?.kind ?? null)).toBe(expected);
  });

  const paid = (key: string, cents = -120_500n) => ({ key, on: day, cents });
  const ofFile = (reference: number, trackingKey: string | null) => ({
    ...filed(reference, { cents: 120_500n }),
    trackingKey,
  });
  it.each([
    ['its key', line({ trackingKey: 'ABC1', cents: -125_000n }), [paid('ABC1')], [], 'ABC1'],
    ['its key and its amount', line({ trackingKey: 'ABC1', cents: -120_500n }), [paid('ABC1')], [], null],
    ['the reference of a file', line({ reference: '42', cents: -125_000n }), [], [ofFile(42, null)], 42],
    [
      'the reference of a registered one',
      line({ reference: '42', cents: -1n }),
      [paid('K9')],
      [ofFile(42, 'K9')],
      'K9',
    ],
    ['two of them', line({ text: 'R0000042 ABCDEF1', cents: -1n }), [paid('ABCDEF1')], [ofFile(42, null)], null],
    ['nothing', line({ cents: -125_000n }), [paid('ABC1')], [ofFile(42, null)], null],
    ['the key of money that came in', line({ trackingKey: 'ABC1', cents: 125_000n }), [paid('ABC1')], [], null],
  ] as const)('[DIN-107] another amount than that of a payment: %s', (_, movement, books, files, expected) => {
    const found = otherAmountOf(movement, books, files);
    expect(found && ('booked' in found ? found.booked.key : found.filed.reference)).toBe(expected);
  });

  it('names accounts, and a key only where a transfer can have it', () => {
    expect(clabesIn(line({ text: `DE ${clabe} A 012180001234567890` }))).toEqual([clabe]);
    expect(ownKeyOf(line({ trackingKey: 'ABC 1' }))).toBeNull();
  });
});
