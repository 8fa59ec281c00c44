import { adjustInvoice, listAdjustments, previewAdjustment } from '@anticipa/contract/adjustments';
import type { ResponseOf } from '@anticipa/contract/route';
import { adjustmentKinds } from '@anticipa/domain/adjustment';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { AdjustmentCard } from './adjustment-card.tsx';

const id = (place: number): string => `0198aaaa-0000-4000-8000-00000000000${place}`;
const documentId = id(1);
const owed = { currency: 'MXN', receiver: '116000.00', buyBack: '0.00', aforo: '11600.00', toBuyBack: '0.00' } as const;
const buyBack = { ...owed, receiver: '0.00', buyBack: '104400.00', aforo: '0.00', toBuyBack: '110339.20' } as const;
const recourse = {
  adjustmentId: id(2),
  kind: 'recourse',
  amount: '104400.00',
  covered: '11600.00',
  valueDate: '2026-05-24',
  payBy: '2026-05-31',
  cfdiUuid: null,
  reason: 'El receptor no paga',
  bookedAt: '2026-05-24T18:00:00.000Z',
  bookedBy: 'Ana Ruiz',
  canWithdraw: true,
} as const;

type Listed = ResponseOf<typeof listAdjustments>;
const show = (over: Partial<Listed> = {}, address = '/') => {
  answer(listAdjustments).with(() => ({
    today: '2026-05-24',
    currency: 'MXN',
    standing: owed,
    possible: [...adjustmentKinds],
    data: [],
    creditNotes: [],
    ...over,
  }));
  return renderScreen(<AdjustmentCard documentId={documentId} />, address);
};
const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
beforeEach(async () => {
  await signInWith(['cobranza']);
  answer(previewAdjustment).with(() => ({
    lines: [
      { account: 'RECOMPRA', debit: '116000.00', credit: '0.00' },
      { account: 'CARTERA', debit: '0.00', credit: '116000.00' },
    ],
    after: buyBack,
    finalDeposit: null,
    needsSecondPerson: true,
  }));
});

it('[DIN-60] asks the client to buy the invoice back, after the entries and what buys it back were shown', async () => {
  const sent = answer(adjustInvoice).with(() => new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.'));
  const screen = await show();
  await screen.getByRole('button', { name: 'Pedir la recompra' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('Por recomprar MXN 116,000.00')).toBeVisible();
  await expect.element(dialog.getByText('a Cartera por cobrar MXN 116,000.00')).toBeVisible();
  await expect.element(dialog.getByText('MXN 110,339.20')).toBeVisible();
  await expect.element(dialog.getByText('Otra persona debe aprobarlo.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('el receptor no paga');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ kind: 'recourse', reason: 'el receptor no paga' }]);
});

it('[DIN-62] registers a credit note of the client, first the one that the portal has', async () => {
  const cfdiUuid = 'AAAAAAAA-0000-4000-8000-000000000001';
  const sent = answer(adjustInvoice).with(() => new Refusal(409, 'CREDIT_NOTE_USED', 'Ya se registró.'));
  const screen = await show({ creditNotes: [{ cfdiUuid, folio: 'NC7', total: '10000.00' }] });
  await screen.getByRole('button', { name: 'Registrar una nota de crédito' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText('El portal tiene: NC7')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('devolvió mercancía');
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect.element(dialog.getByText('Ya se registró.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { kind: 'credit-note', amount: '10000.00', cfdiUuid, reason: 'devolvió mercancía' },
  ]);
});

it('[DIN-63] registers what the receiver paid the client, with its amount and day', async () => {
  const sent = answer(adjustInvoice).with(() => new Refusal(422, 'ADJUSTMENT_EXCEEDS_DEBT', 'Es más que la deuda.'));
  const screen = await show();
  await screen.getByRole('button', { name: 'El receptor le pagó al cliente' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('lo confirmó el cliente');
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect.element(dialog.getByText('Escribe un importe mayor que cero, como 10000.00.')).toBeVisible();
  expect(sent).toHaveLength(0);
  await dialog.getByRole('textbox', { name: 'Importe' }).fill('50,000');
  await dialog.getByRole('button', { name: 'Registrar' }).click();
  await expect.element(dialog.getByText('Es más que la deuda.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { kind: 'paid-to-client', amount: '50000.00', paidOn: '2026-05-24', reason: 'lo confirmó el cliente' },
  ]);
});

it('[DIN-64] [DIN-66] shows what must be bought back, withdraws it, and leaves only the write-off besides', async () => {
  const sent = answer(adjustInvoice).with(() => new Refusal(409, 'ADJUSTMENT_NOT_LAST', 'Ya no se puede retirar.'));
  const screen = await show({ standing: buyBack, possible: ['write-off'], data: [recourse] });
  const card = screen.getByRole('region', { name: 'Recompra, notas de crédito y castigo' });
  await expect
    .element(card)
    .toMatchTextContent(
      /Capital por recomprar.*MXN 104,400.00.*Se recompra hoy con.*MXN 110,339.20.*Recompra pedida.*31\/05\/2026.*Ana Ruiz: El receptor no paga/,
    );
  await expect.element(card.getByRole('button', { name: 'Castigar la factura' })).toBeVisible();
  await expect.element(card.getByRole('button', { name: 'Pedir la recompra' })).not.toBeInTheDocument();
  await card.getByRole('button', { name: 'Retirar: Recompra pedida' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('el receptor sí paga');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Ya no se puede retirar.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { kind: 'withdrawal', withdraws: id(2), reason: 'el receptor sí paga' },
  ]);
});

it('[DIN-60] other roles read without buttons, a failed reading can be repeated', async () => {
  await signInWith(['auditor']);
  const screen = await show({ data: [recourse] });
  await expect.element(screen.getByText('Recompra pedida')).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  await screen.unmount();
  answer(listAdjustments).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
  const failed = await renderScreen(<AdjustmentCard documentId={documentId} />);
  await expect.element(failed.getByText('No se pudieron leer los movimientos')).toBeVisible();
});

it('[DIN-79] opens with the dialog that its address names, for those who may adjust', async () => {
  const screen = await show({}, '/?ajuste=recourse');
  await expect.element(screen.getByRole('dialog', { name: 'Pedir la recompra' })).toBeVisible();
  await screen.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen.unmount();
  await signInWith(['auditor']);
  const reader = await show({}, '/?ajuste=recourse');
  await expect.element(reader.getByRole('region', { name: 'Recompra, notas de crédito y castigo' })).toBeVisible();
  expect(reader.getByRole('dialog').elements()).toEqual([]);
});
