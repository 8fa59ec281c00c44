/** Two months of a lender on its screens, from an empty production to books that agree with its bank. */
import { check } from '@anticipa/api/commands/check';
import { differencesIn } from '@anticipa/api/testing/simulation/night';
import { dateOf } from '@anticipa/domain/calendar';
import { financedCurrencies } from '@anticipa/domain/money';
import { expect, test } from '@playwright/test';
import { type Lender, startLender } from './lender.ts';
import { act, openInvoice, order, pay, transferByHand } from './money-steps.ts';
import { cafe, clients, filesOf, foliosOf, lives, zapatos } from './month-cast.ts';
import { CLOSE_PATH, closeMonth, trialBalance, undoAfterClose } from './month-close.ts';
import {
  agreeLater,
  buyBackCancelled,
  cancelAtSat,
  cutAgain,
  undoPaidRelease,
  undoPayout,
  undoReceipt,
  undoShortfall,
  withdrawCreditNote,
} from './month-corrections.ts';
import {
  payDeposits,
  payDevolucionAgain,
  payElsewhereAgain,
  payReturnedAgain,
  recoverElsewhere,
} from './month-deposits.ts';
import { approved, type Desk, found, setUp, staff } from './month-desk.ts';
import { bookBankFiles, identifyMoney, receiveByClabe, reconcileAgain } from './month-receipts.ts';
import { bankOf, bankOnPage } from './month-recount.ts';
import { approveReceiver, authoriseSale, confirmSale, openClient, sell, toApproval } from './opening-steps.ts';
import { drop } from './portal.ts';
import { approveAll, choosePaymentOrders } from './setup-steps.ts';

test.describe.configure({ mode: 'serial' });

let lender: Lender;
let desk: Desk;
test.beforeAll(async () => {
  lender = await startLender('month', new Date('2026-01-16T17:00:00Z'));
});
test.afterAll(async () => {
  await lender?.close();
});

test('[DIN-95] a lender is set up on its screens, from an empty database', { tag: '@full' }, async ({ browser }) => {
  desk = await staff(lender, browser);
  const { ana, beto, administrators } = desk;
  await setUp(desk);
  for (const client of clients) {
    await openClient(ana.page, client);
    if (client.currency === 'MXN') await choosePaymentOrders(ana.page, lender.production.config.stpCompany ?? '');
    await approveAll(await lender.open(beto, '/lender/proposals'));
    administrators.set(client, await lender.join(browser, client.administrator.email, 'client'));
  }
  await lender.open(ana, '/lender');
  await expect(ana.page.getByRole('heading', { name: 'Hoy' })).toBeVisible();
  await expect(ana.page.getByText('Falta por configurar')).toHaveCount(0);
});

test('[DIN-95] four clients sell, one of them in dollars, and two people answer', { tag: '@full' }, async () => {
  const { ana, beto, administrators } = desk;
  const { production } = lender;
  for (const client of clients) {
    const page = await lender.open(found(administrators.get(client)), '/');
    await drop(page, await filesOf(client, production.systems.pki, production.clock.today()));
    await expect(page.getByText(`${client.count} facturas nuevas`, { exact: true })).toBeVisible();
    await lender.open(beto, '/lender');
    if (client === zapatos || client === cafe) await approveReceiver(beto.page, client.receiver.name);
    await sell(page, client.receiver.name);
    await authoriseSale(await lender.open(ana, '/lender'), client.count, client.issuer.name);
    await confirmSale(await lender.open(beto, '/lender'));
  }
});

test('[DIN-95] deposits are paid: one comes back, one has another holder, one arrives elsewhere', {
  tag: '@full',
}, async () => {
  await lender.passTo(dateOf('2026-01-19'));
  await payDeposits(desk);
  await lender.passTo(dateOf('2026-01-20'));
  await payReturnedAgain(desk);
  await payElsewhereAgain(desk);
});

test('[DIN-95] before the due date: an early payment that was wrong, an extension, a recourse', {
  tag: '@full',
}, async () => {
  const { carla } = desk;
  await lender.passTo(dateOf('2026-02-03'));
  await lender.open(carla, '/lender/month-cut?mes=2026-01');
  const cfdi = carla.page.getByRole('grid', { name: 'CFDI del mes' });
  await expect(cfdi.getByRole('row', { name: 'Vigente' })).toHaveCount(clients.length);
  await recoverElsewhere(desk);
  await pay(lender, carla, ['Z-2']);
  await undoPaidRelease(desk, { folio: 'Z-2', instead: 'Z-1' });
  await agreeLater(desk, 'Z-9');
  await cancelAtSat(desk, 'Z-8');
  await lender.passTo(dateOf('2026-02-04'));
  await buyBackCancelled(desk, 'Z-8');
});

