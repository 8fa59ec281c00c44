/** Rows for the tables that a populated client leaves empty, which only the data of a release needs. */
import { routes } from '@anticipa/contract/routes';
import { saleProof } from '@anticipa/contract/transfers';
import { defaultWeekDays } from '@anticipa/domain/calendar';
import { startSieServer } from '@anticipa/sandbox/sie-server';
import { depositCall } from '@anticipa/sandbox/stp-answers';
import { taxpayerListFile } from '@anticipa/sandbox/taxpayer-list-server';
import { onTestFinished } from 'vitest';
import { banxicoOver } from '../src/gateways/exchange-rates/banxico.ts';
import { fetchRate } from '../src/modules/lender-calendar/fetch-rate.ts';
import { recordSystems } from '../src/modules/systems/queries.ts';
import { pollOrders } from '../src/modules/transfers/advance.ts';
import { createOutsideHealth } from '../src/platform/outside/outside-health.ts';
import { runAs, WORKER } from '../src/platform/work/transaction.ts';
import type { PortalWithBank } from './bank.ts';
import { anInvoiceFile, anOperator, firstReceiver } from './builders.ts';
import { publishTodaysRate } from './interest.ts';
import { BASE_URL } from './jobs.ts';
import { aCostCentre, activatePayers } from './payers.ts';
import { aPayment, approveAsOther, closeAsTwo, collectAsTwo, requestOneSale, sellAndDeposit } from './sale-steps.ts';
import { PASSWORD } from './session.ts';
import { anAuthenticator } from './software-passkey.ts';
import { aSurvey } from './surveys.ts';
import { aSyncingClient } from './syncing-client.ts';
import { enteredBy, note, uploadBy } from './uploads.ts';
import { aView } from './views.ts';

const REASON = 'lo pidió dirección';

/** One invoice is paid out and its interest's CFDI complemented, the other one is paid short and closed; sets the clock to May. */
async function settledInvoices(world: PortalWithBank): Promise<void> {
  const { portal, seller } = world;
  const { clientId } = seller.client;
  const [paid = '', short = ''] = await seller.invoices({ count: 2 });
  await sellAndDeposit(seller, [paid, short]);
  const cutOn = async (day: string, month: string) => {
    portal.clock.set(new Date(`${day}T17:00:00Z`));
    await publishTodaysRate(portal);
    const operator = await portal.signIn((await anOperator(portal)).email);
    await operator.call(routes.cutMonth, { body: { clientId, month } });
    return operator;
  };
  const operator = await cutOn('2026-04-06', '2026-03');
  await world.run('mail-monthly-statements');
  const pay = (documentId: string, amount: string) =>
    collectAsTwo(portal, operator, aPayment({ documentIds: [documentId] }, { amount, valueDate: '2026-04-06' }));
  await pay(paid, '116000.00');
  const due = (await operator.call(routes.listDuePayouts)).data.find((one) => one.clientId === clientId);
  const payout = { clientId, currency: 'MXN', amount: due?.amount, trackingKey: 'RETURN000001' };
  await operator.call(routes.confirmPayout, { body: payout });
  await pay(short, '100000.00');
  await closeAsTwo(portal, operator, short);
  await cutOn('2026-05-06', '2026-04');
  await world.run('complement-payments');
}

/** A deposit that the bank has paid, with its proof, and a payment that it has received. */
async function bankTransfers(world: PortalWithBank): Promise<void> {
  const { portal, seller, bank } = world;
  const { saleId } = await world.order();
  await world.run();
  await pollOrders(world.deps());
  const { rows } = await portal.db.owner.query('select number_of_sale from sales where sale_id = $1', [saleId]);
  const params = { numberOfSale: String(rows[0].number_of_sale) };
  await seller.session.call(saleProof, { params, body: { format: 'xml' } });
  await activatePayers(portal, seller.client, 'ANTICIPA');
  const clabe = await aCostCentre(portal, { client: seller.client, rfcPayer: firstReceiver().rfc });
  await sellAndDeposit(seller, await seller.invoices());
  const payment = { claveRastreo: 'RECEIVED1', cuentaBeneficiario: clabe, conceptoPago: 'PAGO DE FACTURA' };
  await world.tellReceived(depositCall(await bank.deposit({ ...payment, monto: 116_000 }), 'ANTICIPA'));
  await world.run();
}

