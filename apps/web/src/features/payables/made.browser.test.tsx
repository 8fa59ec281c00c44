import {
  endRecall,
  listMadePayments,
  type MadePayment,
  paymentProof,
  proposeReturn,
  recallPayment,
} from '@anticipa/contract/made-payments';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { press } from '../../testing/keys.ts';
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
  paidOn: '2026-03-10',
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

const sale = 'Depósito de la venta 1 · Aceros Ñandú';

/** Opens the dialog of a step among the others of a payment. */
async function openStep(screen: Awaited<ReturnType<typeof renderScreen>>, of: string, step: string): Promise<void> {
  await screen.getByRole('button', { name: `Más: ${of}` }).click();
  await screen.getByRole('button', { name: step }).click();
}

const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(async () => {
  await signInWith(['tesoreria']);
  answer(listMadePayments).with(() => ({ data: payments }));
});

it('[DIN-14] [DIN-104] proposes that a payment came back, with the bank’s key and a reason, after what is booked was shown', async () => {
  const refusal = new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.');
  const proposed = answer(proposeReturn).with(() => refusal);
  const screen = await renderScreen(<MadePayments />);
  await expect.element(screen.getByText('Cuenta bloqueada')).toBeVisible();
  await press(screen.getByRole('button', { name: `Más: ${sale}` }), '{Enter}');
  const step = screen.getByRole('button', { name: `Registrar que regresó: ${sale}` });
  await press(step, '{Enter}');
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/MXN 100,920.00.*el importe entra a Bancos/);
  await dialog.getByRole('textbox', { name: 'Clave del regreso' }).fill('no es');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('la cuenta no existe');
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect.element(dialog.getByText(/de 1 a 30 letras y números/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Clave del regreso' }).fill(' REGRESO1 ');
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  const body = { purpose: 'deposit', id: idOf(1), trackingKey: 'PAGO1', outcome: 'returned', reference: 'REGRESO1' };
  expect(proposed.map((call) => call.body)).toEqual([{ ...body, reason: 'la cuenta no existe' }]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(step).toHaveFocus();
});

it('[DIN-17] proposes that a payment went to the account of somebody else, and that it was recovered', async () => {
  const elsewhere = payment(4, { state: 'elsewhere', reason: 'la recibió otra empresa' });
  answer(listMadePayments).with(() => ({ data: [...payments, elsewhere] }));
  const refusal = new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.');
  const proposed = answer(proposeReturn).with(() => refusal);
  const screen = await renderScreen(<MadePayments />);
  const dialog = screen.getByRole('dialog');
  await openStep(screen, sale, `Registrar que llegó a otra cuenta: ${sale}`);
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

it('[DIN-121] undoes a payment that was registered by mistake, after what is booked was shown; none that STP made', async () => {
  answer(listMadePayments).with(() => ({
    data: [...payments, payment(4, {}), payment(5, { state: 'unmade', reason: 'era de otra venta' })],
  }));
  const refusal = new Refusal(409, 'PAYMENT_USED', 'Una factura ya tiene un cobro.');
  const proposed = answer(proposeReturn).with(() => refusal);
  const screen = await renderScreen(<MadePayments />);
  const dialog = screen.getByRole('dialog');
  await expect.element(screen.getByText('Deshecho: no se hizo')).toBeVisible();
  await expect.element(screen.getByText('10/03/2026').first()).toBeVisible();
  await screen.getByRole('button', { name: `Más: ${sale}` }).click();
  await expect.element(screen.getByRole('button', { name: `Registrar que regresó: ${sale}` })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: `Deshacer el registro: ${sale}` })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  const other = 'Depósito de la venta 4 · Aceros Ñandú';
  await openStep(screen, other, `Deshacer el registro: ${other}`);
  await expect.element(dialog).toMatchTextContent(/MXN 100,920.00.*cancela el del pago, con su misma fecha/);
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('era de otra venta');
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect.element(dialog.getByText('Una factura ya tiene un cobro.')).toBeVisible();
  expect(proposed.map(({ body }) => [body.id, body.outcome, body.reference])).toEqual([[idOf(4), 'unmade', null]]);
});

it('[DIN-106] shows the loss of money that is not recovered before it is proposed, and what a later arrival books', async () => {
  const rows = [payment(4, { state: 'elsewhere' }), payment(5, { state: 'lost' })];
  answer(listMadePayments).with(() => ({ data: rows }));
  const refusal = new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.');
  const proposed = answer(proposeReturn).with(() => refusal);
  const screen = await renderScreen(<MadePayments />);
  const dialog = screen.getByRole('dialog');
  const sends = [
    ['Registrar que no se recuperará', 4, /de Deudores a Quebrantos/],
    ['Volver a cobrar', 5, /de Quebrantos a Deudores/],
    ['Registrar que se recuperó', 5, /entra a Bancos y baja Quebrantos/],
  ] as const;
  for (const [step, place, booked] of sends) {
    const name = `Depósito de la venta ${place} · Aceros Ñandú`;
    if (step === 'Registrar que se recuperó') await screen.getByRole('button', { name: `${step}: ${name}` }).click();
    else await openStep(screen, name, `${step}: ${name}`);
    await expect.element(dialog).toMatchTextContent(booked);
    if (step === 'Registrar que se recuperó')
      await dialog.getByRole('textbox', { name: 'Clave del regreso' }).fill('TARDE1');
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('cerró la cuenta');
    await dialog.getByRole('button', { name: 'Proponer' }).click();
    await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Cancelar' }).click();
  }
  expect(proposed.map(({ body }) => [body.id, body.outcome, body.reference])).toEqual([
    [idOf(4), 'lost', null],
    [idOf(5), 'claimed', null],
    [idOf(5), 'recovered', 'TARDE1'],
  ]);
});

it('[DIN-107] shows what another amount of the bank books, and ends what is too much or missing', async () => {
  const differing = { amount: '45.00' } as const;
  const rows = [...payments, payment(4, { ...differing, state: 'over' }), payment(5, { ...differing, state: 'short' })];
  answer(listMadePayments).with(() => ({ data: rows }));
  const refusal = new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.');
  const proposed = answer(proposeReturn).with(() => refusal);
  const screen = await renderScreen(<MadePayments />);
  const dialog = screen.getByRole('dialog');
  const propose = async () => {
    await dialog.getByRole('textbox', { name: 'Motivo' }).fill('se tecleó otro importe');
    await dialog.getByRole('button', { name: 'Proponer' }).click();
  };
  // STP moves what was ordered.
  await screen.getByRole('button', { name: `Más: ${sale}` }).click();
  await expect.element(screen.getByRole('button', { name: /Registrar otro importe/ })).not.toBeInTheDocument();
  await screen.unmount();
  answer(listMadePayments).with(() => ({ data: [payment(1, {}), ...rows.slice(1)] }));
  const again = await renderScreen(<MadePayments />);
  const [byHand, over] = ['Depósito de la venta 1 · Aceros Ñandú', 'Depósito de la venta 4 · Aceros Ñandú'] as const;
  await openStep(again, byHand, `Registrar otro importe: ${byHand}`);
  const moved = dialog.getByRole('textbox', { name: 'Importe que movió el banco' });
  await moved.fill('100920');
  await propose();
  await expect.element(dialog.getByText(/mayor que cero y distinto/)).toBeVisible();
  await moved.fill('100000');
  await expect.element(dialog.getByRole('status').first()).toMatchTextContent(/MXN.920.00 que no salieron/);
  await moved.fill('100,965');
  await expect.element(dialog.getByRole('status').first()).toMatchTextContent(/MXN.45.00 de más.*Deudores/);
  await propose();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await again
    .getByRole('button', { name: 'Registrar que se transfirió lo que faltaba: Depósito de la venta 5 · Aceros Ñandú' })
    .click();
  await dialog.getByRole('textbox', { name: 'Clave de rastreo' }).fill('RESTO1');
  await propose();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();
  await openStep(again, over, `Anular la diferencia: ${over}`);
  await propose();
  await expect
    .poll(() => proposed.map(({ body }) => [body.id, body.outcome, body.reference, body.moved]))
    .toEqual([
      [idOf(1), 'differs', null, '100965.00'],
      [idOf(5), 'completed', 'RESTO1', undefined],
      [idOf(4), 'exact', null, undefined],
    ]);
});

it('[DIN-15] records that a payment was recalled, and that it does not come back', async () => {
  const recalled = answer(recallPayment).with(() => ({ recalled: true as const }));
  const ended = answer(endRecall).with(() => ({ recalled: false as const }));
  const screen = await renderScreen(<MadePayments />);
  const dialog = screen.getByRole('dialog');
  await openStep(screen, sale, `Reclamar el pago: ${sale}`);
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('se pagó dos veces');
  await dialog.getByRole('button', { name: 'Registrar reclamo' }).click();
  await expect.element(screen.getByText('Se registró el reclamo.').first()).toBeVisible();
  const devolucion = 'Devolución · Aceros Ñandú';
  await openStep(screen, devolucion, `Cerrar el reclamo: ${devolucion}`);
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
  await expect.element(screen.getByRole('button', { name: /Reclamar|regresó|^Más/ })).not.toBeInTheDocument();
  await screen.unmount();
  answer(listMadePayments).with(() => ({ data: payments.slice(1) }));
  const byHand = await renderScreen(<MadePayments />);
  await expect.element(byHand.getByText('Cuenta bloqueada')).toBeVisible();
  await expect.element(byHand.getByRole('columnheader', { name: 'Acciones' })).not.toBeInTheDocument();
  await byHand.unmount();
  answer(listMadePayments).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const failed = await renderScreen(<MadePayments />);
  await expect.element(failed.getByText('No se pudieron leer los pagos hechos')).toBeVisible();
});
