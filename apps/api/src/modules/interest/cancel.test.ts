import type { InterestInvoice } from '@anticipa/contract/interest';
import { routes } from '@anticipa/contract/routes';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { anOperator } from '../../../testing/builders.ts';
import { aSellerOfJanuary, publishTodaysRate, SOLD_AT } from '../../../testing/interest.ts';
import { runCron } from '../../../testing/jobs.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, patientTaxStatus, startPortal } from '../../../testing/portal.ts';
import { aPayment, closeAsTwo, collectAsTwo, reverseAsTwo } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';
import { embeddedInvoicing } from '../../gateways/invoicing/embedded.ts';
import { type Cancellation, type InvoicingPort, InvoicingUnavailable } from '../../gateways/invoicing/port.ts';
import { openStorage } from '../../gateways/outside.ts';
import { cancelInvoice } from './cancel.ts';

const HOUR_MS = 3_600_000;
let portal: Portal;
let clientId: string;
let email: string;
let session: Session;
let operator: Session;

const on = async (instant: string): Promise<void> => {
  portal.clock.set(new Date(instant));
  await publishTodaysRate(portal);
  session = await portal.signIn(email);
  operator = await portal.signIn((await anOperator(portal)).email);
};

beforeAll(async () => {
  portal = await startPortal({ now: SOLD_AT });
  await portal.pki.lenderSealer();
});
beforeEach(async () => {
  const { client, user } = await aSellerOfJanuary(portal);
  ({ clientId } = client);
  ({ email } = user);
  await on('2026-02-05T17:00:00Z');
});
afterAll(() => portal.close());

const cut = async (): Promise<InterestInvoice[]> =>
  [...(await operator.call(routes.cutMonth, { body: { clientId, month: '2026-01' } })).data].filter(
    ({ currency }) => currency === 'MXN',
  );
/** The January invoice in pesos. */
const invoiced = async (): Promise<InterestInvoice> => {
  const invoice = (await cut()).find(({ active, invoiceType }) => active && invoiceType);
  if (!invoice) throw new Error('nothing was invoiced in pesos');
  return invoice;
};
const cancelling = (invoiceId: string, motive = '02') => ({ params: { invoiceId }, body: { motive } });
const cancel = async (invoiceId: string) =>
  (await operator.call(routes.cancelInterestInvoice, cancelling(invoiceId))).invoice;
/** Cancels as an operator, through another provider; resolves to whether the invoice is in force, or a refusal. */
async function cancelBy(
  invoicing: InvoicingPort,
  invoiceId: string,
  motive: '01' | '02' | '03',
  logged: string[] = [],
) {
  const storage = await openStorage(portal.config);
  const { operatorId, email: of } = await anOperator(portal);
  const actor = { kind: 'operator', sessionId: operatorId, operatorId, email: of, roles: new Set<never>() } as const;
  const caller = { actor, requestId: 'test', address: '127.0.0.1', userAgent: 'test', idempotency: null };
  const taxStatus = patientTaxStatus(portal.taxStatus);
  const deps = { db: portal.db.api, clock: portal.clock, log: logInto(logged), invoicing, storage, taxStatus };
  const outcome = await cancelInvoice(deps, caller, invoiceId, motive);
  return outcome.ok ? outcome.value.active : outcome.code;
}
const balances = async (...accounts: string[]): Promise<Record<string, string>> => {
  const { rows } = await portal.db.owner.query<{ account: string; balance: string }>(
    `select account, sum(debit - credit)::text as balance
     from ledger_lines join ledger_entries using (client_id, entry_number)
     where client_id = $1 and currency = 'MXN' and account = any($2)
     group by account`,
    [clientId, accounts.length > 0 ? accounts : ['CLIENTE', 'IVA_POR_FACTURAR', 'IVA_COBRADO']],
  );
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
};

