import { createHash, X509Certificate } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { SALES_PER_PAGE } from '@anticipa/contract/sent-sales';
import { unzipSync } from 'fflate';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { answerTo, holdSale, requestOneSale, requestSale } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import { verifyTimeStamp } from '../../gateways/conservation/timestamp.ts';

let portal: Portal;
let seller: Seller;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

const aSentSale = async (count: number) => {
  const sale = await requestOneSale(seller.session, await seller.invoices({ count }));
  return { ...sale, params: { numberOfSale: String(sale.numberOfSale) } };
};
const see = async (numberOfSale: string) =>
  (await seller.session.call(routes.getSale, { params: { numberOfSale } })).data;
const decide = async (saleId: string, documentIds: readonly string[], rejected: readonly string[]) => {
  const decisions = documentIds.map((documentId) =>
    rejected.includes(documentId)
      ? { documentId, authorised: false, motive: 'LENDER_PAYER_DECLINED' as const }
      : { documentId, authorised: true, motive: null },
  );
  return seller.operator.call(routes.answerSale, await answerTo(seller.operator, saleId, decisions));
};

it('a sale is followed from its acceptance to the tracking key of its deposit', async () => {
  const { saleId, items, params } = await aSentSale(3);
  const ids = items.map(({ documentId }) => documentId);
  const { user } = await seller.session.call(routes.getSession);
  const requested = {
    state: 'requested',
    requestedAt: portal.clock.now().toISOString(),
    requestedBy: `${user?.firstName} ${user?.lastName}`,
    answeredAt: null,
    disbursedAt: null,
    cancelledAt: null,
    trackingKey: null,
    count: 3,
    rejected: 0,
    total: '348000.00',
    initialDeposit: '302760.00',
  };
  expect(await see(params.numberOfSale)).toMatchObject({
    ...requested,
    products: ['BI'],
    totals: { total: '348000.00', comision: '10440.00', initialDeposit: '302760.00' },
    items: ids.map((documentId) => ({ documentId, state: 'held', motive: null, initialDeposit: '100920.00' })),
  });

  portal.clock.pass(60_000);
  await decide(saleId, ids, ids.slice(1, 2));
  const answered = { state: 'answered', answeredAt: portal.clock.now().toISOString(), count: 2, rejected: 1 };
  expect(await see(params.numberOfSale)).toMatchObject({
    ...requested,
    ...answered,
    total: '232000.00',
    initialDeposit: '201840.00',
    totals: { total: '232000.00', initialDeposit: '201840.00' },
    items: [
      { state: 'authorised', motive: null },
      { state: 'rejected', motive: 'El pagador no confirmó la factura' },
      { state: 'authorised', motive: null },
    ],
  });

  portal.clock.pass(60_000);
  await seller.operator.call(routes.disburseSale, { params: { saleId }, body: { trackingKey: 'SPEI700001' } });
  const deposited = { state: 'disbursed', disbursedAt: portal.clock.now().toISOString(), trackingKey: 'SPEI700001' };
  const sheet = await seller.session.call(routes.getInvoice, { params: { id: ids[0] ?? '' } });
  expect(sheet.data.trackingKey).toBe('SPEI700001');
  const { data } = await seller.session.call(routes.listSales);
  expect(data[0]).toMatchObject({ ...answered, ...deposited, total: '232000.00', initialDeposit: '201840.00' });
});

it('[EST-06] [EST-07] an invoice has its history: when, by whom and why', async () => {
  const [first] = await seller.invoices();
  const { uuid = '' } = (await seller.session.call(routes.getInvoice, { params: { id: first ?? '' } })).data.invoice;
  const { saleId } = await requestSale(seller.session, [first ?? '']).then(([sale]) => sale ?? { saleId: '' });
  portal.clock.pass(60_000);
  const decisions = [{ documentId: first ?? '', authorised: false, motive: 'PAYER_AMOUNT_DIFFERS' }];
  await seller.operator.call(routes.answerSale, await answerTo(seller.operator, saleId, decisions));
  const motive = 'El importe que registró el pagador es distinto al de la factura';
  const { data } = await seller.session.call(routes.getInvoice, { params: { id: uuid.toLowerCase() } });
  const { user } = await seller.session.call(routes.getSession);
  const person = `${user?.firstName} ${user?.lastName}`;
  expect(data.steps).toMatchObject([
    { step: 'upload', by: 'client', person, motive: null },
    { step: 'hold', by: 'client', person },
    { step: 'reject', by: 'lender', person: null, motive, at: portal.clock.now().toISOString() },
  ]);
  expect(data.invoice).toMatchObject({
    documentId: first,
    statusResponse: [{ dateProcess: portal.clock.now().toISOString(), respuesta: { comments: motive } }],
  });
});

