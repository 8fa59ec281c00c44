import { resendSale } from '@anticipa/contract/sent-sales';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { figures, item } from '../../../testing/sale-server.ts';
import { answer, Refusal } from '../../../testing/server.ts';
import { aUser, signInAs } from '../../../testing/signed-in.ts';
import type { SaleSheetData } from '../api.ts';
import { Correction } from './correction.tsx';

const other = {
  ...item,
  documentId: '00000000-0000-4000-8000-000000000009',
  folio: '9',
  state: 'held',
  motive: null,
} as const;
const correction = {
  message: 'La orden de compra es de otra factura',
  documentIds: [item.documentId],
  at: '2026-03-10T17:00:00.000Z',
};
const sale: SaleSheetData = {
  numberOfSale: 12,
  product: 'FB',
  currency: 'MXN',
  state: 'requested',
  requestedAt: correction.at,
  requestedBy: 'Ana Ruiz',
  preparedBy: null,
  answeredAt: null,
  disbursedAt: null,
  cancelledAt: null,
  trackingKey: null,
  count: 2,
  rejected: 0,
  isReturned: true,
  total: figures.total,
  initialDeposit: figures.initialDeposit,
  totals: figures,
  products: ['FB'],
  correction,
  items: [{ ...item, state: 'held', motive: null }, other],
  terms: { version: '1', hash: 'ab'.repeat(32) },
  constancia: null,
  hasProof: false,
};

beforeEach(() => signInAs(aUser()));

it('[OPE-03] a client sends back what the lender asked to correct, with a refusal at its field', async () => {
  const screen = await renderScreen(<Correction sale={sale} correction={correction} />);
  await expect.element(screen.getByText(correction.message)).toBeVisible();
  const orders = screen.getByLabelText(/^Orden de compra de/);
  expect(orders.elements()).toHaveLength(1);
  await orders.fill('');
  await screen.getByLabelText(/^Nota/).fill('Era la OC77');
  answer(resendSale).with(() => {
    const details = [{ path: item.documentId, code: 'PURCHASE_ORDER_MISSING', message: 'Falta la orden de compra' }];
    return new Refusal(422, 'PURCHASE_ORDER_MISSING', 'Falta la orden de compra', details);
  });
  const send = screen.getByRole('button', { name: 'Enviar de nuevo' });
  await send.click();
  await expect.element(orders).toHaveAccessibleDescription('Falta la orden de compra');
  await expect.element(orders).toHaveFocus();
  await orders.fill('OC77');
  const resent = answer(resendSale).with(() => ({ status: 'success' }));
  await send.click();
  await expect.element(screen.getByText('La financiera ya tiene tu corrección.').first()).toBeVisible();
  expect(resent.map(({ body }) => body)).toEqual([
    { corrections: [{ documentId: item.documentId, purchaseOrder: 'OC77' }], note: 'Era la OC77' },
  ]);
});
