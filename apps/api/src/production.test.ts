/** A production portal that its operators set up from an empty database. Every setting names a stand-in on this machine. */
import type { Invoice } from '@anticipa/contract/invoices';
import { routes } from '@anticipa/contract/routes';
import type { Sale } from '@anticipa/contract/sales';
import { dateOf } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { companyStatus } from '@anticipa/domain/receiver';
import { setupSteps } from '@anticipa/domain/setup';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anInvoiceFile, anOperator } from '../testing/builders.ts';
import { firstClient, openClient, setUpLender } from '../testing/lender-start.ts';
import { type Production, startProduction } from '../testing/production.ts';
import { answerTo, authoriseSale, depositOf, requestOneSale } from '../testing/sale-steps.ts';
import { CIEC, PASSWORD, type Session } from '../testing/session.ts';
import { createTestDatabase } from '../testing/test-database.ts';

/** Friday 16 January 2026, 11:00 in Mexico City. */
const SOLD_AT = new Date('2026-01-16T17:00:00Z');
const DUE_DATE = '2026-03-02';
const HOUR_MS = 60 * 60_000;
const { issuer, administrator } = firstClient;

let production: Production;
beforeAll(async () => {
  production = await startProduction({ now: SOLD_AT, db: await createTestDatabase() });
});
afterAll(() => production.close());

it('[OPE-01] an operator of the demo has no way in', async () => {
  const { email } = await anOperator(production);
  const send = (code?: string) =>
    production.visitor().send(routes.login, { body: { username: email, password: PASSWORD, code } });
  expect((await send()).code).toBe('SECOND_FACTOR_MISSING');
  expect((await send('000000')).code).toBe('WRONG_CODE');
});

const asAdministrator = () => production.signIn(administrator.email);

/** Connects the client to the tax authority, which has an invoice of it; returns the invoice as it was imported. */
async function synchronise(session: Session, clientId: string): Promise<Invoice> {
  const client = { ...issuer, clientId, founderId: '' };
  const { systems, clock } = production;
  const issued = await anInvoiceFile({ pki: systems.pki, clock }, client, { emittedOn: dateOf('2026-01-10') });
  systems.syntage.records.addInvoices([issued]);
  const { user } = await session.call(routes.getSession);
  const { email: _, ...name } = administrator;
  const params = { userId: user?.userId ?? '' };
  await session.call(routes.updateUser, { params, body: { ...name, syncAllowed: true } });
  await session.call(routes.validateCredentials, { body: { username: issuer.rfc, password: CIEC } });
  await session.call(routes.clientCredentials, { body: { clientId, syncActive: true, days: 90 } });
  await production.work('resume-syncs');
  const [invoice] = (await session.call(routes.listInvoices, { query: {} })).data;
  if (invoice === undefined) throw new Error('nothing was synchronised');
  return invoice;
}

/** Sells the invoice to the lender, who approves its receiver; a second person confirms the answer. */
async function sell(session: Session, operator: Session, second: Session, documentId: string): Promise<Sale> {
  const { data } = await operator.call(routes.listReceivers, { query: { status: String(companyStatus.PENDING) } });
  const body = { statusId: companyStatus.APPROVED, reason: 'Paga a tiempo' };
  await operator.call(routes.setReceiverStatus, { params: { companyId: data[0]?.companyId ?? '' }, body });
  const sale = await requestOneSale(session, [documentId], DUE_DATE);
  await authoriseSale(operator, sale);
  const { params, body: answered } = await answerTo(second, sale.saleId, []);
  await second.call(routes.decideAnswer, { params, body: { decision: { kind: 'confirm', seen: answered.seen } } });
  return sale;
}

/** Gives the receiver its own CLABE, which the bank knows; returns it. */
async function aClabe(session: Session, rfcPayer: string): Promise<string> {
  const { data } = await session.call(routes.createCostCentre, { body: { rfcPayer } });
  await production.work('register-clabes');
  return data.clabe;
}

