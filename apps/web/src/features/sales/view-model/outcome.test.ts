import { expect, it } from 'vitest';
import { sale } from '../../../testing/sale-server.ts';
import type { OpenSale } from '../use-open-sales.ts';
import { sentText, unknownText } from './outcome.ts';

const inState = (state: Parameters<typeof sale>[0], ...numbers: number[]) =>
  numbers.map((numberOfSale) => sale(state, { numberOfSale }));

it.each([
  ['requested', [12], 'La venta 12 ya se envió a la financiera.'],
  ['requested', [12, 13], 'Las ventas 12 y 13 ya se enviaron a la financiera.'],
  ['answered', [12], 'La financiera ya contestó la venta 12.'],
  ['disbursed', [12], 'La venta 12 ya se depositó.'],
  ['disbursed', [12, 13, 14], 'Las ventas 12, 13 y 14 ya se depositaron.'],
  ['held', [12], null],
  ['quoted', [12], null],
  ['cancelled', [12], null],
] as const)('[RES-04] the outcome of a sale that is %s: %j', (state, numbers, text) => {
  expect(sentText(inState(state, ...numbers))).toBe(text);
});

it('[RES-04] several outcomes have a sentence each, and unsold ones none', () => {
  const sales = [...inState('disbursed', 14), ...inState('cancelled', 13), ...inState('requested', 12)];
  expect(sentText(sales)).toBe('La venta 12 ya se envió a la financiera. La venta 14 ya se depositó.');
});

const open: OpenSale = { key: '', documents: null, numbers: [12], accepted: null, isWithdrawn: false, isLeft: true };
const accepted = { body: { invoices: [], acceptedTerms: { version: '1', hash: '' } }, email: null };

it.each([
  [{ numbers: [] }, 'No sabemos si tus facturas quedaron apartadas. Seguimos preguntando.'],
  [{}, 'No sabemos si se canceló la venta 12. Seguimos preguntando.'],
  [
    { numbers: [12, 13], accepted, isWithdrawn: true },
    'No sabemos si se cancelaron las ventas 12 y 13. Seguimos preguntando.',
  ],
  [{ accepted }, 'No sabemos si se envió la venta 12 a la financiera. Seguimos preguntando.'],
  [
    { numbers: [12, 13], accepted },
    'No sabemos si se enviaron las ventas 12 y 13 a la financiera. Seguimos preguntando.',
  ],
])('[RES-04] an unknown outcome names the step without an answer: %j', (at, text) => {
  expect(unknownText({ ...open, ...at })).toBe(text);
});
