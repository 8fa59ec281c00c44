import type { setAsPreSell } from '@anticipa/contract/sales';
import { expect, it } from 'vitest';
import { ApiRefusal, ServerUnreachable } from '../../../lib/api-client.ts';
import { UnexpectedAnswer } from './answers.ts';
import { type NextStep, problemOf } from './sale-problem.ts';
import { anInvoice, offersOf } from './test-builders.ts';

const offers = offersOf([anInvoice({ folio: '1' }), anInvoice({ folio: '2' })]);
const [first, second] = offers.map(({ id }) => id);
const refused = (status: number, code: string, details: readonly (readonly [string | undefined, string])[] = []) =>
  problemOf(
    new ApiRefusal(status, {
      code,
      message: 'Qué pasó',
      details: details.map(([path = '', own]) => ({ path, code: own, message: 'Por qué' })),
      requestId: 'r',
    }),
    offers,
  );

/** Next step offered when the server names an invoice with each of the reasons against its sale. */
const nextSteps = {
  NO_INVOICE_SELECTED: 'invoices',
  INVOICE_NOT_SELLABLE: 'remove',
  INVOICE_ALREADY_IN_SALE: 'remove',
  INVOICE_REJECTED: 'remove',
  PRODUCT_INACTIVE: 'remove',
  PAYMENT_DATE_MISSING: 'fix',
  PAYMENT_DATE_NOT_AFTER_TODAY: 'fix',
  TERM_OVER_180_DAYS: 'fix',
  PAYMENT_DATE_NOT_BUSINESS_DAY: 'fix',
  PURCHASE_ORDER_MISSING: 'fix',
  BANK_ACCOUNT_MISSING: 'remove',
  CREDIT_LINE_MISSING: 'remove',
  CREDIT_LINE_ENDED: 'remove',
  CREDIT_EXCEEDED: 'remove',
  RECEIVER_LIMIT_EXCEEDED: 'remove',
  EXCHANGE_RATE_MISSING: 'remove',
  DEPOSIT_NOT_POSITIVE: 'fix',
  QUOTE_CHANGED: 'retry',
  ABOVE_OWN_LIMIT: 'remove',
  PREPARED_SALE_ENDED: 'remove',
} as const satisfies Record<(typeof setAsPreSell.errors)[number], NextStep>;

it.each(Object.entries(nextSteps))('after %s of an invoice offers to %s', (code, nextStep) => {
  expect(refused(409, code, [[first, code]]).nextStep).toBe(nextStep);
});

it.each([
  [422, 'PAYMENT_DATE_MISSING', 'INVOICE_REJECTED', 'remove'],
  [422, 'PURCHASE_ORDER_MISSING', 'QUOTE_CHANGED', 'fix'],
] as const)('after a %d %s and a %s offers to %s', (status, code, other, nextStep) => {
  const details = [
    [first, code],
    [second, other],
  ] as const;
  expect(refused(status, code, details).nextStep).toBe(nextStep);
});

it.each([
  [409, 'SALE_EXPIRED', 'invoices'],
  [409, 'SALE_STATE_CONFLICT', 'invoices'],
  [422, 'TERMS_NOT_ACCEPTED', 'terms'],
  [503, 'SERVICE_UNAVAILABLE', 'retry'],
  [401, 'NO_SESSION', 'retry'],
  [500, 'UNEXPECTED', 'retry'],
  [404, 'NOT_FOUND', 'invoices'],
] as const)('after a %d %s offers to %s', (status, code, nextStep) => {
  expect(refused(status, code).nextStep).toBe(nextStep);
});

it('lists the invoices with their reasons, also beside their rows', () => {
  const problem = refused(409, 'INVOICE_ALREADY_IN_SALE', [[second, 'INVOICE_ALREADY_IN_SALE']]);
  expect(problem.named).toEqual([{ id: second, text: 'A-2, ACEROS DEL NORESTE: Por qué' }]);
  expect([...problem.rows.dates]).toEqual([[second, 'Por qué']]);
});

it('assures that nothing is repeated after a network failure', () => {
  expect(problemOf(new ServerUnreachable(), offers)).toMatchObject({
    nextStep: 'retry',
    unanswered: true,
    text: 'No hay conexión con el servidor y no se sabe si la operación llegó. Al reintentar no se repite.',
  });
});

it('sends a new request after a refusal and the same one when there was no answer', () => {
  const cases = [
    [409, 'QUOTE_CHANGED', false],
    [503, 'SERVICE_UNAVAILABLE', true],
    [500, 'UNEXPECTED', true],
    [409, 'REQUEST_IN_PROGRESS', true],
    [401, 'NO_SESSION', true],
    [429, 'TOO_MANY_REQUESTS', true],
  ] as const;
  for (const [status, code, isUnanswered] of cases) expect(refused(status, code).unanswered).toBe(isUnanswered);
  expect(problemOf(new SyntaxError('garbled'), offers)).toMatchObject({ nextStep: 'retry', unanswered: true });
});

it('[RES-06] after another answer than expected says whether the sale may have been sent', () => {
  expect(problemOf(new UnexpectedAnswer('other figures'), offers)).toMatchObject({
    text: 'El servidor contestó algo que no corresponde a tu venta. No se aceptó nada.',
    unanswered: false,
  });
  expect(problemOf(new UnexpectedAnswer('other sales', true), offers)).toMatchObject({
    text: 'El servidor contestó algo que no corresponde a tu venta. No sabemos si la venta se envió.',
    unanswered: true,
  });
});
