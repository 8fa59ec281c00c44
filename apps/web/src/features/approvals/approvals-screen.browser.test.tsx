import { type Approval, decideProposal, listProposals } from '@anticipa/contract/approvals';
import { answerRequest, type DeskRequest, listClientRequests } from '@anticipa/contract/client-requests';
import { previewCollection } from '@anticipa/contract/receipts';
import { products } from '@anticipa/contract/session';
import type { OperatorRole } from '@anticipa/domain/operator';
import { expect, it } from 'vitest';
import { newUuid } from '../../lib/api-client.ts';
import { press } from '../../testing/keys.ts';
import { clientId, proposal } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { ApprovalsScreen, WaitingApprovals } from './approvals-screen.tsx';

async function show(
  roles: readonly OperatorRole[],
  read: () => Refusal | { data: Approval[] },
  shown = <WaitingApprovals of={{ clientId }} />,
  requests: readonly DeskRequest[] = [],
) {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: [...roles] }));
  answer(listProposals).with(read);
  answer(listClientRequests).with(() => ({ data: [...requests] }));
  answer(products).with(() => ({ data: [{ code: 'BI', productId: clientId, displayName: 'Adelanto Exprés' }] }));
  return renderScreen(shown);
}

const CREDIT_NOTE = 'AAAAAAAA-0000-4000-8000-000000000001';

it('[OPE-05] [OPE-22] [DIN-131] names products as the lender does, and tells who pays and what is booked', async () => {
  const payment: Approval = {
    ...proposal,
    id: newUuid(),
    change: {
      kind: 'payment',
      about: { trackingKey: 'CLAVE1' },
      before: { owed: '116000.00', payer: 'client' },
      now: { owed: '58000.00', payer: 'client' },
      proposed: {
        amount: '120000.00',
        currency: 'MXN',
        valueDate: '2026-03-10',
        reference: 'AN110000000141',
        trackingKey: 'CLAVE1',
        source: 'REFERENCIA',
        bank: 'BBVA',
        payer: 'client',
        deductions: [{ documentId: clientId, kind: 'credit-note', amount: '3000.00', cfdiUuid: CREDIT_NOTE }],
      },
    },
  };
  const asked = answer(previewCollection).with(() => ({
    parts: [],
    left: '500.00',
    waitsFor: null,
    doubts: ['again'],
  }));
  const screen = await show(['tesoreria'], () => ({ data: [proposal, payment] }));
  const account = screen.getByRole('region', { name: 'Cuenta Adelanto Exprés USD, Comercial Ñandú' });
  await expect.element(account.getByText('Banco del Bajío', { exact: true })).toBeVisible();
  const rows = screen.getByRole('region', { name: 'Cobro con clave CLAVE1' }).getByRole('row');
  await expect.element(rows.filter({ hasText: 'Por cobrar hoy' }).getByText('cambió')).toBeVisible();
  await expect.element(rows.filter({ hasText: 'Importe' }).getByText('MXN 120,000.00')).toBeVisible();
  await expect
    .element(rows.filter({ hasText: 'Deducciones' }).getByText(new RegExp(`MXN 3,000\\.00.* · ${CREDIT_NOTE}`)))
    .toBeVisible();
  await expect.element(screen.getByText(/Quedarán MXN 500\.00 sin identificar/)).toBeVisible();
  expect(screen.container.textContent).not.toContain('con un motivo');
  expect(asked[0]?.body).toMatchObject({ pays: { reference: 'AN110000000141' }, amount: '120000.00', payer: 'client' });
});

