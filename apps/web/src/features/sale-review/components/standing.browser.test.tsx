import { getLenderSale } from '@anticipa/contract/lender';
import { lenderSaleProof, listTransfers, type Transfer } from '@anticipa/contract/transfers';
import type { SaleItemStanding } from '@anticipa/domain/sale';
import { beforeEach, expect, it } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { disabled, documents, ids, now, picture, row, show, signInToReview } from '../../../testing/review-server.tsx';
import { answer, Refusal } from '../../../testing/server.ts';
import { SaleReview } from '../sale-review.tsx';

beforeEach(signInToReview);

it('[DIN-130] [OPE-03] shows where an answered sale stands: its transfers, its key and proof, and each invoice', async () => {
  const start = picture([{}, {}, disabled]);
  const aTransfer = (over: Partial<Transfer>): Transfer => ({
    orderId: ids[0] ?? '',
    purpose: 'deposit',
    saleId: ids[0] ?? '',
    paymentId: null,
    trackingKey: 'ANT1',
    state: 'failed',
    amount: '201840.00',
    clabe: '012180001234567891',
    orderedAt: now,
    settledAt: null,
    failure: 'Cuenta inexistente',
    holder: null,
    ...over,
  });
  answer(listTransfers).with(() => ({ data: [aTransfer({})] }));
  const decisions = ids.map((documentId, place) => ({
    documentId,
    authorised: place < 2,
    motive: place < 2 ? null : ('LENDER_RISK_LIMIT' as const),
    note: null,
  }));
  const standings = (...states: readonly SaleItemStanding[]) =>
    start.standings.map((each, place) => ({ ...each, standing: states[place] ?? 'waiting' }));
  const answered = { ...start.sale, state: 'answered' as const, decisions };
  const { screen, server } = await show({
    ...start,
    sale: answered,
    standings: standings('waiting', 'waiting', 'rejected'),
  });
  const card = screen.getByRole('region', { name: 'Dónde va la venta' });
  await expect.element(card).toMatchTextContent(/Ya respondida; espera su depósito\.1 rechazada/);
  await expect
    .element(card.getByRole('listitem'))
    .toMatchTextContent(/No pagada por el bancoMXN 201,840\.00 a la cuenta ••7891 · Cuenta inexistenteANT1/);
  await expect.element(card.getByRole('link', { name: 'Ver en Transferencias' })).toBeVisible();
  await expect.element(row(screen, 0)).toMatchTextContent(/Autorizada/);
  await expect.element(screen.getByRole('button', { name: 'Autorizar' })).not.toBeInTheDocument();
  expect(screen.container.textContent).not.toMatch(/Autorizar/);
  await screen.unmount();

  server.picture = {
    ...start,
    sale: { ...answered, state: 'disbursed' },
    deposit: { at: now, trackingKey: 'ANT2' },
    standings: standings('overdue', 'paid', 'written-off').map((each, place) => ({
      ...each,
      amountDue: place === 0 ? '118938.67' : null,
      paidOn: place === 1 ? '2026-04-24' : null,
    })),
  };
  answer(getLenderSale).with(() => server.picture);
  answer(listTransfers).with(() => ({
    data: [
      aTransfer({ orderId: ids[1] ?? '', trackingKey: 'ANT2', state: 'paid', settledAt: now, failure: null }),
      aTransfer({}),
    ],
  }));
  const proofs = answer(lenderSaleProof).with(() => new Refusal(409, 'PROOF_NOT_READY', 'Todavía no está.'));
  const paid = await renderScreen(<SaleReview saleId={ids[0] ?? ''} documents={documents} />);
  const stands = paid.getByRole('region', { name: 'Dónde va la venta' });
  await expect.element(stands).toMatchTextContent(/Clave de rastreo: ANT2.*1 vencida · 1 pagada · 1 castigada/);
  await stands.getByRole('button', { name: 'CEP en XML' }).click();
  await expect.element(paid.getByText('No se pudo descargar el CEP. Todavía no está.').first()).toBeVisible();
  expect(proofs.map(({ body }) => body)).toEqual([{ format: 'xml' }]);
  await expect.element(row(paid, 0)).toMatchTextContent(/Vencida/);
  const first = paid.getByRole('region', { name: 'Revisiones de A-1' });
  await expect.element(first).toMatchTextContent(/Por cobrar hoyMXN 118,938\.67/);
  const life = first.getByRole('link', { name: 'Ver la factura' });
  await expect.element(life).toHaveAttribute('href', `/lender/portfolio/${start.standings[0]?.documentId}`);
  await row(paid, 1).click();
  await expect.element(row(paid, 1)).toMatchTextContent(/Pagada/);
  await expect
    .element(paid.getByRole('region', { name: 'Revisiones de A-2' }))
    .toMatchTextContent(/Pagada el24\/04\/2026/);
});
