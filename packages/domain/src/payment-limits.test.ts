import { expect, it } from 'vitest';
import { moneyOf } from './money.ts';
import { paymentNeed } from './payment-limits.ts';

const pesos = (text: string) => moneyOf(text, 'MXN');

it.each([
  // payments, earlier today, per payment, per day, rule
  ['no amounts', ['9000000.00'], '9000000.00', null, null, null],
  ['at the amount of a payment', ['500000.00', '500000.00'], '0.00', '500000.00', null, null],
  ['one of several a cent above it', ['1.00', '500000.01'], '0.00', '500000.00', null, 'payment'],
  ['at the amount of a day', ['300000.00', '100000.00'], '600000.00', null, '1000000.00', null],
  ['a cent above it with earlier payments', ['300000.00', '100000.01'], '600000.00', null, '1000000.00', 'day'],
  ['both: the payment comes first', ['2.00'], '2.00', '1.00', '1.00', 'payment'],
  ['an amount of zero: each payment', ['0.01'], '0.00', '0.00', null, 'payment'],
] as const)('[DIN-12] second person for payments, %s', (_, payments, earlier, perPayment, perDay, rule) => {
  const limit = rule === 'payment' ? perPayment : perDay;
  const amounts = {
    perPayment: perPayment === null ? null : pesos(perPayment),
    perDay: perDay === null ? null : pesos(perDay),
  };
  const need = paymentNeed(payments.map(pesos), pesos(earlier), amounts);
  expect(need).toEqual(rule && limit ? { rule, limit: pesos(limit) } : null);
});
