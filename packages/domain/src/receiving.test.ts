import { expect, it } from 'vitest';
import { ACCOUNT_BLOCKED_FROM } from './approval.ts';
import { dateOf } from './calendar.ts';
import type { CreditLine } from './credit.ts';
import { moneyOf } from './money.ts';
import { obstacleOf, type ReceivingFacts } from './receiving.ts';

const now = { today: dateOf('2026-03-02'), at: new Date('2026-03-02T16:00:00Z') };
const later = new Date('2026-03-03T16:00:00Z');

const aLine = (over: Partial<CreditLine> = {}): CreditLine => ({
  product: 'BI',
  currency: 'MXN',
  limit: moneyOf('1000.00', 'MXN'),
  used: moneyOf('0.00', 'MXN'),
  held: moneyOf('0.00', 'MXN'),
  isMultiCurrency: false,
  validUntil: null,
  interestRate: '24',
  advancePercent: '90',
  daysInYear: 360,
  ivaRate: '16',
  ...over,
});
const product = { code: 'BI', authorised: true, active: true } as const;
const usedUp = aLine({ held: moneyOf('1000.00', 'MXN') });
const open: ReceivingFacts = {
  product,
  currency: 'MXN',
  lines: [aLine()],
  account: { paysFrom: null },
  isRatePublished: true,
};

it.each<[string, Partial<ReceivingFacts>, ReturnType<typeof obstacleOf>]>([
  ['nothing', {}, null],
  ['a product that is not authorised', { product: { ...product, authorised: false } }, 'PRODUCT_NOT_AUTHORISED'],
  ['a product that is switched off', { product: { ...product, active: false } }, 'PRODUCT_INACTIVE'],
  ['no line', { lines: [], account: null }, 'NO_CREDIT_LINE'],
  ['a line of the other product only', { lines: [aLine({ product: 'FB' })] }, 'NO_CREDIT_LINE'],
  ['a line of the other currency only', { currency: 'USD' }, 'NO_CREDIT_LINE'],
  ['a line that ended yesterday', { lines: [aLine({ validUntil: dateOf('2026-03-01') })] }, 'CREDIT_LINE_ENDED'],
  ['no account', { lines: [usedUp], account: null }, 'NO_ACCOUNT'],
  [
    'no exchange rate for a converted currency',
    { currency: 'USD', lines: [aLine({ isMultiCurrency: true })], isRatePublished: false },
    'EXCHANGE_RATE_MISSING',
  ],
  ['a line without credit', { lines: [usedUp], account: { paysFrom: later } }, 'CREDIT_USED_UP'],
  ['an account that changed within a day', { account: { paysFrom: later } }, 'ACCOUNT_HELD'],
  ['an account to which a payment came back', { account: { paysFrom: ACCOUNT_BLOCKED_FROM } }, 'ACCOUNT_BLOCKED'],
  ['an account whose wait has ended', { account: { paysFrom: now.at } }, null],
  ['a rate that is not needed', { isRatePublished: false }, null],
])('[TAB-13] [VTA-17] finds as the obstacle of today: %s', (_, over, obstacle) => {
  expect(obstacleOf({ ...open, ...over }, now)).toBe(obstacle);
});
