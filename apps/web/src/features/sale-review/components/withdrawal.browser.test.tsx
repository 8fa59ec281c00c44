import { withdrawAuthorisation } from '@anticipa/contract/lender';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { disabled, ids, now, picture, row, show, signInToReview } from '../../../testing/review-server.tsx';
import { answer, Refusal } from '../../../testing/server.ts';
import { aUser, signInAs } from '../../../testing/signed-in.ts';

beforeEach(signInToReview);

const [first = '', second = '', third = ''] = ids;
const yes = (documentId: string) => ({ documentId, authorised: true, motive: null, note: null });
const no = (documentId: string) => ({
  documentId,
  authorised: false,
  motive: 'LENDER_RISK_LIMIT' as const,
  note: 'Supera lo acordado',
});

const rejected = (each: ReturnType<typeof picture>['standings'][number]) => ({
  ...each,
  standing: 'rejected' as const,
});

/** Two authorised invoices and a rejected one, which wait for the deposit. */
const answered = () => {
  const start = picture([{}, disabled, {}]);
  return {
    ...start,
    sale: { ...start.sale, state: 'answered' as const, decisions: [yes(first), yes(second), no(third)] },
  };
};

it('[OPE-03] withdraws the authorisation of an invoice by keyboard, and shows before what follows for the client', async () => {
  const { screen, server } = await show(answered());
  const sent = answer(withdrawAuthorisation).with(() => {
    const { sale } = server.picture;
    const { evidence } = picture([{}, {}, {}]);
    const standings = server.picture.standings.map((each, place) => (place === 0 ? each : rejected(each)));
    const decisions = [yes(first), no(second), no(third)];
    server.picture = { ...server.picture, evidence, standings, sale: { ...sale, decisions } };
    return { sale: server.picture.sale };
  });
  row(screen, 0).element().focus();
  await userEvent.keyboard('jw');
  const dialog = screen.getByRole('dialog', { name: 'Retirar la autorización de A-2' });
  await expect.element(dialog.getByText('Ve la factura rechazada con este motivo, y qué puede hacer.')).toBeVisible();
  await expect.element(dialog.getByText('Recupera MXN 104,400.00 de su línea.')).toBeVisible();
  await expect.element(dialog.getByText('El depósito de la venta baja a MXN 100,920.00.')).toBeVisible();
  await expect.element(dialog.getByRole('radio', { checked: true })).toHaveAttribute('value', 'LENDER_RISK_LIMIT');
  await dialog.getByLabelText('Nota interna (opcional)').fill('El receptor dejó de pagar');
  await userEvent.tab({ shift: true });
  await userEvent.keyboard('1{Enter}');
  await expect.element(screen.getByText('Autorización retirada.').first()).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    {
      rejections: [{ documentId: second, motive: 'CANCELLED_AT_TAX_AUTHORITY', note: 'El receptor dejó de pagar' }],
    },
  ]);
  await expect.element(row(screen, 1)).toMatchTextContent(/Rechazada$/);
  await expect.element(screen.getByText('Supera lo acordado')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Retirar autorización' })).not.toBeInTheDocument();
  await userEvent.keyboard('w');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

it('[OPE-03] withdraws all that are left, which ends the sale without a deposit', async () => {
  const { screen } = await show(answered());
  const sent = answer(withdrawAuthorisation).with(() => ({ sale: { ...answered().sale, state: 'cancelled' } }));
  await row(screen, 0).click();
  await screen.getByRole('button', { name: 'Retirar autorización' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Retirar la autorización de A-1' });
  await dialog.getByLabelText('Las 2 autorizadas').click();
  await expect.element(dialog.getByText('Recupera MXN 208,800.00 de su línea.')).toBeVisible();
  await expect.element(dialog.getByText('La venta termina sin depósito.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Retirar autorización' }).click();
  await expect.element(screen.getByText('Autorización retirada. La venta terminó sin depósito.').first()).toBeVisible();
  const motive = 'LENDER_DOCUMENTS';
  expect(sent.map(({ body }) => body.rejections)).toEqual([
    [
      { documentId: first, motive },
      { documentId: second, motive },
    ],
  ]);
});

it('[OPE-03] shows the new state of a sale whose deposit came first', async () => {
  const { screen, server } = await show(answered());
  answer(withdrawAuthorisation).with(() => {
    const deposit = { at: now, trackingKey: 'ANT1' };
    server.picture = { ...answered(), sale: { ...answered().sale, state: 'disbursed' }, deposit };
    return new Refusal(409, 'SALE_STATE_CONFLICT', 'La venta ya no está en este paso. Actualizamos su estado.');
  });
  await row(screen, 0).click();
  await userEvent.keyboard('w{Enter}');
  await expect
    .element(screen.getByText('La venta ya no está en este paso. Actualizamos su estado.').first())
    .toBeVisible();
  await expect.element(screen.getByText(/^Depositada el /)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Retirar autorización' })).not.toBeInTheDocument();
});

it('[OPE-01] [OPE-03] offers it only to the role that answers sales', async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['tesoreria'] }));
  const { screen } = await show(answered());
  await row(screen, 0).click();
  await userEvent.keyboard('w');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Retirar autorización' })).not.toBeInTheDocument();
});
