import { registerCollection } from '@anticipa/contract/collections';
import { previewCollection } from '@anticipa/contract/receipts';
import { getSettings } from '@anticipa/contract/settings';
import { beforeEach, expect, it } from 'vitest';
import { noSettings } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { References } from './references-table.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const today = '2026-03-10';
/** A reference for this many invoices. */
const aReference = (count: number) => ({
  ...{ reference: 'REF0042', clientId: idOf(8), clientRFC: 'CNA010101AAA', currency: 'MXN' as const },
  ...{ amount: '116000.00', count, date: '2026-03-09T18:00:00.000Z' },
  invoices: Array.from({ length: count }, (_, place) => ({
    ...{ documentId: idOf(place), folio: `A${place}`, owed: '16571.42' },
  })),
});

beforeEach(async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['cobranza'] }));
  answer(getSettings).with(() => ({ settings: noSettings }));
  answer(previewCollection).with(() => ({ parts: [], left: '150.00', doubts: [], waitsFor: null }));
});

const open = async (count: number) => {
  const screen = await renderScreen(<References references={[aReference(count)]} today={today} />);
  await screen.getByRole('button', { name: 'Registrar el pago de la referencia REF0042' }).click();
  return screen.getByRole('dialog');
};

it('[DIN-05] [DIN-108] types what was kept back from an invoice of a reference, and shows what is left unidentified', async () => {
  const sent = answer(registerCollection).with(() => new Refusal(409, 'TRACKING_KEY_REUSED', 'La clave ya se usó.'));
  const dialog = await open(2);
  await dialog.getByRole('combobox', { name: 'Descuento en A1' }).selectOptions('Comisión del banco');
  await dialog.getByRole('textbox', { name: 'Importe que se descontó de A1' }).fill('350');
  await dialog.getByRole('textbox', { name: 'Importe recibido' }).fill('115800');
  await expect.element(dialog.getByText(/Quedarán MXN 150.00 sin identificar: ahí decides/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Clave de rastreo' }).fill('BANK43');
  await dialog.getByRole('textbox', { name: 'Banco que envió' }).fill('BBVA MEXICO');
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  await expect.element(dialog.getByText('La clave ya se usó.')).toBeVisible();
  expect(sent.map(({ body }) => [body.pays, body.amount, body.deductions])).toEqual([
    [{ reference: 'REF0042' }, '115800.00', [{ documentId: idOf(1), kind: 'fee', amount: '350.00' }]],
  ]);
});

it('[DIN-108] only invoices with a deduction have fields in a reference with many invoices', async () => {
  const dialog = await open(7);
  await dialog.getByRole('combobox', { name: 'Descuento en otra factura' }).selectOptions('A3');
  await expect.element(dialog.getByRole('textbox', { name: 'Importe que se descontó de A3' })).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: 'Descuento en A4' })).not.toBeInTheDocument();
});