it('[DIN-43] [DIN-105] shows each consequence of a reversal within its card, which the keyboard approves', async () => {
  const consequences = Array.from({ length: 12 }, (_, place) => ({
    ...{ kind: 'complement-cancelled' as const, folio: `PAG-${place}`, amount: null, date: null },
  }));
  const ground = { consequences, currency: 'MXN' as const };
  const reversal: Approval = {
    ...proposal,
    change: {
      kind: 'reversal',
      about: { kind: 'collection', id: newUuid(), clientId },
      ...{ before: ground, now: ground },
      proposed: { invoices: [], money: 'waits', trackingKey: 'CLAVE1' },
    },
  };
  const decided = answer(decideProposal).with(() => ({ proposal: { ...reversal, state: 'approved' as const } }));
  const screen = await show(['tesoreria'], () => ({ data: [reversal] }));
  const card = screen.getByRole('region', { name: /^Deshacer/ });
  await expect.element(card.getByText(/PAG-11/)).toBeVisible();
  const rightOf = (one: typeof card) => one.element().getBoundingClientRect().right;
  expect(rightOf(card.getByRole('table'))).toBeLessThan(rightOf(card));
  await press(card.getByRole('button', { name: 'Aprobar' }), '{Enter}');
  await expect.poll(() => decided.map(({ body }) => body.decision.kind)).toEqual(['approve']);
});