/** The receiver pays to its CLABE, which books itself; then the devolución is transferred. */
async function collect(operator: Session, clientId: string, clabe: string): Promise<void> {
  const payment = { claveRastreo: 'PAGO000001', monto: 116_000, cuentaBeneficiario: clabe };
  await fetch(new URL('/script', production.config.stpUrl), { method: 'POST', body: JSON.stringify(payment) });
  await production.work('poll-received');
  const { data } = await operator.call(routes.listDuePayouts);
  expect(data).toMatchObject([{ clientId, currency: 'MXN', amount: '11043.20' }]);
  const payout = { clientId, currency: 'MXN', amount: '11043.20', trackingKey: 'DEVOLUCION1' };
  await operator.call(routes.confirmPayout, { body: payout });
}

it('[SIS-01] [OPE-30] an invoice lives its whole life: sync, sale, payout, proof, collection, interest, complement, statement', async () => {
  const { clock, config, work } = production;
  const { signIn: ana } = await production.anOperator('ana@financiera.example');
  const { signIn: beto } = await production.anOperator('beto@financiera.example');
  let operator = await ana();
  const second = await beto();
  expect((await operator.call(routes.getSetup)).data).toEqual(['mail-sender', ...setupSteps.slice(3)]);
  await setUpLender({ operator, second }, config, clock.today());
  const clientId = await openClient({ operator, second }, config);
  await production.acceptInvitation(administrator.email);
  await work('refresh-taxpayer-list');
  // Each lender decides whether payments need a second person.
  expect((await operator.call(routes.getSetup)).data).toEqual(['payment-limits']);
  let session = await asAdministrator();
  const { documentId, ...invoice } = await synchronise(session, clientId);
  expect(invoice).toMatchObject({ isSynced: true, status: invoiceStatus.REGISTRADO, verification: 'verified' });
  const clabe = await aClabe(session, invoice.receiverRFC);
  const { saleId, numberOfSale } = await sell(session, operator, second, documentId);

  const order = depositOf(saleId);
  expect((await operator.send(routes.orderTransfers, order)).code).toBe('ACCOUNT_COOLING');
  clock.pass(25 * HOUR_MS);
  operator = await ana();
  const [{ trackingKey = '' } = {}] = (await operator.call(routes.orderTransfers, order)).orders;
  await work();
  await work('poll-transfers');
  clock.pass(HOUR_MS);
  await work('fetch-payment-proofs');
  session = await asAdministrator();
  const [inCredit] = (await session.call(routes.listInvoices, { query: {} })).data;
  expect(inCredit).toMatchObject({ status: invoiceStatus.CREDITO });
  const wanted = { params: { numberOfSale: String(numberOfSale) }, body: { format: 'xml' } };
  const { base64: proof } = await session.call(routes.saleProof, wanted);
  expect(Buffer.from(proof, 'base64').toString()).toContain(`claveRastreo="${trackingKey}"`);

  for (const day of ['2026-02-02', DUE_DATE]) {
    clock.set(new Date(`${day}T17:00:00Z`));
    await work('cut-last-month');
  }
  await collect(await ana(), clientId, clabe);
  clock.set(new Date('2026-04-01T17:00:00Z'));
  await work('cut-last-month', 'complement-payments');

  session = await asAdministrator();
  const period = { startDate: '2026-01-01', endDate: '2026-04-01' };
  const { data: cfdis } = await session.call(routes.listInterestInvoices, { body: { search: period } });
  expect(cfdis.map(({ subTotal, complements }) => [subTotal, complements.length])).toEqual([
    ['154.67', 1],
    ['2165.33', 1],
    ['1160.00', 1],
  ]);
  const files = cfdis.flatMap(({ facturamaId, complements }) => [facturamaId, ...complements.map(({ id }) => id)]);
  for (const id of files) {
    const { file } = await session.call(routes.interestInvoiceFile, { params: { fileType: 'xml', id } });
    expect(Buffer.from(file.Content, 'base64').toString()).toContain('Rfc="AFI180517AB3"');
  }
  const { data: statement } = await session.call(routes.getStatement, { query: period });
  const [pesos] = statement.currencies;
  expect(pesos?.transfers.map(({ amount }) => amount)).toEqual(['100920.00', '11043.20']);
  expect(pesos?.invoices).toMatchObject([{ documentId, collected: '116000.00', owed: '0.00' }]);
  const { base64: printed } = await session.call(routes.balanceStatement, { body: period });
  expect(Buffer.from(printed, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
  expect(production.takeLog()).toEqual(['this is a rehearsal: a test authority is trusted']);
});