test('[DIN-95] on the due date: payments exact, short, over, unknown, and one of three clients', {
  tag: '@full',
}, async () => {
  const { carla, dario } = desk;
  await lender.passTo(dateOf('2026-03-20'));
  await pay(lender, carla, ['Z-2']);
  await pay(lender, carla, ['Z-3'], { amount: '100000.00' });
  await pay(lender, carla, ['Z-4'], { amount: '121000.00', reason: 'El receptor pagó de más' });
  await approved(desk, dario, /^Cobro con clave/);
  await pay(lender, carla, ['Z-6']);
  await pay(lender, carla, ['C-1'], { currency: 'USD' });
  await identifyMoney(desk);
});

test('[DIN-95] payments at STP and at the banks: taken back, moved, double, found in a file', {
  tag: '@full',
}, async () => {
  await receiveByClabe(desk);
  await bookBankFiles(desk);
});

test('[DIN-95] wrong receipts, shortfalls, devoluciones and credit notes are undone', {
  tag: '@full',
}, async () => {
  await undoReceipt(desk, { folio: 'Z-6', instead: 'Z-12' });
  await undoShortfall(desk, { closed: 'Z-10', undone: 'Z-3' });
  await undoPayout(desk);
  await withdrawCreditNote(desk, 'Z-11');
});

test('[DIN-95] a cut is undone; late payments, a write-off, devoluciones and money sent back', {
  tag: '@full',
}, async () => {
  const { carla, dario } = desk;
  await lender.passTo(dateOf('2026-03-30'));
  await cutAgain(desk);
  for (const folio of ['Z-6', 'Z-3']) await pay(lender, carla, [folio]);
  const fields = { Motivo: 'El receptor está en concurso mercantil' };
  await act(await openInvoice(lender, carla, 'Z-11'), 'Castigar la factura', { fields, send: toApproval });
  await approved(desk, dario, /^Castigar la factura/);
  await lender.passTo(dateOf('2026-03-31'));
  await pay(lender, carla, ['Z-9']);
  const page = await lender.open(dario, '/lender/payables?cola=payouts');
  await order(page, /Zapatos Ñuñoa/, /Telas Ávila/);
  await payDevolucionAgain(desk);
  await lender.open(dario, '/lender/payables?cola=returns');
  await transferByHand(lender, page, 'Registrar el regreso de DOBLE1');
});

test('[DIN-81] [DIN-95] at the end the books are what the bank has, and every sale adds up', {
  tag: '@full',
}, async () => {
  const { carla, dario } = desk;
  await lender.passTo(dateOf('2026-04-06'));
  await lender.open(carla, '/lender/portfolio');
  await expect(carla.page.getByRole('heading', { name: 'Nada por cobrar' })).toBeVisible();
  const total = { MXN: 0n, USD: 0n };
  const shown: [string, bigint][] = [];
  const counted: typeof shown = [];
  for (const client of clients)
    for (const folio of foliosOf(client)) {
      const cents = bankOf(client, lives[folio]);
      counted.push([folio, cents]);
      shown.push([folio, await bankOnPage(lender, dario, folio)]);
      total[client.currency] += cents;
    }
  expect(shown).toEqual(counted);
  for (const currency of financedCurrencies) expect(lender.bank.balance(currency)).toBe(total[currency]);
  await reconcileAgain(desk);
  lender.production.takeLog();
  expect(await differencesIn(lender)).toEqual([]);
  expect(await check(lender.production.config, ['invariants'])).toBe(0);
  expect(await check(lender.production.config, ['files'])).toBe(0);
});

test('[LIB-61] [LIB-63] [LIB-66] the months are closed on screen, and a later reversal is in the open one', {
  tag: '@full',
}, async () => {
  const march = () => trialBalance(desk, '2026-03-01', '2026-03-31');
  const april = () => trialBalance(desk, '2026-04-01', '2026-04-06');
  const before = { march: await march(), april: await april() };
  const books = await lender.open(desk.carla, CLOSE_PATH);
  for (const month of ['2026-01', '2026-02', '2026-03']) await closeMonth(books, month);
  await undoAfterClose(desk, 'Z-2');
  expect(await march()).toBe(before.march);
  expect(await april()).not.toBe(before.april);
  expect(await check(lender.production.config, ['invariants'])).toBe(0);
});
