import { expect, it } from 'vitest';
import { situationOf, totalText } from './situation.ts';
import { aLine, aMarket, anInvoice, aProduct, offersOf } from './test-builders.ts';

const motive = { code: 'LENDER_DOCUMENTS', description: 'Faltan documentos', remedy: '', user: false } as const;

it.each([
  ['a sound invoice', {}, 'Lista para vender'],
  ['one the tax authority has not confirmed', { verification: 'pending' }, 'Verificación pendiente'],
  ['one whose date has passed', { product: 'BI', emittedOn: '2025-09-04' }, 'Elige otra fecha de pago al vender'],
  [
    'one rejected today',
    { status: 0, rejectedDate: '2026-03-02', motive },
    'Rechazada hoy; puedes intentarlo de nuevo',
  ],
  [
    'one rejected before today',
    { status: 0, rejectedDate: '2026-03-01', motive },
    'La documentación de la operación está incompleta',
  ],
] as const)('[VTA-12] describes %s', (_, over, text) => {
  const [offer] = offersOf([anInvoice(over)]);
  expect(offer && situationOf(offer).text).toBe(text);
});

it('[VTA-13] names a currency without a bank account', () => {
  const products = new Map([['BI', aProduct('BI', { accounts: new Map() })] as const]);
  const market = aMarket({ products, lines: [aLine(), aLine({ currency: 'USD' })] });
  const offers = offersOf([anInvoice(), anInvoice({ currency: 'USD' })], market);
  expect(offers.map((offer) => situationOf(offer).text)).toEqual([
    'Sin cuenta bancaria en MXN',
    'Sin cuenta bancaria en USD',
  ]);
});

it('writes the amount of an invoice in its own currency, also one that is not financed', () => {
  const offers = offersOf([anInvoice({ total: '1000.50' }), anInvoice({ currency: 'EUR', total: '1000.50' })]);
  expect(offers.map(totalText)).toEqual(['MXN 1,000.50', 'EUR 1,000.50']);
});
