/** CFDI that wait for their stamp: refused, or during an outage of the provider, which is Facturama's stand-in. */
import type { Registered } from '@anticipa/cfdi/rule-parts';
import type { InterestInvoice } from '@anticipa/contract/interest';
import { routes } from '@anticipa/contract/routes';
import type { FacturamaServer } from '@anticipa/sandbox/facturama-server';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { aCutToMake, publishTodaysRate, startPortalWithFacturama } from '../../../testing/interest.ts';
import { runCron } from '../../../testing/jobs.ts';
import type { Portal } from '../../../testing/portal.ts';
import { aPayment, collect } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let provider: FacturamaServer;
let close: () => Promise<void>;
let operator: Session;
let clientId: string;
let email: string;
/** Taxpayers as the tax authority has them. */
const registered = new Map<string, Registered>();

beforeAll(async () => {
  ({ portal, provider, close } = await startPortalWithFacturama({ registered: (rfc) => registered.get(rfc) }));
});
beforeEach(async () => {
  ({ clientId, email, operator } = await aCutToMake(portal));
});
afterAll(() => close());

const body = () => ({ clientId, month: '2026-01' });
const cut = async (): Promise<readonly InterestInvoice[]> =>
  (await operator.call(routes.cutMonth, { body: body() })).data;
const refusedCut = async () => (await operator.refusal(routes.cutMonth, { body: body() })).code;
/** The time in which an interrupted call may still be carried out. */
const passTime = () => portal.db.owner.query(`update interest_invoices set sent_at = sent_at - interval '3 minutes'`);
const stampsOf = (invoices: readonly InterestInvoice[]) => {
  const folios = new Set(invoices.map(({ folio }) => folio));
  return provider.issued().filter(({ folio }) => folios.has(folio));
};

it('[LIB-07] tax data that the tax authority does not have are refused, and the CFDI is issued once they are right', async () => {
  const { client } = await operator.call(routes.getLenderClient, { params: { clientId } });
  registered.set(client.rfc, { name: client.entityName.toUpperCase(), postalCode: '06600', regimes: ['601'] });
  expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
  const [listed] = (await operator.call(routes.getTaxData, { params: { clientId } })).unissued;
  expect(listed?.reason).toContain('CFDI40148 - El DomicilioFiscalReceptor no pertenece al Rfc del receptor.');
  await portal.db.owner.query(`update clients set postal_code = '06600' where client_id = $1`, [clientId]);
  expect(await operator.call(routes.reissueCfdi, { params: { clientId }, body: {} })).toEqual({ issued: 2, left: 0 });
});

const at = async (instant: string): Promise<void> => {
  portal.clock.set(new Date(instant));
  await publishTodaysRate(portal);
  operator = await portal.signIn((await anOperator(portal)).email);
};
/** Day of the CFDI, and those of its entry, of each interest invoice of the client. */
const dates = async () => {
  const { rows } = await portal.db.owner.query<{ days: string }>(
    `select distinct concat_ws(' ', (emitted_at at time zone 'America/Mexico_City')::text, value_date, booked_on) as days
     from interest_invoices left join ledger_entries using (client_id, invoice_id)
     where client_id = $1 and state = 'issued' order by 1`,
    [clientId],
  );
  return rows.map(({ days }) => days);
};
const pesosOf = (made: readonly InterestInvoice[]) => made.find(({ currency }) => currency === 'MXN');

it('[LIB-06] has the last day of its month while it can be stamped, in its XML and in the journal', async () => {
  await at('2026-02-03T17:00:00Z');
  const { id = '' } = pesosOf(await cut()) ?? {};
  expect(await dates()).toEqual(['2026-01-31 23:59:59 2026-01-31 2026-01-31']);
  const session = await portal.signIn(email);
  const { file } = await session.call(routes.interestInvoiceFile, { params: { fileType: 'xml', id } });
  expect(Buffer.from(file.Content, 'base64').toString()).toContain(' Fecha="2026-01-31T23:59:59"');
});

it.each([
  ['refused at once', 'reset' as const],
  ['with an unknown end', 'error-500' as const],
])(
  '[LIB-08] an outage of five days over a month end: %s, each is issued afterwards once, with a date in its 72 hours',
  async (_case, fault) => {
    await at('2026-02-01T08:00:00Z');
    provider.script(fault, 'POST /api-lite', 4);
    for (const day of ['01', '03']) {
      await at(`2026-02-${day}T08:05:00Z`);
      expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
      await passTime();
    }
    await at('2026-02-06T08:00:00Z');
    const made = await cut();
    expect(stampsOf(made)).toHaveLength(2);
    expect(new Set(stampsOf(made).map(({ folio }) => folio)).size).toBe(2);
    expect(await dates()).toEqual(['2026-02-06 02:00:00 2026-02-06 2026-02-06']);
    expect((await operator.call(routes.getTaxData, { params: { clientId } })).unissued).toEqual([]);
  },
);

