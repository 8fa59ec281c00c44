import {
  closeDispute,
  type FollowUp,
  getFollowUp,
  openDispute,
  previewExtension,
  proposeExtension,
  recordPromise,
} from '@anticipa/contract/follow-up';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { FollowUpCards } from './follow-up-card.tsx';

const documentId = '0198aaaa-0000-4000-8000-000000000001';
const today = '2026-03-10';
const broken = { amount: '60000.00', payOn: '2026-03-09', promisedBy: 'Laura Pérez', state: 'broken' } as const;
const aFollowUp = (over: Partial<FollowUp> = {}): FollowUp => ({
  currency: 'MXN',
  today,
  isOpen: true,
  isOwed: true,
  promises: [],
  disputes: [],
  dueDate: '2026-04-24',
  extensions: [],
  reminders: [],
  ...over,
});
const signInWith = (roles: ReturnType<typeof aUser>['roles']) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
const show = (followUp: FollowUp) => {
  answer(getFollowUp).with(() => followUp);
  return renderScreen(<FollowUpCards documentId={documentId} />);
};
beforeEach(() => signInWith(['cobranza']));

it('[DIN-70] records a promise and corrects it; the broken one stays in the history', async () => {
  const sent = answer(recordPromise).with(() => new Refusal(422, 'PROMISE_ABOVE_DEBT', 'Rebasa lo que se debe.'));
  const at = '2026-03-08T18:00:00.000Z';
  const screen = await show(aFollowUp({ promises: [{ promise: broken, note: null, by: 'Ana Ruiz', at }] }));
  const card = screen.getByRole('region', { name: 'Promesa de pago' });
  await expect
    .element(card.getByRole('listitem'))
    .toMatchTextContent(/MXN 60,000.00 para el 09\/03\/2026.*Prometió Laura Pérez.*Registró Ana Ruiz.*Incumplida/);
  await card.getByRole('button', { name: 'Corregir promesa' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Registrar promesa' }).click();
  await expect.element(dialog.getByText('Elige hoy u otro día.')).toBeVisible();
  expect(sent).toHaveLength(0);
  await dialog.getByRole('textbox', { name: 'Día prometido' }).fill('12/03/2026');
  await dialog.getByRole('textbox', { name: 'Importe prometido, MXN' }).fill('200,000');
  await dialog.getByRole('button', { name: 'Registrar promesa' }).click();
  await expect.element(dialog.getByText('Rebasa lo que se debe.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { promised: { amount: '200000.00', payOn: '2026-03-12', promisedBy: 'Laura Pérez' } },
  ]);
});

it('[DIN-71] opens a dispute whose reason the client reads, and closes one with its outcome', async () => {
  const dispute = { since: '2026-03-05', raisedBy: 'Laura Pérez', reason: 'faltan dos cajas' };
  const opened = answer(openDispute).with(() => ({ dispute }));
  const closed = answer(closeDispute).with(() => ({}));
  const fresh = await show(aFollowUp());
  await fresh.getByRole('button', { name: 'Abrir disputa' }).click();
  const form = fresh.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Quién la disputa' }).fill('Laura Pérez');
  await form.getByRole('textbox', { name: 'Motivo' }).fill('faltan dos cajas');
  await form.getByRole('button', { name: 'Abrir disputa' }).click();
  await expect.element(fresh.getByText('Se abrió la disputa.').first()).toBeVisible();
  expect(opened.map(({ body }) => body)).toEqual([{ raisedBy: 'Laura Pérez', reason: 'faltan dos cajas' }]);
  await fresh.unmount();
  const screen = await show(
    aFollowUp({ isOpen: false, isOwed: false, disputes: [{ ...dispute, by: 'Ana Ruiz', end: null }] }),
  );
  await expect.element(screen.getByText('En disputa desde el 05/03/2026')).toBeVisible();
  await screen.getByRole('button', { name: 'Cerrar disputa' }).click();
  const end = screen.getByRole('dialog');
  await end.getByRole('textbox', { name: 'Motivo' }).fill('llegaron las cajas');
  await end.getByRole('button', { name: 'Cerrar disputa' }).click();
  await expect.element(screen.getByText('Se cerró la disputa.').first()).toBeVisible();
  expect(closed.map(({ body }) => body)).toEqual([{ outcome: 'owed', note: 'llegaron las cajas' }]);
});

it('[DIN-79] a dispute that ends in a recourse says what comes next and leads to the dialog that books it', async () => {
  answer(closeDispute).with(() => ({}));
  const open = { since: '2026-03-05', raisedBy: 'Laura Pérez', reason: 'faltan dos cajas', by: 'Ana Ruiz' };
  const screen = await show(aFollowUp({ disputes: [{ ...open, end: null }] }));
  await screen.getByRole('button', { name: 'Cerrar disputa' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(/la recompra tienen su propia acción/)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Resultado' }).selectOptions('La recompra el cliente');
  await expect.element(dialog.getByText(/Después se abre el diálogo que lo registra/)).toBeVisible();
  await screen.unmount();
  const end = { outcome: 'recourse', note: 'no hay acuerdo', by: 'Ana Ruiz', on: '2026-03-09' } as const;
  const ended = await show(aFollowUp({ disputes: [{ ...open, end }] }));
  await expect
    .element(ended.getByRole('link', { name: 'Pedir la recompra' }))
    .toHaveAttribute('href', `/lender/portfolio/${documentId}?ajuste=recourse`);
});

it('[DIN-72] proposes an extension after its price was shown, and lists those agreed', async () => {
  answer(previewExtension).with(({ query: { dueDate } }) =>
    dueDate === '2026-05-01'
      ? new Refusal(422, 'PAYMENT_DATE_NOT_BUSINESS_DAY', 'Ese día no es hábil.')
      : {
          currency: 'MXN',
          owed: '116000.00',
          days: 14,
          rate: '24',
          perDay: '77.33',
          interest: '1082.67',
          iva: '173.23',
          lateCharges: '0.00',
        },
  );
  const sent = answer(proposeExtension).with(() => new Refusal(409, 'PROPOSAL_PENDING', 'Ya hay una propuesta.'));
  const agreed = { dueBefore: '2026-04-10', dueDate: '2026-04-24', rate: '24', reason: 'lo pidió el receptor' };
  const people = { by: 'Ana Ruiz', approvedBy: 'Luis Soto', at: '2026-04-01T18:00:00.000Z' };
  const reminders = [{ reader: 'client', step: -3, on: '2026-04-07' } as const];
  const screen = await show(aFollowUp({ extensions: [{ ...agreed, ...people }], reminders }));
  await expect.element(screen.getByText('07/04/2026, al cliente')).toBeVisible();
  await expect.element(screen.getByText('3 días antes del vencimiento')).toBeVisible();
  await expect.element(screen.getByText('Del 10/04/2026 al 24/04/2026')).toBeVisible();
  await screen.getByRole('button', { name: 'Proponer prórroga' }).click();
  const dialog = screen.getByRole('dialog');
  const dueDate = dialog.getByRole('textbox', { name: 'Vencimiento nuevo' });
  await dueDate.fill('01/05/2026');
  await expect.element(dialog.getByText('Ese día no es hábil.')).toBeVisible();
  await dueDate.fill('08/05/2026');
  await expect.element(dialog.getByText('Interés de 14 días, si se paga en el vencimiento nuevo')).toBeVisible();
  await expect.element(dialog.getByText('MXN 1,082.67')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Motivo' }).fill('acordado con Laura Pérez');
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.element(dialog.getByText('Ya hay una propuesta.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ dueDate: '2026-05-08', reason: 'acordado con Laura Pérez' }]);
});

it('[DIN-70] [DIN-58] other roles have no buttons; a paid invoice has none, and one to buy back only withdraws its promise', async () => {
  await signInWith(['auditor']);
  const screen = await show(aFollowUp());
  await expect.element(screen.getByText('Nadie ha prometido un pago.')).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
  await screen.unmount();
  await signInWith(['cobranza']);
  const paid = await show(aFollowUp({ isOpen: false, isOwed: false }));
  await expect.element(paid.getByText('El receptor no disputa la factura.')).toBeVisible();
  await expect.element(paid.getByRole('button')).not.toBeInTheDocument();
  await paid.unmount();
  const recorded = { promise: broken, note: null, by: 'Ana Ruiz', at: '2026-03-08T18:00:00.000Z' };
  const boughtBack = await show(aFollowUp({ isOwed: false, promises: [recorded] }));
  await expect.element(boughtBack.getByRole('button', { name: 'Retirar promesa' })).toBeVisible();
  expect(boughtBack.getByRole('button').elements()).toHaveLength(1);
});
