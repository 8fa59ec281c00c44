import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOperator } from '../../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { answerTo, requestOneSale } from '../../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../../testing/seller.ts';

let portal: Portal;
let seller: Seller;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

const MESSAGE = 'La orden de compra es de otra factura';
const yes = (documentId: string) => ({ documentId, authorised: true, motive: null });
const no = (documentId: string) => ({ documentId, authorised: false, motive: 'LENDER_DOCUMENTS' });

async function aSale() {
  const sale = await requestOneSale(seller.session, await seller.invoices({ count: 2 }));
  const { saleId, numberOfSale } = sale;
  const ids = sale.items.map(({ documentId }) => documentId);
  const lender = { params: { saleId } };
  const client = { params: { numberOfSale: String(numberOfSale) } };
  const seen = () => seller.operator.call(routes.getLenderSale, lender);
  const order = async (over: object = {}) => {
    const { version } = (await seen()).seen;
    return { ...lender, body: { version, message: MESSAGE, documentIds: ids.slice(0, 1), ...over } };
  };
  const sheet = async () => (await seller.session.call(routes.getSale, client)).data;
  return { saleId, numberOfSale, ids, lender, client, seen, order, sheet };
}
const queueOf = async (queue: 'answer' | 'correction') =>
  (await seller.operator.call(routes.listInbox, { query: { queue } })).data.map(({ saleId }) => saleId);

describe('[OPE-03] a sale returned for correction', () => {
  it('shows the client what to correct, and comes back to its place in the queue', async () => {
    const { saleId, numberOfSale, ids, client, seen, order, sheet } = await aSale();
    portal.clock.pass(60_000);
    const later = await aSale();
    const before = await seen();
    await seller.operator.call(routes.returnSale, await order());
    expect(await queueOf('answer')).not.toContain(saleId);
    expect(await queueOf('correction')).toContain(saleId);
    expect(await sheet()).toMatchObject({
      state: 'requested',
      isReturned: true,
      correction: { message: MESSAGE, documentIds: [ids[0]], at: portal.clock.now().toISOString() },
    });
    const atHome = async () => (await seller.session.call(routes.getHome)).sales;
    expect(await atHome()).toContainEqual(expect.objectContaining({ numberOfSale, isReturned: true }));

    portal.clock.pass(3_600_000);
    seller = { ...seller, session: await portal.signIn(seller.user.email) };
    seller = { ...seller, operator: await portal.signIn((await anOperator(portal)).email) };
    const corrections = [{ documentId: ids[0] ?? '', purchaseOrder: ' oc 77 ' }];
    await seller.session.call(routes.resendSale, { ...client, body: { corrections, note: 'Era la OC77' } });
    const after = await seller.operator.call(routes.getLenderSale, { params: { saleId } });
    expect(after.promisedAt).toBe(before.promisedAt);
    expect(after.sale.items.map(({ purchaseOrder }) => purchaseOrder)).toEqual(['OC77', 'OC1']);
    expect(after.returns).toMatchObject([
      {
        message: MESSAGE,
        documentIds: [ids[0]],
        answer: { note: 'Era la OC77', at: portal.clock.now().toISOString() },
      },
    ]);
    const queue = await queueOf('answer');
    expect(queue.indexOf(saleId)).toBeLessThan(queue.indexOf(later.saleId));
    expect(await sheet()).toMatchObject({ isReturned: false, correction: null });
    expect(await atHome()).toContainEqual(expect.objectContaining({ numberOfSale, isReturned: false }));
    const held = async () => (await seller.session.call(routes.getCreditInformation)).lines[0]?.creditHeld;
    const holding = await held();
    await seller.operator.call(routes.answerSale, await answerTo(seller.operator, saleId, ids.map(yes)));
    expect(await held()).toBe(holding);
  });

  it('cannot be authorised until it is corrected, but rejected as a whole or cancelled', async () => {
    const { saleId, ids, order, sheet } = await aSale();
    await seller.operator.call(routes.returnSale, await order());
    const answer = async (decisions: object[]) =>
      seller.operator.send(routes.answerSale, await answerTo(seller.operator, saleId, decisions));
    expect((await answer(ids.map(yes))).code).toBe('SALE_STATE_CONFLICT');
    const [first = '', second = ''] = ids;
    expect((await answer([yes(first), no(second)])).code).toBe('SALE_STATE_CONFLICT');
    expect((await answer(ids.map(no))).status).toBe(200);
    expect(await sheet()).toMatchObject({ state: 'cancelled', isReturned: false, correction: null });

    const other = await aSale();
    await seller.operator.call(routes.returnSale, await other.order());
    await seller.session.call(routes.cancelPreSell, { body: { numberOfSales: [other.numberOfSale] } });
    expect(await other.sheet()).toMatchObject({ state: 'cancelled', isReturned: false });
  });

  it('is returned once, as it was seen, and sent back once', async () => {
    const { ids, client, order } = await aSale();
    const stale = await order();
    expect(await seller.operator.refusal(routes.returnSale, await order({ version: 99 }))).toMatchObject({
      code: 'EVIDENCE_CHANGED',
      details: [{ path: 'version' }],
    });
    const back = { ...client, body: { corrections: [] } };
    expect((await seller.session.send(routes.resendSale, back)).code).toBe('SALE_STATE_CONFLICT');
    const answers = await Promise.all([
      seller.operator.send(routes.returnSale, stale),
      seller.operator.send(routes.returnSale, stale),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['SALE_STATE_CONFLICT', null]);
    const other = await aSale();
    const foreign = { ...client, body: { corrections: [{ documentId: other.ids[0] ?? '', purchaseOrder: 'X' }] } };
    expect((await seller.session.send(routes.resendSale, foreign)).code).toBe('NOT_FOUND');
    const twice = ['A1', 'A2'].map((purchaseOrder) => ({ documentId: ids[0] ?? '', purchaseOrder }));
    expect((await seller.session.send(routes.resendSale, { ...client, body: { corrections: twice } })).status).toBe(
      400,
    );
    const resent = await Promise.all([
      seller.session.send(routes.resendSale, back),
      seller.session.send(routes.resendSale, back),
    ]);
    expect(resent.map(({ code }) => code).toSorted()).toEqual(['SALE_STATE_CONFLICT', null]);
    // Seen before it was returned and sent back.
    expect((await seller.operator.send(routes.returnSale, stale)).code).toBe('EVIDENCE_CHANGED');
    expect(ids).toHaveLength(2);
  });
});
