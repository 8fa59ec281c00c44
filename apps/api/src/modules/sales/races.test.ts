import { routes } from '@anticipa/contract/routes';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  aClient,
  aCompany,
  aLine,
  anOperator,
  aUser,
  type TestClient,
  type TestUser,
} from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { answerTo, authorisedSale, DUE_DATE, requestOneSale, requestSale } from '../../../testing/sale-steps.ts';
import type { Answer, Session } from '../../../testing/session.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { storedClient } from '../../platform/work/caller.ts';
import { LIMIT_CONSTRAINT } from '../credit/commands.ts';

/** Between rounds, so that many of them stay within the rate limits. */
const PACE_MS = 1000;

let portal: Portal;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  operator = await portal.signIn((await anOperator(portal)).email);
});
afterAll(() => portal.close());

interface Seller {
  readonly client: TestClient;
  readonly user: TestUser;
  readonly companyId: string;
  readonly session: Session;
}

const aSeller = async (limit: string): Promise<Seller> => {
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  await aLine(portal, { client, limit });
  return { client, user, companyId: await aCompany(portal, { client }), session: await portal.signIn(user.email) };
};

const choice = (documentId: string) => ({ documentId, dueDate: DUE_DATE });
const codesOf = (answers: readonly Answer[]): Record<string, number> => {
  const groups = Map.groupBy(answers, ({ code, status }) => code ?? String(status));
  return Object.fromEntries([...groups].map(([name, group]) => [name, group.length]));
};

it('[VTA-14] 50 concurrent sales that exceed the line sell exactly what fits', async () => {
  // Each takes 104,400.00 of 1,100,000.00, so ten fit.
  const { session, ...owner } = await aSeller('1100000.00');
  const documentIds = await someInvoices(portal, { ...owner, count: 50 });
  const answers = await Promise.all(
    documentIds.map((id) =>
      session.send(routes.setAsPreSell, { body: { documents: [choice(id)] }, key: `burst-${id}` }),
    ),
  );
  expect(codesOf(answers)).toEqual({ 200: 10, CREDIT_EXCEEDED: 40 });
  const { lines } = await session.call(routes.getCreditInformation);
  expect(lines[0]).toMatchObject({ creditHeld: '1044000.00', available: '56000.00' });
});

it('[VTA-14] the database itself refuses an overdraft, even for 50 concurrent sales from other processes', async () => {
  const { client } = await aSeller('1100000.00');
  const takes = Array.from({ length: 50 }, () =>
    portal.db.api.withTransaction({ as: 'tenant', clientId: client.clientId }, (executor) =>
      executor
        .updateTable('credit_lines')
        .set((eb) => ({ held: eb('held', '+', '104400.00') }))
        .where('client_id', '=', storedClient(client.clientId))
        .execute(),
    ),
  );
  const results = await Promise.allSettled(takes);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [brokenConstraint(result.reason)] : []));
  expect(refused).toEqual(Array.from({ length: 40 }, () => LIMIT_CONSTRAINT));
  await portal.db.owner.query(`update credit_lines set held = 0 where client_id = $1`, [client.clientId]);
});

it('[RES-07] a double click with one key is one sale, with the same bytes for both', async () => {
  const { session, ...owner } = await aSeller('500000.00');
  const [id = ''] = await someInvoices(portal, owner);
  const input = { body: { documents: [choice(id)] }, key: 'double-click' };
  const answers = await Promise.all([1, 2, 3].map(() => session.send(routes.setAsPreSell, input)));
  const sold = answers.filter((answer) => answer.status === 200);
  expect(sold.length).toBeGreaterThan(0);
  expect(answers.every(({ status, code }) => status === 200 || code === 'REQUEST_IN_PROGRESS')).toBe(true);
  const replay = await session.send(routes.setAsPreSell, input);
  for (const answer of sold) expect(answer.bytes.equals(replay.bytes)).toBe(true);
  const other = await session.refusal(routes.setAsPreSell, {
    ...input,
    body: { documents: [{ ...choice(id), dueDate: '2026-04-27' }] },
  });
  expect(other).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
});

