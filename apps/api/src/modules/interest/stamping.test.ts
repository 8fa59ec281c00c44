/** Month cuts and cancellations through Facturama's stand-in, interrupted in the middle. */
import type { InterestInvoice } from '@anticipa/contract/interest';
import { routes } from '@anticipa/contract/routes';
import type { FacturamaServer } from '@anticipa/sandbox/facturama-server';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { aCutToMake, overnight, publishTodaysRate, startPortalWithFacturama } from '../../../testing/interest.ts';
import { runCron } from '../../../testing/jobs.ts';
import type { Portal } from '../../../testing/portal.ts';
import { aPayment, approveAsOther, collect } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let provider: FacturamaServer;
let close: () => Promise<void>;
let operator: Session;
let clientId: string;
let email: string;

beforeAll(async () => {
  ({ portal, provider, close } = await startPortalWithFacturama());
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
const passTime = async () => {
  for (const table of ['interest_invoices', 'payment_complements'])
    await portal.db.owner.query(`update ${table} set sent_at = sent_at - interval '3 minutes'`);
};
/** Number of orders that wait for the provider, as operators see it. */
const waiting = async (): Promise<number> =>
  (await operator.call(routes.listSystems, {})).data.find(({ system }) => system === 'invoicing')?.queue?.waiting ?? -1;
const stampsOf = (invoices: readonly InterestInvoice[]) => {
  const folios = new Set(invoices.map(({ folio }) => folio));
  return provider.issued().filter(({ folio }) => folios.has(folio));
};

it.each(['accepted-then-lost', 'accepted-then-500', 'error-500', 'cut-off'] as const)(
  'an invoice whose stamp ended in "%s" waits until the call must be over, and is stamped once',
  async (fault) => {
    provider.script(fault, 'POST /api-lite');
    const sent = () => provider.calls('POST /api-lite');
    const before = sent();
    const others = await waiting();
    expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
    expect(await waiting()).toBe(others + 1);
    // One of the two invoices is stamped, and nothing is sent for the other yet.
    expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
    expect(sent() - before).toBe(2);
    await passTime();
    const made = await cut();
    expect(await waiting()).toBe(others);
    expect(stampsOf(made).map(({ uuid }) => uuid)).toHaveLength(2);
    expect(new Set(stampsOf(made).map(({ uuid }) => uuid))).toEqual(new Set(made.map(({ uuid }) => uuid)));
  },
);

it('an invoice that the provider refuses raises an alert with its reason, and is sent again at once', async () => {
  provider.script('refused', 'POST /api-lite');
  expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
  const { data } = await operator.call(routes.listAlerts, { query: { state: 'open' } });
  const made = await cut();
  const ids = made.map(({ id }) => `interest-invoice:${id}`);
  expect(data.filter(({ subject }) => ids.includes(subject))).toMatchObject([
    { kind: 'invoicing-refused', clientId, reason: 'La solicitud no es válida. · Folio: No es válido.' },
  ]);
  expect(stampsOf(made)).toHaveLength(2);
});

it('[OPE-23] other tax data of a client are in its next CFDI once two people agreed, and the issued ones stay', async () => {
  const [issued] = await cut();
  const xmlOf = async (id = '') => {
    const session = await portal.signIn(email);
    const { file } = await session.call(routes.interestInvoiceFile, { params: { fileType: 'xml', id } });
    return Buffer.from(file.Content, 'base64').toString();
  };
  const before = await xmlOf(issued?.id);
  const proposed = { entityName: 'Nómada & Hijos', fiscalRegime: '626', postalCode: '06600', branch: 'MTY' };
  const { proposal } = await operator.call(routes.proposeFiscalData, {
    params: { clientId },
    body: { proposed, reason: 'nueva constancia' },
  });
  const accounting = await anOperator(portal, { roles: ['contabilidad'] });
  const decision = { kind: 'approve', ground: proposal.ground };
  const accountant = await portal.signIn(accounting.email);
  await accountant.call(routes.decideProposal, { params: { proposalId: proposal.id }, body: { decision } });
  portal.clock.set(new Date('2026-03-05T17:00:00Z'));
  await publishTodaysRate(portal);
  const { data } = await (await portal.signIn(accounting.email)).call(routes.cutMonth, {
    body: { clientId, month: '2026-02' },
  });
  const receiver = 'Nombre="NÓMADA &amp; HIJOS" DomicilioFiscalReceptor="06600" RegimenFiscalReceptor="626"';
  for (const { id } of data) expect(await xmlOf(id)).toContain(receiver);
  expect(data).toHaveLength(2);
  expect(before).toContain('DomicilioFiscalReceptor="64000" RegimenFiscalReceptor="601"');
  expect(await xmlOf(issued?.id)).toBe(before);
});

it('[DIN-98] refused CFDI are listed with their reason and issued again with the tax data in force', async () => {
  provider.script('refused', 'POST /api-lite');
  expect(await refusedCut()).toBe('SERVICE_UNAVAILABLE');
  const listed = async () => (await operator.call(routes.getTaxData, { params: { clientId } })).unissued;
  const [refused, ...others] = await listed();
  expect(refused?.reason).toContain('La solicitud no es válida');
  const again = await operator.call(routes.reissueCfdi, { params: { clientId }, body: {} });
  expect(again).toEqual({ issued: others.length + 1, left: 0 });
  expect(await listed()).toEqual([]);
});

it('[DIN-97] tax data of a later day wait for it, and those before stay readable with their days', async () => {
  const proposed = { entityName: 'Nómada & Hijos', fiscalRegime: '626', postalCode: '06600', branch: 'MTY' };
  const params = { clientId };
  const body = { proposed: { ...proposed, from: '2026-02-20' }, reason: 'nueva constancia' };
  const far = { ...body, proposed: { ...proposed, from: '2027-06-01' } };
  expect(await operator.refusal(routes.proposeFiscalData, { params, body: far })).toMatchObject({
    code: 'TAX_DATA_TOO_FAR',
  });
  // Data of an earlier day may be approved later.
  for (const change of [{}, { postalCode: '01000', from: '2026-02-19' }]) {
    const wanted = { ...body, proposed: { ...body.proposed, ...change } };
    const { proposal } = await operator.call(routes.proposeFiscalData, { params, body: wanted });
    await approveAsOther(portal, proposal);
  }
  const apply = async () => {
    expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'apply-tax-data')).toEqual([]);
    const session = await portal.signIn((await anOperator(portal)).email);
    const { postalCode } = (await session.call(routes.getLenderClient, { params })).client;
    const { data } = await session.call(routes.getTaxData, { params });
    return [postalCode, data.map(({ from, until, postalCode: code }) => [from, until, code])];
  };
  const opened = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
  const days = [
    ['2026-02-20', null, '06600'],
    ['2026-02-19', '2026-02-19', '01000'],
    [opened, '2026-02-18', '64000'],
  ];
  expect(await apply()).toEqual(['64000', days]);
  portal.clock.set(new Date('2026-02-20T06:05:00Z'));
  expect(await apply()).toEqual(['06600', days]);
  expect(await apply()).toEqual(['06600', days]);
});