it('[LIB-09] a concept that the provider refuses is taken out with an alert, the rest is issued, and it follows with the next month', async () => {
  provider.script('error-500', 'POST /api-lite', 2);
  expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
  await passTime();
  // An IVA that no document may have.
  await portal.db.owner.query(
    `update interest_invoice_lines line set iva = line.iva + 0.05 from interest_invoices invoice
     where line.client_id = $1 and invoice.client_id = $1 and invoice.invoice_id = line.invoice_id and currency = 'MXN' and position = 1`,
    [clientId],
  );
  await portal.db.owner.query(
    `update interest_invoices set iva = iva + 0.05 where client_id = $1 and currency = 'MXN'`,
    [clientId],
  );
  const made = await cut();
  expect(pesosOf(made)).toMatchObject({ subTotal: '1160.00', iva: '185.60', creditFolios: ['A-2'] });
  const { data } = await operator.call(routes.listAlerts, { query: { state: 'open' } });
  const [alert] = data.filter((one) => one.clientId === clientId);
  expect(alert).toMatchObject({ kind: 'invoicing-refused', invoice: { folio: '1' }, details: { folio: 'A-1' } });
  expect(alert?.reason).toContain('CFDI40180');
  const { cfdi } = await operator.call(routes.getMonthCut, { params: { month: '2026-01' } });
  const states = cfdi.filter((one) => one.clientId === clientId && one.currency === 'MXN').map(({ state }) => state);
  expect(states.toSorted()).toEqual(['cancelled', 'issued']);
  // 15 days of January and 28 of February, and 28 of February.
  await at('2026-03-02T17:00:00Z');
  const { data: february } = await operator.call(routes.cutMonth, { body: { clientId, month: '2026-02' } });
  expect(pesosOf(february)).toMatchObject({ subTotal: '5490.66', creditFolios: ['A-1', 'A-2'] });
});

it('[LIB-10] a complement in dollars has the exchange rate of the day of the payment', async () => {
  await cut();
  const session = await portal.signIn(email);
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const [documentId = ''] = data.filter(({ currency }) => currency === 'USD').map((row) => row.documentId);
  const paid = { currency: 'USD', amount: '1000.00', valueDate: '2026-02-05' };
  await collect(operator, aPayment({ documentIds: [documentId] }, paid));
  await at('2026-02-09T17:00:00Z');
  await portal.db.owner.query(`update exchange_rates set pesos_per_dollar = 18.5 where rate_date = '2026-02-09'`);
  expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'complement-payments')).toEqual([]);
  const search = { startDate: '2026-02-05', endDate: '2026-02-09' };
  const own = await portal.signIn(email);
  const billed = (await own.call(routes.listInterestInvoices, { body: { search } })).data;
  const [{ id = '' } = {}] = billed.flatMap(({ currency, complements }) => (currency === 'USD' ? complements : []));
  const { file } = await own.call(routes.interestInvoiceFile, { params: { fileType: 'xml', id } });
  // 10.00 + 1.60 dollars.
  expect(Buffer.from(file.Content, 'base64').toString()).toMatch(
    /MontoTotalPagos="200.10".* FechaPago="2026-02-05T12:00:00" .* TipoCambioP="17.25"/,
  );
});

it('[LIB-84] a paid CFDI that the provider refuses is taken out of the complement with an alert, and the others of the day are issued', async () => {
  const { id: january = '' } = pesosOf(await cut()) ?? {};
  await at('2026-03-02T17:00:00Z');
  const { data: made } = await operator.call(routes.cutMonth, { body: { clientId, month: '2026-02' } });
  const { id: february = '' } = pesosOf(made) ?? {};
  const { data } = await (await portal.signIn(email)).call(routes.listInvoices, { query: { status: '30' } });
  for (const { documentId, currency } of data)
    if (currency === 'MXN')
      await collect(operator, aPayment({ documentIds: [documentId] }, { valueDate: '2026-03-02' }));
  await at('2026-03-03T17:00:00Z');
  const spoil = (uuid: string) =>
    portal.db.owner.query(`update interest_invoices set uuid = $2 where invoice_id = $1`, [february, uuid]);
  const { uuid = '' } = pesosOf(made) ?? {};
  await spoil('NO UUID');
  const run = () => runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'complement-payments');
  const states = async () => {
    const { rows } = await portal.db.owner.query<{ invoice_id: string; state: string }>(
      `select part.invoice_id, state from complement_instalments part join payment_complements using (client_id, complement_id)
       where client_id = $1 and part.active`,
      [clientId],
    );
    return [january, february].map((id) =>
      rows.filter(({ invoice_id }) => invoice_id === id).map(({ state }) => state),
    );
  };
  // The complement of both, and the one of the refused CFDI.
  expect(await run()).toHaveLength(2);
  expect(await states()).toEqual([['issued'], ['pending']]);
  const alerts = (await operator.call(routes.listAlerts, { query: { state: 'open' } })).data;
  const [alert] = alerts.filter((one) => one.clientId === clientId);
  expect([alert?.subject, alert?.reason]).toEqual([
    expect.stringMatching(/^payment-complement:/),
    expect.stringContaining('Uuid'),
  ]);
  await spoil(uuid);
  expect(await run()).toEqual([]);
  expect(await states()).toEqual([['issued'], ['issued']]);
});