it('[DIN-96] [DIN-112] names a commission of the bank by its amount, and shows what it books, without what was before', async () => {
  const charge = { account: 'BBVA pesos', date: '2026-03-02', amount: '1160.00', text: 'COM MANEJO DE CUENTA' };
  const fee: Approval = {
    ...proposal,
    change: {
      kind: 'bank-fee',
      about: { lineId: newUuid() },
      ...{ before: charge, now: charge },
      proposed: { currency: 'MXN', tax: 'included', fee: '1000.00', iva: '160.00' },
    },
  };
  const screen = await show(['tesoreria'], () => ({ data: [fee] }));
  const card = screen.getByRole('region', { name: 'Registrar una comisión del banco de MXN 1,160.00' });
  await expect.element(card).toMatchTextContent(/Gastos bancarios.*MXN 1,000.00.*IVA acreditable.*MXN 160.00/);
  expect(
    card
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Dato', 'Propuesto']);
});

it('[OPE-05] explains that the waiting changes could not be read', async () => {
  const screen = await show(['soporte'], () => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  await expect.element(screen.getByText('No se pudieron leer las propuestas')).toBeVisible();
});

it('[OPE-01] lets those decide who have the role, and rejects with a motive', async () => {
  const decided = answer(decideProposal).with(() => ({ proposal: { ...proposal, state: 'rejected' as const } }));
  const auditor = await show(['auditor'], () => ({ data: [proposal] }));
  await expect.element(auditor.getByText('Necesita el rol soporte o tesorería.')).toBeVisible();
  expect(auditor.getByRole('button').elements()).toEqual([]);
  await auditor.unmount();
  const screen = await show(['soporte'], () => ({ data: [proposal] }));
  await screen.getByRole('button', { name: 'Rechazar' }).click();
  await screen.getByRole('button', { name: 'Confirmar rechazo' }).click();
  await expect.element(screen.getByText('Escribe el motivo, de 5 letras o más.')).toBeVisible();
  await screen.getByLabelText('Motivo del rechazo').fill('Falta el acta');
  await screen.getByRole('button', { name: 'Confirmar rechazo' }).click();
  await expect
    .poll(() => decided.map(({ body }) => body.decision))
    .toEqual([{ kind: 'reject', motive: 'Falta el acta' }]);
});

it('[DIN-51] has first the changes that the operator may decide', async () => {
  const own = { ...proposal, id: newUuid(), proposedBy: { operatorId: aUser().userId, name: 'Ana Ruiz' } };
  const screen = await show(['soporte'], () => ({ data: [own, proposal] }), <ApprovalsScreen />);
  const group = (name: string) => screen.getByRole('region', { name, exact: true });
  const mine = group('Las decides tú');
  await expect.element(mine.getByRole('heading', { name: 'Las decides tú · 1' })).toBeVisible();
  await expect.element(mine.getByRole('button', { name: 'Aprobar' })).toBeVisible();
  await expect.element(group('Las decide otra persona').getByRole('button', { name: 'Retirar' })).toBeVisible();
});

it('[OPE-05] lists the decided changes twenty at a time, each unfolding to what it changed', async () => {
  const decided = { state: 'approved' as const, decidedBy: { operatorId: newUuid(), name: 'Luz Gil' } };
  const data = Array.from({ length: 21 }, () => ({
    ...proposal,
    id: newUuid(),
    ...decided,
    decidedAt: proposal.proposedAt,
  }));
  const screen = await show(['soporte'], () => ({ data }), <ApprovalsScreen />);
  await screen.getByRole('tab', { name: 'Cerradas' }).click();
  const changes = screen.getByText('Ver el cambio');
  await expect.element(changes.first()).toBeVisible();
  expect(changes.elements()).toHaveLength(20);
  expect(screen.getByRole('table').elements()).toEqual([]);
  await changes.first().click();
  await expect.element(screen.getByText('Banco del Bajío', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Mostrar más' }).click();
  await expect.poll(() => changes.elements()).toHaveLength(21);
});

const request: DeskRequest = {
  requestId: clientId,
  clientId,
  entityName: 'Comercial Ñandú',
  rfc: 'CNA150401AB9',
  kind: 'line',
  product: 'BI',
  currency: 'MXN',
  amount: '9000000.00',
  granted: null,
  limit: '5000000.00',
  account: null,
  reason: 'crecen las ventas',
  state: 'open',
  askedBy: 'Ana Ríos',
  askedAt: '2026-03-01T18:00:00.000Z',
  decidedAt: null,
  motive: null,
  hasCover: false,
  ended: null,
};

it('[EFE-11] proposes the line that a client asks for, or declines with a motive that the client reads', async () => {
  const account = {
    ...request,
    requestId: newUuid(),
    kind: 'account',
    amount: null,
    limit: null,
    account: { bank: 'Banorte', ending: '0778', clabe: null, holderRFC: 'CNA150401AB9' },
  } as const;
  const screen = await show(['riesgo'], () => ({ data: [] }), <ApprovalsScreen />, [request, account]);
  const card = screen.getByRole('region', { name: 'Pide más línea de Adelanto Exprés en MXN' });
  await expect.element(card.getByText('MXN 9,000,000.00')).toBeVisible();
  await expect
    .element(
      screen.getByRole('region', { name: /^Propone otra cuenta/ }).getByRole('button', { name: 'Proponer el cambio' }),
    )
    .toHaveAccessibleDescription('La contesta quien propone ese cambio.');
  const answers = answer(answerRequest).with(() => ({ proposal: null }));
  await card.getByRole('button', { name: 'Proponer el cambio' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Proponer el cambio' });
  await dialog.getByLabelText('Límite que se propone').fill('8000000');
  await dialog.getByLabelText('Motivo').fill('buen historial');
  await dialog.getByRole('button', { name: 'Proponer el cambio' }).click();
  await expect.element(screen.getByText('Propuesto. Lo decide otra persona.').first()).toBeVisible();
  await card.getByRole('button', { name: 'No aprobar' }).click();
  const refusal = screen.getByRole('dialog', { name: 'No aprobar' });
  await refusal.getByLabelText('Motivo').fill('cartera concentrada');
  await refusal.getByRole('button', { name: 'No aprobar' }).click();
  await expect.element(screen.getByText('Contestada. El cliente ya lo sabe.').first()).toBeVisible();
  expect(answers.map(({ body }) => body.answer)).toEqual([
    { kind: 'propose', limit: '8000000.00', reason: 'buen historial' },
    { kind: 'decline', motive: 'cartera concentrada' },
  ]);
});

it('[EFE-12] shows the last digits of a requested account, the whole CLABE in the proposal, and why the last proposal ended', async () => {
  const account = {
    ...request,
    kind: 'account',
    amount: null,
    limit: null,
    account: { bank: 'Banorte', ending: '0778', clabe: '072580000000000778', holderRFC: 'CNA150401AB9' },
    ended: { state: 'rejected', motive: 'El cliente no contestó' },
  } as const;
  const screen = await show(['soporte'], () => ({ data: [] }), <ApprovalsScreen />, [account]);
  const card = screen.getByRole('region', { name: /^Propone otra cuenta/ });
  await expect.element(card).toMatchTextContent('Banorte ••0778');
  await expect.element(card).toMatchTextContent('La segunda persona no aprobó la propuesta');
  await expect.element(card).toMatchTextContent('El cliente no contestó');
  expect(card.element().textContent).not.toContain('00000000077');
  await card.getByRole('button', { name: 'Proponer el cambio' }).click();
  await expect.element(screen.getByRole('dialog')).toMatchTextContent('072580000000000778');
});