describe('a cancellation', () => {
  let invoice: InterestInvoice;
  beforeEach(async () => {
    const made = (await cut()).find(({ currency }) => currency === 'MXN');
    if (!made) throw new Error('nothing was invoiced in pesos');
    invoice = made;
    provider.answerCancellations('pending');
  });
  afterAll(() => provider.answerCancellations('canceled'));

  const asked = (motive = '02') => ({ params: { invoiceId: invoice.id }, body: { motive } });
  const refusedCancel = async (motive?: string) =>
    (await operator.refusal(routes.cancelInterestInvoice, asked(motive))).code;
  const follow = () => runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'follow-cancellations');
  const stored = async () => {
    const { rows } = await portal.db.owner.query<{ active: boolean; cancel_state: string | null }>(
      'select active, cancel_state from interest_invoices where invoice_id = $1',
      [invoice.id],
    );
    return rows[0];
  };
  const alerts = async () =>
    (await operator.call(routes.listAlerts, { query: {} })).data
      .filter(({ subject }) => subject === `interest-invoice:${invoice.id}`)
      .map(({ reason }) => reason);

  it('an accepted cancellation is in process until the tax authority shows the invoice cancelled', async () => {
    expect(await refusedCancel('03')).toBe('CANCELLATION_PENDING');
    for (const answer of ['valid', 'cancelling', 'error-500'] as const) {
      portal.taxStatus.script(invoice.uuid, answer);
      await follow();
      expect(await stored()).toEqual({ active: true, cancel_state: 'in-process' });
    }
    portal.taxStatus.script(invoice.uuid, 'cancelled');
    await follow();
    expect(await stored()).toEqual({ active: false, cancel_state: null });
    expect(provider.calls('DELETE /api-lite')).toBe(1);
  });

  it('a cancellation that the receiver refuses raises an alert and may be requested again', async () => {
    expect(await refusedCancel()).toBe('CANCELLATION_PENDING');
    portal.taxStatus.script(invoice.uuid, { EstatusCancelacion: 'Solicitud rechazada' });
    expect(await refusedCancel()).toBe('CANCELLATION_REJECTED');
    expect([await stored(), await alerts()]).toEqual([
      { active: true, cancel_state: 'rejected' },
      ['Solicitud rechazada'],
    ]);
    expect(await refusedCancel('03')).toBe('CANCELLATION_PENDING');
    portal.taxStatus.script(invoice.uuid, 'cancelled');
    expect((await operator.call(routes.cancelInterestInvoice, asked())).invoice.active).toBe(false);
  });

  it('a cancellation whose request fails or is lost is sent again by the worker', async () => {
    const sent = () => provider.calls('DELETE /api-lite');
    const before = sent();
    provider.script('accepted-then-lost', 'DELETE /api-lite');
    expect(await refusedCancel()).toBe('SERVICE_UNAVAILABLE');
    await follow();
    expect([await stored(), sent() - before]).toEqual([{ active: true, cancel_state: 'in-process' }, 2]);
    // The tax authority shows nothing of it.
    portal.clock.set(new Date('2026-02-09T17:00:00Z'));
    await follow();
    await follow();
    expect([await stored(), sent() - before]).toEqual([{ active: true, cancel_state: 'in-process' }, 3]);
  });

  it('a cancellation that the provider refuses raises an alert with its words', async () => {
    provider.script('refused', 'DELETE /api-lite');
    expect(await refusedCancel()).toBe('CANCELLATION_REJECTED');
    expect(await alerts()).toEqual(['La solicitud no es válida. · Folio: No es válido.']);
  });
});