it('[HFI-03] a cancelled invoice is listed as such, its entry is reversed, and the next cut invoices again', async () => {
  const first = await invoiced();
  expect(await balances()).toEqual({ CLIENTE: '371.20', IVA_COBRADO: '-371.20' });
  const received: unknown[] = [];
  await portal.db.owner.query('listen portal_events');
  portal.db.owner.on('notification', ({ payload = '' }) => received.push(JSON.parse(payload)));
  const answers = await Promise.all([1, 2, 3].map(() => cancel(first.id)));
  await portal.db.owner.query('unlisten portal_events');
  expect(received).toMatchObject([{ clientId, noun: 'invoices' }]);
  expect(answers).toEqual([1, 2, 3].map(() => ({ ...first, active: false })));
  expect(await balances()).toEqual({ CLIENTE: '0.00', IVA_COBRADO: '0.00' });
  const listed = async (active: boolean) => {
    const search = { startDate: '2026-02-01', endDate: '2026-02-28', active };
    const { data } = await session.call(routes.listInterestInvoices, { body: { search } });
    return data.filter(({ currency }) => currency === 'MXN').map(({ folio }) => folio);
  };
  expect([await listed(false), await listed(true)]).toEqual([[first.folio], []]);
  const second = await invoiced();
  expect(second).toMatchObject({ subTotal: first.subTotal, iva: first.iva, periodo: '2026-01', active: true });
  expect(second.folio).not.toBe(first.folio);
  expect([await listed(false), await listed(true)]).toEqual([[first.folio], [second.folio]]);
  expect(await balances()).toEqual({ CLIENTE: '371.20', IVA_COBRADO: '-371.20' });
  const query = { startDate: '2026-02-01', endDate: '2026-02-28' };
  const { currencies } = (await session.call(routes.getStatement, { query })).data;
  expect(currencies[0]?.interestInvoices.map(({ folio, concept }) => `${folio} ${concept}`)).toEqual([
    `${first.folio} Interés de enero 2026`,
    `${first.folio} Cancelación: Interés de enero 2026`,
    `${second.folio} Interés de enero 2026`,
  ]);
  const { movements = [] } = currencies[0]?.accounts.find(({ account }) => account === 'yours') ?? {};
  const reversing = movements.filter(({ concept }) => concept === `Cancelación del CFDI ${first.folio}`);
  expect(reversing.map(({ charge, credit }) => `${charge} ${credit}`)).toEqual([
    '0.00 1345.60',
    '1160.00 0.00',
    '0.00 1345.60',
    '1160.00 0.00',
  ]);
});

it('[HFI-03] an invoice whose IVA the aforo has paid is cancelled and invoiced again without a change for the client', async () => {
  const first = await invoiced();
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const documentIds = data.filter(({ currency }) => currency === 'MXN').map(({ documentId }) => documentId);
  await collectAsTwo(portal, operator, aPayment({ documentIds }, { amount: '232000.00', valueDate: '2026-02-05' }));
  const settled = await balances();
  expect(settled).toEqual({ CLIENTE: '0.00', IVA_POR_FACTURAR: '-742.40', IVA_COBRADO: '-371.20' });
  await cancel(first.id);
  expect(await balances()).toEqual({ ...settled, CLIENTE: '-371.20', IVA_COBRADO: '0.00' });
  await invoiced();
  expect((await balances()).IVA_COBRADO).toBe('-371.20');
});

it('[HFI-03] an invoice with a credit note is cancelled after the note', async () => {
  const first = await invoiced();
  await portal.db.owner.query(`update sale_items set early_rebate = true where client_id = $1`, [clientId]);
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const [documentId] = data.filter(({ currency }) => currency === 'MXN').map((row) => row.documentId);
  const query = { startDate: '2026-01-01', endDate: '2026-02-05', knownOn: '2026-02-05' };
  const costSoFar = async () => (await session.call(routes.getStatement, { query })).data.currencies[0]?.cost;
  const shown = await costSoFar();
  await on('2026-02-06T17:00:00Z');
  await collectAsTwo(portal, operator, aPayment({ documentIds: [documentId] }, { valueDate: '2026-01-26' }));
  // A rebate granted since does not change the statement of a past day.
  expect(await costSoFar()).toEqual(shown);
  const note = (await cut()).find(({ invoiceType }) => !invoiceType);
  if (!note) throw new Error('nothing was credited');
  const refused = await operator.refusal(routes.cancelInterestInvoice, cancelling(first.id));
  expect(refused).toMatchObject({ status: 409, code: 'INTEREST_INVOICE_CREDITED' });
  expect((await operator.refusal(routes.cancelInterestInvoice, cancelling(note.id, '01'))).status).toBe(400);
  expect((await cancel(note.id)).active).toBe(false);
  expect((await cancel(first.id)).active).toBe(false);
  // The paid invoice now bills what it earned, and no note is due.
  const again = (await cut()).filter(({ active }) => active);
  expect(again).toMatchObject([{ subTotal: '1933.33', iva: '309.33', invoiceType: true }]);
});