it('a sale that ended without a deposit keeps its amounts and shows how it ended', async () => {
  const cancelled = await aSentSale(1);
  portal.clock.pass(60_000);
  await seller.session.call(routes.cancelPreSell, { body: { numberOfSales: [cancelled.numberOfSale] } });
  const declined = await aSentSale(1);
  const ids = declined.items.map(({ documentId }) => documentId);
  await decide(declined.saleId, ids, ids);
  const amounts = { state: 'cancelled', total: '116000.00', initialDeposit: '100920.00' };
  expect(await see(cancelled.params.numberOfSale)).toMatchObject({
    ...amounts,
    cancelledAt: portal.clock.now().toISOString(),
    answeredAt: null,
    count: 1,
  });
  expect(await see(declined.params.numberOfSale)).toMatchObject({
    ...amounts,
    cancelledAt: null,
    answeredAt: portal.clock.now().toISOString(),
    count: 0,
    rejected: 1,
    totals: { total: '116000.00' },
  });
});

it('a sale that was never sent to the lender is not listed', async () => {
  const [held] = await holdSale(seller.session, await seller.invoices());
  const params = { numberOfSale: String(held?.numberOfSale) };
  for (const route of [routes.getSale, routes.saleContract])
    expect((await seller.session.refusal(route, { params })).code).toBe('NOT_FOUND');
  const { data } = await seller.session.call(routes.listSales);
  expect(data.map(({ numberOfSale }) => numberOfSale)).not.toContain(held?.numberOfSale);
});

it('the contract is printed whole, with its acceptance and the hash of its text', async () => {
  const { params } = await aSentSale(1);
  const { rows } = await portal.db.owner.query<{ text: string }>(
    'select contract_text as text from sales where number_of_sale = $1',
    [params.numberOfSale],
  );
  const text = rows[0]?.text ?? '';
  const { base64, fileName } = await seller.session.call(routes.saleContract, { params });
  expect(fileName).toBe(`contrato-venta-${params.numberOfSale}.pdf`);
  const pages = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
  const letters = (written: string): string => written.replaceAll(/\s+/g, '');
  const printed = letters(pages.text);
  const hash = createHash('sha256').update(text).digest('hex');
  const { requestedBy, terms } = await see(params.numberOfSale);
  expect(terms.hash).toBe(hash);
  for (const part of [hash, requestedBy, seller.client.rfc, '127.0.0.1']) expect(printed).toContain(letters(part));
  expect(printed).toMatch(/10\/03\/2026,19:3\d\(CiudaddeMéxico\)/);
  for (const paragraph of text.split(/\n+/)) expect(printed).toContain(letters(paragraph));
});

it('[RES-02] the terms to accept are printed whole before they are accepted', async () => {
  const [held] = await holdSale(seller.session, await seller.invoices());
  const { numberOfSale = 0 } = held ?? {};
  const { terms } = await seller.session.call(routes.processPreSells, { body: { numberOfSales: [numberOfSale] } });
  const params = { numberOfSale: String(numberOfSale) };
  const { base64, fileName } = await seller.session.call(routes.saleContract, { params });
  expect(fileName).toBe('terminos-y-condiciones.pdf');
  const { text } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
  const letters = (written: string): string => written.replaceAll(/\s+/g, '');
  for (const part of ['Sin aceptar', terms.hash, ...terms.text.split(/\n+/)]) {
    expect(letters(text)).toContain(letters(part));
  }
  await seller.session.call(routes.cancelPreSell, { body: { numberOfSales: [numberOfSale] } });
  expect((await seller.session.refusal(routes.saleContract, { params })).code).toBe('NOT_FOUND');
});

