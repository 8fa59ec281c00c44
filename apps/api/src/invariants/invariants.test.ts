import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser } from '../../testing/builders.ts';
import { corruptions } from '../../testing/corruptions.ts';
import { someInvoices } from '../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../testing/portal.ts';
import { aPayment, holdSale, payInFull, requestSale, sellAndDeposit } from '../../testing/sale-steps.ts';
import { checkInvariants, findBroken, InsufficientPrivileges, invariants } from './check.ts';

let portal: Portal;
let outsider: string;

beforeAll(async () => {
  portal = await startPortal();
  const client = await aClient(portal);
  const user = await aUser(portal, { client, isAdmin: true });
  const companyId = await aCompany(portal, { client });
  await aLine(portal, { client });
  outsider = (await aUser(portal, { client: await aClient(portal) })).userId;
  const session = await portal.signIn(user.email);
  const operator = await portal.signIn((await anOperator(portal)).email);
  const invoices = (count: number) => someInvoices(portal, { client, user, companyId, count });
  await invoices(1);
  const documents = (await invoices(2)).map((documentId) => ({ documentId, dueDate: '2026-04-24' }));
  await session.call(routes.setAsPreSell, { body: { documents }, key: 'kept-for-ever' });
  await holdSale(session, await invoices(1));
  const [requested] = await requestSale(session, await invoices(2));
  await session.call(routes.sendSummary, {
    body: { numberOfSales: [requested?.numberOfSale], emails: [user.email] },
  });
  const deposited = await invoices(2);
  await sellAndDeposit({ session, operator }, deposited);
  const { rows } = await portal.db.owner.query<{ uuid: string }>(`select uuid from invoices where status = 30`);
  await session.call(routes.setPaymentReference, { body: { invoices: rows.map((row) => row.uuid) } });
  const [paid = ''] = await invoices(1);
  await sellAndDeposit({ session, operator }, [paid]);
  await payInFull(operator, paid);
  const lost = aPayment({ reference: 'SIN REFERENCIA' }, { valueDate: portal.clock.today() });
  await operator.call(routes.registerCollection, { body: lost });
  await portal.pki.lenderSealer();
  portal.clock.set(new Date('2026-04-01T17:00:00Z'));
  const later = await portal.signIn((await anOperator(portal)).email);
  await later.call(routes.cutMonth, { body: { clientId: client.clientId, month: '2026-03' } });
});
afterAll(() => portal.close());

it('the invariants hold on a portal with pending, held, requested, deposited, referenced, settled and invoiced invoices', async () => {
  expect(await checkInvariants(portal.db.owner)).toEqual([]);
  expect(new Set(invariants.map(({ id }) => id))).toEqual(
    new Set(Array.from({ length: 18 }, (_, place) => `I${place + 1}`)),
  );
});

describe('[LIB-34] each planted corruption breaks its invariant', () => {
  const statements = new Map(invariants.map(({ statement, sql }) => [statement, sql]));

  it.each(
    Object.entries(corruptions).flatMap(([statement, ways]) =>
      Object.entries(ways).map(([name, corruption]) => [name, statement, corruption] as const),
    ),
  )('%s: %s', async (_, statement, corruption) => {
    const { owner } = portal.db;
    await owner.query('begin');
    // The database prevents some of these; disable that here.
    await owner.query(`set local session_replication_role = replica`);
    await owner.query(corruption.replace('$outsider', outsider));
    const { rows } = await owner.query(statements.get(statement) ?? '');
    await owner.query('rollback');
    expect(rows).not.toEqual([]);
  });

  it('each invariant has a planted corruption', () => {
    expect(Object.keys(corruptions).toSorted()).toEqual([...statements.keys()].toSorted());
  });
});

it('reports the violations of the broken invariant, and of no other', async () => {
  const { owner } = portal.db;
  await owner.query('begin');
  await owner.query(`update credit_lines set credit_limit = 1`);
  const findings = await findBroken(owner);
  await owner.query('rollback');
  expect(findings).toEqual([
    { id: 'I3', statement: 'used and held credit are between 0 and the limit', count: 1, found: [expect.any(String)] },
  ]);
});

it('I10: the schema keeps an administrator active', async () => {
  const { owner } = portal.db;
  await expect(owner.query(`update users set active = false where is_admin`)).rejects.toThrow('check constraint');
});

it('refuses to run for a role restricted by row-level security', async () => {
  const { owner } = portal.db;
  await owner.query('begin');
  await owner.query(`set local role anticipa_operator`);
  await expect(findBroken(owner)).rejects.toThrow(InsufficientPrivileges);
  await owner.query('rollback');
});