it('[HFI-03] an invoice is cancelled after its substitute is stamped, which bills the same and counts from then on', async () => {
  const first = await invoiced();
  const settled = await balances();
  await portal.db.owner.query(`update clients set postal_code = '64010' where client_id = $1`, [clientId]);
  const { invoice } = await operator.call(routes.cancelInterestInvoice, cancelling(first.id, '01'));
  expect(invoice).toEqual({ ...first, active: false });
  const search = { startDate: '2026-02-05', endDate: '2026-02-05', active: true };
  const { data } = await session.call(routes.listInterestInvoices, { body: { search } });
  const [second, ...others] = data.filter(({ currency }) => currency === 'MXN');
  if (!second) throw new Error('nothing is in force');
  const { id, facturamaId, uuid, folio, ...same } = first;
  expect([second, ...others]).toMatchObject([same]);
  expect([second.uuid, second.folio]).not.toEqual([uuid, folio]);
  const file = async (fileType: 'pdf' | 'xml', { id: of } = second) => {
    const answer = await session.call(routes.interestInvoiceFile, { params: { fileType, id: of } });
    return Buffer.from(answer.file.Content, 'base64');
  };
  const printed = async (of?: InterestInvoice) =>
    (await extractText(new Uint8Array(await file('pdf', of)), { mergePages: true })).text;
  const xml = (await file('xml')).toString('utf8');
  for (const part of [`"04"><cfdi:CfdiRelacionado UUID="${uuid}"`, 'Receptor="64010"']) expect(xml).toContain(part);
  expect(await printed()).toMatch(new RegExp(`^(?!.*cancelado).*intereses.*CFDI 4.0 de ingreso.*${uuid}`, 's'));
  expect(await printed(first)).toMatch(/CFDI cancelado el 05-feb-2026 .*: sin validez fiscal/);
  expect(await balances()).toEqual(settled);
  // The next cut has nothing left to invoice.
  expect((await cut()).filter(({ active }) => active)).toEqual([second]);
});

it('[HFI-03] a substitute waits for the confirmation and is stamped once', async () => {
  const { id, uuid } = await invoiced();
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const documentIds = data.filter(({ currency }) => currency === 'MXN').map(({ documentId }) => documentId);
  await collectAsTwo(portal, operator, aPayment({ documentIds }, { amount: '232000.00', valueDate: '2026-02-05' }));
  const settled = await balances();
  const { issue, issuePayment } = embeddedInvoicing({ dataDir: portal.dataDir, now: portal.clock.now });
  const stamped: string[] = [];
  const asked: object[] = [];
  const invoicing: InvoicingPort = {
    issuePayment,
    issue: async (order) => {
      const made = await issue(order);
      stamped.push(made.uuid);
      return made;
    },
    cancel: (order) => Promise.resolve(asked.push(order) > 0 ? 'requested' : 'cancelled'),
  };
  const outcomes: unknown[] = [];
  for (let times = 0; times < 3; times += 1) {
    if (times === 2) portal.taxStatus.script(uuid, 'cancelled');
    outcomes.push(await cancelBy(invoicing, id, '01'));
    // Neither in force nor booked before the confirmation, and a cut leaves it alone.
    if (times < 2) expect((await cut()).filter(({ active }) => active)).toMatchObject([{ id }]);
    expect(await balances()).toEqual(settled);
  }
  expect(outcomes).toEqual(['CANCELLATION_PENDING', 'CANCELLATION_PENDING', false]);
  expect(stamped).toHaveLength(1);
  expect(asked).toMatchObject([{ uuid, motive: '01', substitute: stamped[0] }]);
});