it('lists pages without a gap, newest first', async () => {
  const count = SALES_PER_PAGE + 2;
  const before = (await seller.session.call(routes.listSales)).data.length;
  for (const id of await seller.invoices({ count: count - before })) await requestSale(seller.session, [id]);
  const first = await seller.session.call(routes.listSales);
  expect(first.data).toHaveLength(SALES_PER_PAGE);
  const second = await seller.session.call(routes.listSales, { query: { before: String(first.next) } });
  expect(second).toMatchObject({ next: null });
  const numbers = [...first.data, ...second.data].map(({ numberOfSale }) => numberOfSale);
  expect(numbers).toHaveLength(count);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => b - a));
});

describe('the constancia of a contract', () => {
  const certify = () => runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'conserve-contracts');

  it('is downloaded with all that verifies it, once the provider has certified the text', async () => {
    const { params } = await aSentSale(1);
    expect((await see(params.numberOfSale)).constancia).toEqual({ issuedAt: null });
    expect((await seller.session.refusal(routes.saleConstancia, { params })).code).toBe('NOT_FOUND');
    await certify();
    const { constancia, terms } = await see(params.numberOfSale);
    const { base64, fileName } = await seller.session.call(routes.saleConstancia, { params });
    expect(fileName).toBe(`constancia-venta-${params.numberOfSale}.zip`);
    const files = unzipSync(Buffer.from(base64, 'base64'));
    const hash = createHash('sha256')
      .update(files['contrato.txt'] ?? '')
      .digest();
    expect(hash.toString('hex')).toBe(terms.hash);
    const root = new X509Certificate(Buffer.from(files['raiz.pem'] ?? ''));
    const { issuedAt, chain } = verifyTimeStamp(files['constancia.tsr'] ?? Buffer.of(), hash, [root]);
    expect(issuedAt.toISOString()).toBe(constancia?.issuedAt);
    expect(Buffer.from(files['certificados.pem'] ?? '').toString()).toBe(String(chain[0]));
    expect(Buffer.from(files['LEEME.txt'] ?? '').toString()).toContain('openssl cms -verify');
  });

  it('is asked for, not ordered twice, when the answer to the order was lost', async () => {
    await certify();
    const { params } = await aSentSale(1);
    const { terms } = await see(params.numberOfSale);
    portal.mifiel.script('accepted-then-lost');
    expect(await certify()).toHaveLength(1);
    expect((await see(params.numberOfSale)).constancia).toEqual({ issuedAt: null });
    await certify();
    expect((await see(params.numberOfSale)).constancia).toEqual({ issuedAt: null });
    portal.clock.pass(2 * 60_000);
    await certify();
    expect((await see(params.numberOfSale)).constancia?.issuedAt).not.toBeNull();
    expect(portal.mifiel.certified().filter((hash) => hash === terms.hash)).toHaveLength(1);
  });

  it('[SIS-07] a constancia that does not verify is kept with the reason and never bought again', async () => {
    await certify();
    const { params } = await aSentSale(1);
    const { terms } = await see(params.numberOfSale);
    const kept = async () => {
      const { rows } = await portal.db.owner.query(
        'select token is not null as kept, verdict, last_error from constancias where terms_hash = $1',
        [terms.hash],
      );
      return rows[0];
    };
    const reason = 'a constancia is not valid: its signature is wrong';
    portal.mifiel.script('altered-token', '', 2);
    await certify();
    expect(await kept()).toEqual({ kept: true, verdict: reason, last_error: reason });
    expect((await see(params.numberOfSale)).constancia).toEqual({ issuedAt: null });
    portal.clock.pass(2 * 60_000);
    await certify();
    expect(await kept()).toEqual({ kept: true, verdict: reason, last_error: reason });
    portal.clock.pass(4 * 60_000);
    await certify();
    expect((await see(params.numberOfSale)).constancia?.issuedAt).not.toBeNull();
    expect(portal.mifiel.certified().filter((hash) => hash === terms.hash)).toHaveLength(1);
  });

  it('[SIS-07] is ordered five times at most while the provider’s answers cannot be read', async () => {
    const { params } = await aSentSale(1);
    const { terms } = await see(params.numberOfSale);
    portal.mifiel.script('unreadable', '', 20);
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await certify();
      portal.clock.pass(6 * 3_600_000);
    }
    expect(portal.mifiel.certified().filter((hash) => hash === terms.hash)).toHaveLength(5);
  });
});