it('[HFI-02] what an interest invoice bills gets a payment complement once it is collected, which the client downloads', async () => {
  await cut();
  let session = await portal.signIn(email);
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const [first = '', second = ''] = data.filter(({ currency }) => currency === 'MXN').map((row) => row.documentId);
  const run = () => runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'complement-payments');
  const pay = (documentId: string, amount: string) =>
    collect(operator, aPayment({ documentIds: [documentId] }, { amount, valueDate: '2026-02-05' }));
  const billed = async () => {
    const search = { startDate: '2026-02-05', endDate: '2026-02-05' };
    const all = (await session.call(routes.listInterestInvoices, { body: { search } })).data;
    const invoice = all.find(({ currency }) => currency === 'MXN');
    if (!invoice) throw new Error('nothing was invoiced in pesos');
    return invoice;
  };
  await pay(first, '115999.99');
  await run();
  expect((await billed()).complements).toEqual([]);
  await pay(first, '0.01');
  await run();
  expect((await billed()).complements).toEqual([]);
  await overnight(portal);
  session = await portal.signIn(email);
  operator = await portal.signIn((await anOperator(portal)).email);
  provider.script('accepted-then-lost', 'POST /api-lite');
  await run();
  expect((await billed()).complements).toEqual([]);
  await passTime();
  await run();
  await pay(second, '116000.00');
  for (let times = 0; times < 2; times += 1) await run();
  const invoice = await billed();
  const made = invoice.complements;
  expect(made).toMatchObject([1, 2].map(() => ({ paidOn: '2026-02-05', amount: '1345.60' })));
  expect(provider.issued().filter(({ folio }) => made.some((one) => one.folio === folio))).toMatchObject(
    made.map(({ uuid }) => ({ uuid })),
  );
  const fileOf = async (index: number, fileType: 'pdf' | 'xml') => {
    const params = { fileType, id: made[index]?.id ?? '' };
    return Buffer.from((await session.call(routes.interestInvoiceFile, { params })).file.Content, 'base64');
  };
  const [series, folio] = invoice.folio.split('-');
  for (const [index, balances] of [
    [0, 'NumParcialidad="1" ImpSaldoAnt="2691.20" ImpPagado="1345.60" ImpSaldoInsoluto="1345.60"'],
    [1, 'NumParcialidad="2" ImpSaldoAnt="1345.60" ImpPagado="1345.60" ImpSaldoInsoluto="0.00"'],
  ] as const) {
    const text = (await fileOf(index, 'xml')).toString('utf8');
    for (const part of [
      `IdDocumento="${invoice.uuid}" Serie="${series}" Folio="${folio}" MonedaDR="MXN"`,
      balances,
      'TotalTrasladosBaseIVA16="1160.00" TotalTrasladosImpuestoIVA16="185.60" MontoTotalPagos="1345.60"',
    ])
      expect(text).toContain(part);
  }
  const { text } = await extractText(new Uint8Array(await fileOf(1, 'pdf')), { mergePages: true });
  for (const part of ['Complemento de pago', 'CFDI 4.0 de pago', '05/02/2026', 'MXN 1,345.60', invoice.uuid])
    expect(text).toContain(part);
});