it('stays in force until the tax authority confirms, and is resumed after outages; it is recent for 72 hours', async () => {
  const { id, uuid } = await invoiced();
  const { issue, issuePayment } = embeddedInvoicing({ dataDir: portal.dataDir, now: portal.clock.now });
  const answers: (() => Promise<Cancellation>)[] = [
    () => Promise.reject(new InvoicingUnavailable('down')),
    () => Promise.reject(new InvoicingUnavailable('down')),
    () => Promise.resolve('requested'),
    () => Promise.reject(new Error('the tax authority is asked instead')),
  ];
  const logged: string[] = [];
  const outcomes = [];
  const asked: [string, boolean][] = [];
  for (const [index, answer] of answers.entries()) {
    const invoicing: InvoicingPort = {
      issuePayment,
      issue,
      cancel: ({ motive, isRecent }) => {
        asked.push([motive, isRecent]);
        return answer();
      },
    };
    if (index === 3) portal.taxStatus.script(uuid, 'cancelled');
    portal.clock.set(new Date(Date.parse('2026-02-05T17:00:00Z') + ([0, 72 * HOUR_MS - 1][index] ?? 72 * HOUR_MS)));
    outcomes.push(await cancelBy(invoicing, id, index === 0 ? '02' : '03', logged));
  }
  expect(outcomes).toEqual(['SERVICE_UNAVAILABLE', 'SERVICE_UNAVAILABLE', 'CANCELLATION_PENDING', false]);
  expect(new Set(logged)).toEqual(new Set(['cancellation interrupted; repeating it resumes it']));
  // The motive that was recorded with the request.
  expect(asked).toEqual([
    ['02', true],
    ['02', true],
    ['02', false],
  ]);
  const { rows } = await portal.db.owner.query<{ action: string }>(
    `select action from audit where subject = $1 and action like 'interest.cancel%' order by action`,
    [`interest-invoice:${id}`],
  );
  expect(rows.map(({ action }) => action)).toEqual(['interest.cancel', 'interest.cancel-request']);
});

it('[HFI-03] a request is sent again if the tax authority does not know it after three days', async () => {
  const { id } = await invoiced();
  const asked: object[] = [];
  const invoicing: InvoicingPort = {
    ...embeddedInvoicing({ dataDir: portal.dataDir, now: portal.clock.now }),
    cancel: (order) => Promise.resolve(asked.push(order) > 0 ? 'requested' : 'cancelled'),
  };
  const cancelTwice = async () => [await cancelBy(invoicing, id, '02'), await cancelBy(invoicing, id, '02')];
  await cancelTwice();
  await atLimit(portal.clock, 72 * HOUR_MS + 1, {
    before: async () => {
      await cancelTwice();
      expect(asked).toHaveLength(1);
    },
    after: async () => {
      await cancelTwice();
      expect(asked).toHaveLength(2);
    },
  });
});

