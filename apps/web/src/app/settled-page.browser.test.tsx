import { getCreditInformation } from '@anticipa/contract/credit';
import { listInvoices } from '@anticipa/contract/invoices';
import { getPaymentInstructions, getPaymentReference, setPaymentReference } from '@anticipa/contract/references';
import { beforeEach, expect, it } from 'vitest';
import { aCreditAnswer, anInvoiceInCredit } from '../lib/test-builders.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { answer, Refusal } from '../testing/server.ts';
import { SettledPage } from './settled-page.tsx';

const REFERENCE = 'AN110000000141';
const owing = anInvoiceInCredit({
  status: 40,
  paymentDate: '2026-03-02',
  paidAmount: '116000.00',
  recargos: '15466.67',
  ivaRecargos: '2474.67',
  finalDeposit: '0.00',
  paymentReference: REFERENCE,
});
const paid = anInvoiceInCredit({
  documentId: '00000000-0000-4000-8000-0000000000ff',
  folio: '9',
  status: 40,
  paymentDate: '2026-03-02',
  paidAmount: '116000.00',
  recargos: '0.00',
  ivaRecargos: '0.00',
  finalDeposit: '10857.60',
});

beforeEach(() => {
  answer(getPaymentInstructions).with(() => ({ data: [] }));
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(listInvoices).with(() => ({ data: [owing, paid] }));
});

it('[RPG-01] a balance due gets its payment reference; invoices without one have no button', async () => {
  const made = answer(setPaymentReference).with(() => ({
    paymentReference: 'AN110000000238',
    rowsUpdated: 1,
    id: owing.documentId,
  }));
  const asked = answer(getPaymentReference).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
  const screen = await renderScreen(<SettledPage />);
  const pay = screen.getByRole('button', { name: 'Pagar saldo' });
  await expect.element(pay).toBeVisible();
  expect(pay.elements()).toHaveLength(1);
  // Late charges of 15,466.67, their IVA of 2,474.67 and that of the interest, 742.40, less the aforo of 11,600.00.
  await expect.element(screen.getByText(/^Debes /)).toMatchTextContent('Debes MXN 7,083.74');
  await pay.click();
  await expect.element(screen.getByRole('dialog', { name: 'Referencia de pago' })).toBeVisible();
  expect(made.map(({ body }) => body)).toEqual([{ invoices: [owing.uuid] }]);
  expect(asked[0]?.params).toEqual({ referenceId: 'AN110000000238' });
});

it('[RPG-03] a balance due that has its reference leads to it; another failure is shown', async () => {
  answer(setPaymentReference).with(() => new Refusal(409, 'INVOICE_ALREADY_REFERENCED', 'Ya tiene referencia.'));
  const asked = answer(getPaymentReference).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
  const screen = await renderScreen(<SettledPage />);
  await screen.getByRole('button', { name: 'Pagar saldo' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Referencia de pago' })).toBeVisible();
  expect(asked[0]?.params).toEqual({ referenceId: REFERENCE });
  await screen.getByRole('button', { name: 'Cerrar' }).first().click();
  answer(setPaymentReference).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Espera.'));
  await screen.getByRole('button', { name: 'Pagar saldo' }).click();
  await expect.element(screen.getByText('Ha ocurrido un error, contacta al administrador').first()).toBeVisible();
});