it('operators are warned 60, 30 and 7 days before the certificate expires, once each', async () => {
  await cut();
  const [mail, { email: to }] = [await startSmtpCatcher(), await anOperator(portal)];
  onTestFinished(() => mail.close());
  const received = () => mail.mails().filter((one) => one.to === to);
  const reasons = async () => {
    const { rows } = await portal.db.owner.query<{ reason: string }>(
      `select reason from alerts where kind = 'certificate-expiry' order by raised_at`,
    );
    return rows.map(({ reason }) => reason);
  };
  // The demo's certificate is valid until the end of 2039.
  const given: [string, number][] = [];
  for (const day of ['2039-10-01', '2039-11-05', '2039-11-06', '2039-12-05', '2039-12-28']) {
    portal.clock.set(new Date(`${day}T15:00:00Z`));
    expect(await runCron(portal, mail, 'watch-certificate')).toEqual([]);
    given.push([(await reasons()).join(' '), received().length]);
  }
  expect(given).toEqual([
    ['', 0],
    ['60-days', 1],
    ['60-days', 1],
    ['60-days 30-days', 2],
    ['60-days 30-days 7-days', 3],
  ]);
  expect(received().at(-1)?.text).toContain('El certificado de sello digital vence el 30/12/2039');
  const { data } = await (await portal.signIn(to)).call(routes.listSystems);
  expect(data.find(({ system }) => system === 'invoicing')?.credentials).toEqual({
    expiry: { on: '2039-12-30', daysLeft: 2 },
    refused: 0,
  });
});
