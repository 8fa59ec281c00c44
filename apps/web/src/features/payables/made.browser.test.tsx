import {
  endRecall,
  listMadePayments,
  type MadePayment,
  paymentProof,
  proposeReturn,
  recallPayment,
} from '@anticipa/contract/made-payments';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { MadePayments } from './made.tsx';

const idOf = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const payment = (place: number, over: Partial<MadePayment>): MadePayment => ({
  purpose: 'deposit',
  id: idOf(place),
  clientId: idOf(9),
  name: 'Aceros Ñandú',
  label: String(place),
  currency: 'MXN',
  amount: '100920.00',
  trackingKey: `PAGO${place}`,
  clabe: '012180001234567899',
  paidAt: '2026-03-10T18:00:00.000Z',
  state: 'paid',
  reason: null,
  orderId: null,
  ...over,
});
const payments = [
  payment(1, { orderId: idOf(7) }),
  payment(2, { purpose: 'payout', label: '', state: 'recalled', reason: 'se pagó a otra cuenta' }),
  payment(3, {
    purpose: 'return',
    label: 'AJENO3',
    clientId: null,
    clabe: null,
    state: 'returned',
    reason: 'Cuenta bloqueada',
  }),
];

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(async () => {
  await signInWith(['tesoreria']);
  answer(listMadePayments).with(() => ({ data: payments }));
});

it('[DIN-14] proposes that a payment came back, with the bank’s key and a reason, after showing its entry', async () => {
  const refusal = new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.');
  const proposed = answer(proposeReturn).with(() => refusal);
  const screen = await renderScreen(<MadePayments />);
  await expect.element(screen.getByText('Cuenta bloqueada')).toBeVisible();
  await screen.getByRole('button', { name: 'Registrar que regresó: Depósito de la venta 1 · Aceros Ñandú' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/MXN 100,920.00.*El importe entra a Bancos/);
  await dialog.getByRole('textbox', { name: 'Clave del regreso' }).fill('no es');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('la cuenta no existe');
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect.element(dialog.getByText(/de 1 a 30 letras y números/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Clave del regreso' }).fill(' REGRESO1 ');
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  const body = { purpose: 'deposit', id: idOf(1), trackingKey: 'PAGO1', outcome: 'returned', reference: 'REGRESO1' };
  expect(proposed.map((call) => call.body)).toEqual([{ ...body, reason: 'la cuenta no existe' }]);
});

it('[DIN-17] proposes that a payment went to the account of somebody else, and that it was recovered', async () => {
  const elsewhere = payment(4, { state: 'elsewhere', reason: 'la recibió otra empresa' });
  answer(listMadePayments).with(() => ({ data: [...payments, elsewhere] }));
  const refusal = new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.');
  const proposed = answer(proposeReturn).with(() => refusal);
  const screen = await renderScreen(<MadePayments />);
  const dialog = screen.getByRole('dialog');
  await screen
    .getByRole('button', { name: 'Registrar que llegó a otra cuenta: Depósito de la venta 1 · Aceros Ñandú' })
    .click();
  await expect.element(dialog).toMatchTextContent(/lo debe quien lo recibió \(Deudores\)/);
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('se tecleó otra CLABE');
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await screen
    .getByRole('button', { name: 'Registrar que se recuperó: Depósito de la venta 4 · Aceros Ñandú' })
    .click();
  await expect.element(dialog).toMatchTextContent(/sale de Deudores/);
  await dialog.getByRole('textbox', { name: 'Clave del regreso' }).fill('VUELTA1');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('la devolvió su banco');
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect
    .poll(() => proposed.map(({ body }) => [body.id, body.outcome, body.reference]))
    .toEqual([
      [idOf(1), 'elsewhere', null],
      [idOf(4), 'recovered', 'VUELTA1'],
    ]);
});

it('[DIN-15] records that a payment was recalled, and that it does not come back', async () => {
  const recalled = answer(recallPayment).with(() => ({ recalled: true as const }));
  const ended = answer(endRecall).with(() => ({ recalled: false as const }));
  const screen = await renderScreen(<MadePayments />);
  const dialog = screen.getByRole('dialog');
  await screen.getByRole('button', { name: 'Reclamar el pago: Depósito de la venta 1 · Aceros Ñandú' }).click();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('se pagó dos veces');
  await dialog.getByRole('button', { name: 'Registrar reclamo' }).click();
  await expect.element(screen.getByText('Se registró el reclamo.').first()).toBeVisible();
  await screen.getByRole('button', { name: 'Cerrar el reclamo: Devolución · Aceros Ñandú' }).click();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('la cuenta está vacía');
  await dialog.getByRole('button', { name: 'Cerrar reclamo' }).click();
  await expect.element(screen.getByText('Se cerró el reclamo.').first()).toBeVisible();
  expect([recalled[0]?.body.trackingKey, ended[0]?.body.trackingKey]).toEqual(['PAGO1', 'PAGO2']);
});

it('[DIN-16] has the CEP of a payment that STP made, and no action for roles that only read', async () => {
  await signInWith(['auditor']);
  const proofs = answer(paymentProof).with(() => new Refusal(409, 'PROOF_NOT_READY', 'Todavía no está.'));
  const screen = await renderScreen(<MadePayments />);
  await screen.getByRole('button', { name: 'Descargar el CEP: Depósito de la venta 1 · Aceros Ñandú' }).click();
  await expect.element(screen.getByText('Todavía no está.').first()).toBeVisible();
  expect(proofs.map(({ params }) => params)).toEqual([{ orderId: idOf(7) }]);
  await expect.element(screen.getByRole('button', { name: /Reclamar|regresó/ })).not.toBeInTheDocument();
  await screen.unmount();
  answer(listMadePayments).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const failed = await renderScreen(<MadePayments />);
  await expect.element(failed.getByText('No se pudieron leer los pagos hechos')).toBeVisible();
});