/** A download from the tax authority, and invoices that name others. */
async function taxDocuments(world: PortalWithBank): Promise<void> {
  const { portal, mail } = world;
  const syncing = await aSyncingClient({ portal, mail, deliver: () => world.run() });
  await syncing.issue(2);
  await syncing.connect();
  await syncing.resume();
  const { client } = syncing;
  const session = syncing.session();
  const file = await anInvoiceFile(portal, client);
  await enteredBy(session, file);
  await uploadBy(session, await anInvoiceFile(portal, client, note('01', 1_000_000n, file.spec.uuid)));
}

/** A user saves payment days, mails a summary, puts a survey off and has a sale returned. */
async function clientHabits({ portal, seller }: PortalWithBank): Promise<void> {
  const { session, operator, user, client } = seller;
  const { rfc, name } = firstReceiver();
  const habit = { rfc, razonSocial: name, paymentDays: 45, weekDays: defaultWeekDays };
  await session.call(routes.savePaymentHabit, { body: habit, key: 'payment-habit' });
  const sale = await requestOneSale(session, await seller.invoices());
  const summary = { numberOfSales: [sale.numberOfSale], emails: [user.email] };
  await session.call(routes.sendSummary, { body: summary });
  const params = { saleId: sale.saleId };
  const { version } = (await operator.call(routes.getLenderSale, { params })).seen;
  const documentIds = sale.items.map(({ documentId }) => documentId);
  await operator.call(routes.returnSale, { params, body: { version, message: 'La orden es otra', documentIds } });
  await session.call(routes.putOffSurvey, { body: { surveyId: (await aSurvey(portal)).surveyId } });
  await aView(operator, client);
}

/** The lender's settings, its calendar and the tax authority's list. */
async function lendersOwn({ portal, seller }: PortalWithBank): Promise<void> {
  const { operator } = seller;
  await operator.call(routes.setHoliday, { body: { date: '2026-07-15', name: 'Aniversario' } });
  const listed = [{ rfc: 'ABC990101AB1', name: 'LISTADA, S.A.', situation: 'Definitivo' }];
  await operator.call(routes.uploadTaxpayerList, { body: taxpayerListFile('1 de marzo de 2026', listed) });
  const server = await startSieServer();
  onTestFinished(() => server.close());
  const health = createOutsideHealth();
  const exchangeRates = banxicoOver({
    address: async () => server.url,
    token: async () => server.token,
    circuit: health.circuitOf('exchange-rates'),
  });
  const deps = { db: portal.db.worker, clock: portal.clock };
  await fetchRate({ ...deps, exchangeRates }, WORKER);
  await runAs(deps, WORKER, (work) => recordSystems(work, health.all()));
  const amounts = { kind: 'approval-amounts', currency: 'MXN', proposed: { perSale: '500000.00', perDay: null } };
  const { proposal } = await operator.call(routes.proposeSetting, { body: { reason: REASON, change: amounts } });
  if (proposal) await approveAsOther(portal, proposal);
}

/** Ways in: an invitation, a passkey with its recovery codes, and forgotten passwords. */
async function waysIn(world: PortalWithBank): Promise<void> {
  const { portal, seller } = world;
  const invitation = { kind: 'invite', email: 'invitada@example.test', name: 'Luz Ñandú', roles: ['riesgo'] };
  const body = { reason: REASON, change: invitation };
  const { proposal } = await seller.operator.call(routes.changeOperator, { body });
  if (proposal) await approveAsOther(portal, proposal);
  const { email: username } = await anOperator(portal, { demoCode: null });
  const credential = { username, password: PASSWORD };
  const { passkey } = await portal.visitor.call(routes.startSecondFactor, { body: credential });
  const created = anAuthenticator(BASE_URL).create(passkey);
  await portal.visitor.call(routes.login, { body: { ...credential, passkey: created } });
  await portal.visitor.call(routes.recoverPass, { body: { email: seller.user.email } });
  await world.run();
  // This request still waits.
  await portal.visitor.call(routes.recoverPass, { body: { email: seller.user.email } });
}

/** Call after the populated clients, which are answered by one operator. */
export async function fillOtherTables(world: PortalWithBank): Promise<void> {
  await bankTransfers(world);
  await taxDocuments(world);
  await clientHabits(world);
  await lendersOwn(world);
  // Counts of requests are shared after two seconds.
  world.portal.clock.pass(3000);
  await waysIn(world);
  await settledInvoices(world);
}