it('[RES-07] two users sell the same invoices concurrently: one wins, and the other gets a clear code', async () => {
  const { session, ...owner } = await aSeller('5000000.00');
  const colleague = await portal.signIn((await aUser(portal, { client: owner.client })).email);
  const documentIds = await someInvoices(portal, { ...owner, count: 5 });
  const body = { documents: documentIds.map(choice) };
  const answers = await Promise.all([session, colleague].map((each) => each.send(routes.setAsPreSell, { body })));
  expect(codesOf(answers)).toEqual({ 200: 1, INVOICE_ALREADY_IN_SALE: 1 });
  expect(answers.find(({ code }) => code !== null)?.status).toBe(409);
});

it('[RES-07] overlapping selections in opposite order never deadlock', async () => {
  const { session, ...owner } = await aSeller('5000000.00');
  const documentIds = await someInvoices(portal, { ...owner, count: 20 });
  const selections = [documentIds, documentIds.toReversed(), documentIds.slice(5, 15), documentIds.slice(10)];
  const answers = await Promise.all(
    selections.map((ids) => session.send(routes.setAsPreSell, { body: { documents: ids.map(choice) } })),
  );
  const { INVOICE_NOT_SELLABLE: lostSales = 0, ...codes } = codesOf(answers);
  expect(codes['200']).toBeGreaterThanOrEqual(1);
  expect(Object.keys(codes).every((code) => code === '200' || code === 'INVOICE_ALREADY_IN_SALE')).toBe(true);
});

it('concurrent sales of many clients do not interfere', async () => {
  const sellers = await Promise.all(Array.from({ length: 8 }, () => aSeller('5000000.00')));
  const answers = await Promise.all(
    sellers.map(async ({ session, ...owner }) => {
      const ids = await someInvoices(portal, { ...owner, count: 10 });
      return session.send(routes.setAsPreSell, { body: { documents: ids.map(choice) } });
    }),
  );
  expect(codesOf(answers)).toEqual({ 200: 8 });
});

it('exactly one of a concurrent cancellation and answer succeeds', async () => {
  const { session, ...owner } = await aSeller('5000000.00');
  for (let round = 0; round < 5; round += 1) {
    const sale = await requestOneSale(session, await someInvoices(portal, { ...owner, count: 2 }));
    const decisions = sale.items.map(({ documentId }) => ({ documentId, authorised: true, motive: null }));
    const order = await answerTo(operator, sale.saleId, decisions);
    const answers = await Promise.all([
      operator.send(routes.answerSale, order),
      session.send(routes.cancelPreSell, { body: { numberOfSales: [sale.numberOfSale] } }),
    ]);
    expect(codesOf(answers)).toEqual({ 200: 1, SALE_STATE_CONFLICT: 1 });
  }
});

it('[VTA-16] exactly one of a concurrent sale and deletion succeeds', async () => {
  const { session, client, ...owner } = await aSeller('5000000.00');
  const sells = (id: string) => session.send(routes.setAsPreSell, { body: { documents: [choice(id)] } });
  const deletes = (id: string) => session.send(routes.deleteInvoice, { body: { documentId: id } });
  for (let round = 0; round < rounds(6, 60); round += 1) {
    const [id = ''] = await someInvoices(portal, { ...owner, client });
    const answers = await Promise.all(round % 2 === 0 ? [sells(id), deletes(id)] : [deletes(id), sells(id)]);
    const codes = codesOf(answers);
    const isDeleted = 'INVOICE_NOT_SELLABLE' in codes;
    expect(codes).toEqual({ 200: 1, [isDeleted ? 'INVOICE_NOT_SELLABLE' : 'INVOICE_NOT_DELETABLE']: 1 });
    const { rows } = await portal.db.owner.query<{ status: number }>(
      'select status from invoices where document_id = $1',
      [id],
    );
    expect(rows).toEqual([{ status: isDeleted ? 0 : 25 }]);
  }
});