it('[HFI-03] late charges that nothing covers are invoiced as to be paid; cancelling that invoice reverses its IVA', async () => {
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const [documentId = ''] = data.filter(({ currency }) => currency === 'MXN').map((row) => row.documentId);
  const pay = (amount: string, valueDate: string) =>
    collectAsTwo(portal, operator, aPayment({ documentIds: [documentId] }, { amount, valueDate }));
  await pay('100000.00', '2026-02-05');
  await closeAsTwo(portal, operator, documentId);
  await on('2026-03-12T17:00:00Z');
  // Ten days late, of 4,400.00: 58.67 + 9.39.
  await pay('4400.00', '2026-03-12');
  const search = { startDate: '2026-03-12', endDate: '2026-03-12' };
  const issue = () => runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'invoice-late-charges');
  const issued = async () =>
    (await session.call(routes.listInterestInvoices, { body: { search: { ...search, active: true } } })).data;
  expect(await issue()).toEqual([]);
  const [first, ...others] = await issued();
  expect([first, ...others]).toMatchObject([{ subTotal: '58.67', iva: '9.39', amount: '68.06', periodo: '2026-03' }]);
  const id = first?.id ?? '';
  const file = async (fileType: 'pdf' | 'xml') =>
    Buffer.from((await session.call(routes.interestInvoiceFile, { params: { fileType, id } })).file.Content, 'base64');
  const xml = (await file('xml')).toString('utf8');
  for (const part of ['MetodoPago="PPD"', 'FormaPago="99"']) expect(xml).toContain(part);
  const { text } = await extractText(new Uint8Array(await file('pdf')), { mergePages: true });
  expect(text).toContain('Factura de recargos');
  const uncollected = async () => (await balances('IVA_NO_COBRADO')).IVA_NO_COBRADO;
  expect(await uncollected()).toBe('-9.39');
  await cancel(id);
  expect([await uncollected(), await issued()]).toEqual(['0.00', []]);
  expect(await issue()).toEqual([]);
  expect([await uncollected(), (await issued()).length]).toEqual(['-9.39', 1]);
  const { currencies } = (await session.call(routes.getStatement, { query: search })).data;
  expect(currencies[0]?.interestInvoices.map(({ concept, total }) => `${concept} ${total}`).toSorted()).toEqual([
    'Cancelación: Recargos -68.06',
    'Recargos 68.06',
    'Recargos 68.06',
  ]);
});

it('[DIN-44] [LIB-81] a complement of a day that is cancelled is issued again for what is still paid, with the same instalment', async () => {
  await invoiced();
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const receiptOf = new Map<string, string>();
  const pay = async (documentId: string, valueDate: string) => {
    const body = aPayment({ documentIds: [documentId] }, { valueDate });
    receiptOf.set(documentId, (await collectAsTwo(portal, operator, body)).collectionId);
  };
  const [first = '', second = ''] = data.filter(({ currency }) => currency === 'MXN').map((row) => row.documentId);
  await pay(first, '2026-02-05');
  await pay(second, '2026-02-05');
  const run = async (name: string) =>
    expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, name)).toEqual([]);
  const inForce = async () => {
    const { rows } = await portal.db.owner.query<{ is: string }>(
      `select concat_ws(' ', instalment, balance_before, string_agg(document_id::text, ' ' order by document_id)) as is
       from complement_instalments join complement_lines using (client_id, complement_id, invoice_id, form)
       where complement_instalments.client_id = $1 and complement_instalments.active
       group by complement_id, instalment, balance_before order by 1`,
      [clientId],
    );
    return rows.map((one) => one.is);
  };
  await on('2026-02-06T17:00:00Z');
  await run('complement-payments');
  expect(await inForce()).toEqual([`1 2691.20 ${[first, second].toSorted().join(' ')}`]);
  await reverseAsTwo(portal, operator, { kind: 'collection', id: receiptOf.get(first) ?? '' });
  await run('follow-cancellations');
  await run('complement-payments');
  expect(await inForce()).toEqual([`1 2691.20 ${second}`]);
  await pay(first, '2026-02-06');
  await on('2026-02-07T17:00:00Z');
  await run('complement-payments');
  expect(await inForce()).toEqual([`1 2691.20 ${second}`, `2 1345.60 ${first}`]);
  // The place and the balance of the first become free again.
  await reverseAsTwo(portal, operator, { kind: 'collection', id: receiptOf.get(second) ?? '' });
  await run('follow-cancellations');
  await run('complement-payments');
  expect(await inForce()).toEqual([`2 1345.60 ${first}`]);
  await pay(second, '2026-02-07');
  await on('2026-02-08T17:00:00Z');
  await run('complement-payments');
  expect(await inForce()).toEqual([`1 2691.20 ${second}`, `2 1345.60 ${first}`]);
});

it('a cancellation is refused for an unknown invoice and an unknown motive', async () => {
  const missing = cancelling('11111111-1111-4111-8111-111111111111');
  expect((await operator.refusal(routes.cancelInterestInvoice, missing)).status).toBe(404);
  const { id } = await invoiced();
  const motive = { params: { invoiceId: id }, body: { motive: '05' } };
  expect((await operator.refusal(routes.cancelInterestInvoice, motive)).status).toBe(400);
});
