import { listProposals, proposeSaleTerms } from '@anticipa/contract/approvals';
import { getSaleTerms, type SaleTermsHistory } from '@anticipa/contract/sale-terms';
import { beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { clientId, proposal } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { LenderSaleTerms, SaleTermsCard } from './sale-terms.tsx';

const today = '2026-03-10';
const taxed = {
  ...({ ivaRegime: 'devengado', ivaRate: '16', earlyRebate: false } as const),
  ...({ ivaOnCollection: false, collectedBy: 'lender', withRecourse: true } as const),
  ...{ openingRate: '0', openingMXN: '0.00', openingUSD: '0.00' },
};
const none: SaleTermsHistory = { today, lender: [], own: [], clientsWithOwn: 0 };
const known: SaleTermsHistory = {
  today,
  lender: [
    { ...taxed, ivaRegime: 'exento', from: '2026-04-01', until: null },
    { ...taxed, from: '2026-01-01', until: '2026-03-31' },
  ],
  own: [],
  clientsWithOwn: 2,
};
const change = {
  kind: 'sale-terms',
  about: { clientId: null },
  before: null,
  proposed: { ...taxed, from: today },
} as const;

const signIn = (...roles: ('contabilidad' | 'cobranza')[]) =>
  signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));

beforeEach(async () => {
  await signIn('contabilidad');
  answer(listProposals).with(() => ({ data: [] }));
  answer(getSaleTerms).with(() => known);
});

it('[LIB-93] [LIB-98] shows the terms in force and those to come, and proposes others after saying what they change', async () => {
  const sent = answer(proposeSaleTerms).with(() => ({ proposal: { ...proposal, change } }));
  const screen = await renderScreen(<LenderSaleTerms />);
  const card = screen.getByRole('region', { name: 'Condiciones fiscales de las ventas' });
  await expect.element(card.getByText('Ventas del 01/01/2026 al 31/03/2026')).toBeVisible();
  await expect.element(card.getByText('Vigentes')).toBeVisible();
  await expect.element(card.getByText('Programadas')).toBeVisible();
  await card.getByRole('button', { name: 'Proponer cambio' }).click();
  const dialog = screen.getByRole('dialog');
  const preview = dialog.getByRole('region', { name: 'Lo que cambia' });
  await expect.element(preview.getByText('Nada cambia: son las condiciones de ese día.')).toBeVisible();
  // By the keyboard alone: the first field has the focus.
  await expect.element(dialog.getByLabelText('IVA del interés')).toHaveFocus();
  await userEvent.selectOptions(dialog.getByLabelText('IVA del interés'), 'Flujo: IVA al depositar');
  await userEvent.selectOptions(dialog.getByLabelText('Tasa de IVA'), '8 %, región fronteriza');
  await expect.element(preview.getByText('Devengado: IVA por mes → Flujo: IVA al depositar')).toBeVisible();
  await expect.element(preview.getByText('16.00 → 8.00')).toBeVisible();
  await expect
    .element(preview.getByText(/Las ventas anteriores al 10\/03\/2026 conservan sus condiciones/))
    .toBeVisible();
  await expect.element(preview.getByText('2 clientes tienen condiciones propias y no cambian.')).toBeVisible();
  const fixed = dialog.getByLabelText('Comisión fija por factura en pesos');
  await fixed.fill('mil');
  await dialog.getByLabelText('Motivo').fill('opinión del contador');
  await expect.element(dialog.getByText('Un importe con dos decimales como máximo.')).toBeVisible();
  await fixed.fill('1000.00');
  await expect.element(preview.getByText('0.00 → 1000.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Enviar a aprobación' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  expect(sent[0]?.body).toEqual({
    clientId: null,
    proposed: { ...taxed, ivaRegime: 'flujo', ivaRate: '8', openingMXN: '1000.00', from: today },
    reason: 'opinión del contador',
  });
});

it('[LIB-93] says that a client follows the lender, that nothing was decided, that a change waits, and what could not be read', async () => {
  const screen = await renderScreen(<SaleTermsCard clientId={clientId} />);
  await expect.element(screen.getByText('Sin condiciones propias: tiene las de la financiera.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Proponer condiciones propias' })).toBeVisible();
  await screen.unmount();
  answer(getSaleTerms).with(() => none);
  answer(listProposals).with(() => ({ data: [{ ...proposal, change }] }));
  const empty = await renderScreen(<LenderSaleTerms />);
  await expect.element(empty.getByText(/Todavía no se decidió nada/)).toBeVisible();
  await expect.element(empty.getByText('Por aprobar')).toBeVisible();
  expect(empty.getByRole('button', { name: 'Proponer cambio' }).query()).toBeNull();
  await empty.unmount();
  answer(getSaleTerms).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible'));
  const failed = await renderScreen(<LenderSaleTerms />);
  await expect.element(failed.getByText('No se pudieron leer las condiciones fiscales')).toBeVisible();
});

it('[LIB-93] an operator without the role reads them and proposes nothing', async () => {
  await signIn('cobranza');
  const screen = await renderScreen(<LenderSaleTerms />);
  await expect.element(screen.getByText('Vigentes')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Proponer cambio' }).query()).toBeNull();
});