it('[VTA-16] a cancellation, a deletion and a restoration at once answer with the outcome', async () => {
  const { session, client, ...owner } = await aSeller('5000000.00');
  for (let round = 0; round < rounds(4, 40); round += 1) {
    const [documentId = ''] = await someInvoices(portal, { ...owner, client });
    const [sale] = await requestSale(session, [documentId]);
    const [cancelled, deleted, restored] = await Promise.all([
      session.send(routes.cancelPreSell, { body: { numberOfSales: [sale?.numberOfSale] } }),
      session.send(routes.deleteInvoice, { body: { documentId } }),
      session.send(routes.restoreInvoice, { body: { documentId } }),
    ]);
    expect([cancelled?.status, deleted?.status, restored?.status]).toEqual([
      200,
      expect.toBeOneOf([200, 409]),
      expect.toBeOneOf([200, 409]),
    ]);
    const outcome = deleted?.status === 409 ? 20 : restored?.status === 409 ? 0 : 10;
    const { rows } = await portal.db.owner.query<{ status: number }>(
      'select status from invoices where document_id = $1',
      [documentId],
    );
    expect(rows).toEqual([{ status: outcome }]);
  }
  const { lines } = await session.call(routes.getCreditInformation);
  expect(lines[0]).toMatchObject({ creditHeld: '0.00', creditUsed: '0.00' });
});

it('ten concurrent confirmations book a deposit once', async () => {
  const { session, client, ...owner } = await aSeller('5000000.00');
  const sale = await authorisedSale({ session, operator }, await someInvoices(portal, { ...owner, client, count: 3 }));
  const deposit = { params: { saleId: sale.saleId }, body: { trackingKey: 'ONCE1' } };
  const answers = await Promise.all(Array.from({ length: 10 }, () => operator.send(routes.disburseSale, deposit)));
  expect(codesOf(answers)).toEqual({ 200: 10 });
  const { rows } = await portal.db.owner.query(
    `select count(*)::integer as entries from ledger_entries where client_id = $1`,
    [client.clientId],
  );
  expect(rows).toEqual([{ entries: 2 }]);
});

it('one of a deposit and two withdrawals wins, and credit is released once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { session, ...owner } = await aSeller('1100000.00');
    const [lost = '', ...rest] = await someInvoices(portal, { ...owner, count: 3 });
    const sale = await authorisedSale({ session, operator }, [lost, ...rest]);
    const params = { saleId: sale.saleId };
    const withdrawal = { params, body: { rejections: [{ documentId: lost, motive: 'LENDER_DOCUMENTS' }] } };
    const [deposit, ...withdrawals] = await Promise.all([
      operator.send(routes.disburseSale, { params, body: { trackingKey: `AGAINST${round}` } }),
      operator.send(routes.withdrawAuthorisation, withdrawal),
      operator.send(routes.withdrawAuthorisation, withdrawal),
    ]);
    expect(deposit?.status).toBe(200);
    const { lines } = await session.call(routes.getCreditInformation);
    // Either the deposit won and pays all three, or a withdrawal won and it pays the other two.
    const wasFirst = codesOf(withdrawals)['200'] === 2;
    expect(codesOf(withdrawals)).toEqual(wasFirst ? { 200: 2 } : { SALE_STATE_CONFLICT: 2 });
    expect(lines[0]).toMatchObject({ creditHeld: '0.00', creditUsed: wasFirst ? '208800.00' : '313200.00' });
  }
});

/** A hang, not a busy machine. */
const RACES = { timeout: rounds(120_000, 900_000) };

it('[OPE-03] a limit lowered while a sale is held: the sale came first, or does not fit', RACES, async () => {
  const { session, client, ...owner } = await aSeller('900000000.00');
  const documentIds = await someInvoices(portal, { client, ...owner, count: rounds(50, 1000) });
  const setLimit = (limit: string) =>
    portal.db.api.withTransaction({ as: 'operator' }, (executor) =>
      executor
        .updateTable('credit_lines')
        .set({ credit_limit: limit })
        .where('client_id', '=', storedClient(client.clientId))
        .execute(),
    );
  for (const [sold, documentId] of documentIds.entries()) {
    portal.clock.pass(PACE_MS);
    const held = async () => (await session.call(routes.getCreditInformation)).lines[0]?.creditHeld ?? '';
    const before = await held();
    const [answer] = await Promise.all([
      session.send(routes.setAsPreSell, { body: { documents: [choice(documentId)] }, key: `lowered-${sold}` }),
      setLimit(before),
    ]);
    const taken = Number(await held()) - Number(before);
    expect([answer.code, taken]).toEqual(answer.status === 200 ? [null, 104_400] : ['CREDIT_EXCEEDED', 0]);
    await setLimit('900000000.00');
  }
});
