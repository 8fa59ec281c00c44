import { expect, it } from 'vitest';
import { situationOf } from './situation.ts';
import { aMarket, anInvoice, aProduct, offersOf } from './test-builders.ts';

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
  const market = aMarket({ products: new Map([['BI', aProduct('BI', { accounts: new Map() })]]) });
  const [offer] = offersOf([anInvoice()], market);
  expect(offer && situationOf(offer).text).toBe('Sin cuenta bancaria en MXN');
});
