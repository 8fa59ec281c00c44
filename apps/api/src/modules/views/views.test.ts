import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Session } from '../../../testing/session.ts';
import { snapshotOf } from '../../../testing/snapshot.ts';
import { aView, viewOf } from '../../../testing/views.ts';
import { isSessionLive } from '../session/gate.ts';

const MINUTE = 60_000;

let portal: Portal;
let client: TestClient;
let operator: { readonly email: string; readonly operatorId: string };
let support: Session;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.pass(MINUTE);
  client = await aClient(portal);
  operator = await anOperator(portal, { roles: ['soporte'] });
  support = await portal.signIn(operator.email);
});

const start = (session = support, clientId = client.clientId) =>
  session.send(routes.viewClient, { params: { clientId }, body: { reason: 'pregunta por su depósito' } });
/** Whether an open stream of a view still gets events. */
const mayReceive = async (viewId: string): Promise<boolean> => {
  const { rows } = await portal.db.owner.query<{ session_id: string }>(
    'select session_id from client_views where view_id = $1',
    [viewId],
  );
  return isSessionLive(
    { ...portal, db: portal.db.api },
    { ...client, sessionId: rows[0]?.session_id ?? '', view: { viewId } },
  );
};
const readHome = (session: Session) => session.send(routes.getHome);

describe('the portal as a client', () => {
  it('[OPE-09] shows an operator what the client’s administrator sees, without the person’s sessions', async () => {
    const view = await aView(support, client);
    const { user } = await view.call(routes.getSession);
    expect(user).toMatchObject({
      kind: 'client',
      clientId: client.clientId,
      userId: client.founderId,
      view: { endsAt: new Date(portal.clock.now().getTime() + 15 * MINUTE).toISOString() },
    });
    expect((await readHome(view)).status).toBe(200);
    expect((await view.send(routes.listSessions)).code).toBe('VIEW_READ_ONLY');
    expect((await view.send(routes.listClients)).code).toBe('NOT_ALLOWED');
  });

  it('[OPE-09] changes nothing, whatever is called', async () => {
    const view = await aView(support, client);
    const user = await aUser(portal, { client });
    const before = await snapshotOf(portal.db.owner);
    const own = { userId: user.userId };
    const answers = await Promise.all([
      view.refusal(routes.updateUser, { params: own, body: { firstName: 'Otra', lastName: 'Persona' } }),
      view.refusal(routes.renewCalendarLink, { body: {} }),
      view.refusal(routes.signedUrl, { query: { filename: 'factura.xml' } }),
      view.refusal(routes.setAsPreSell, { body: {} }),
    ]);
    for (const { status, code, message } of answers)
      expect([status, code, message]).toEqual([
        403,
        'VIEW_READ_ONLY',
        'Estás viendo el portal como el cliente: no se puede cambiar nada.',
      ]);
    expect(await snapshotOf(portal.db.owner)).toEqual(before);
  });

  it('[OPE-09] is in the lender’s log with its reason, and in the client’s own', async () => {
    const user = await portal.signIn((await aUser(portal, { client })).email);
    const other = await portal.signIn((await aUser(portal, { client: await aClient(portal) })).email);
    const view = await aView(support, client);
    portal.clock.pass(2 * MINUTE);
    const left = portal.clock.now().toISOString();
    await view.call(routes.logout, { body: {} });
    const auditor = await portal.signIn((await anOperator(portal, { roles: ['auditor'] })).email);
    const { data: log } = await auditor.call(routes.listLog, { query: { clientId: client.clientId } });
    expect(log.map(({ action, actor, reason }) => [action, actor.kind, reason]).slice(0, 2)).toEqual([
      ['client.view-ended', 'operator', null],
      ['client.view', 'operator', 'pregunta por su depósito'],
    ]);
    const { data: seen } = await user.call(routes.listViews);
    expect(seen).toEqual([expect.objectContaining({ reason: 'pregunta por su depósito', endsAt: left })]);
    expect((await other.call(routes.listViews)).data).toEqual([]);
  });
});

describe('the end of a view', () => {
  it('[OPE-09] comes after 15 minutes, and a new bearer does not prolong it', async () => {
    const { viewId } = (await start()).body as { viewId: string };
    const view = await viewOf(support, viewId);
    portal.clock.pass(14 * MINUTE);
    const again = await viewOf(support, viewId);
    expect([(await readHome(view)).status, (await readHome(again)).status]).toEqual([200, 200]);
    portal.clock.pass(MINUTE);
    expect([(await readHome(view)).code, (await readHome(again)).code]).toEqual(['NO_SESSION', 'NO_SESSION']);
    expect((await viewOf(support, viewId)).token).toBeNull();
    expect((await support.send(routes.listClients)).status).toBe(200);
  });

  it('[OPE-09] leaves the desk its bearer, however many views are opened', async () => {
    portal.clock.pass(1000);
    for (let count = 0; count < 25; count += 1) await aView(support, client);
    expect((await support.send(routes.listClients)).status).toBe(200);
  });

  it('[OPE-09] comes with signing out of it, which leaves the operator’s session', async () => {
    const { viewId } = (await start()).body as { viewId: string };
    const [view, tab] = [await viewOf(support, viewId), await viewOf(support, viewId)];
    expect(await mayReceive(viewId)).toBe(true);
    const left = await view.send(routes.logout, { body: {} });
    expect(left.headers['set-cookie']).toBeUndefined();
    expect(await mayReceive(viewId)).toBe(false);
    expect([(await readHome(view)).code, (await readHome(tab)).code]).toEqual(['NO_SESSION', 'NO_SESSION']);
    expect((await viewOf(support, viewId)).token).toBeNull();
    expect((await support.send(routes.listClients)).status).toBe(200);
  });

  it('[OPE-09] comes with the operator’s session, role or access', async () => {
    const views = { session: await aView(support, client), role: support, access: support };
    await support.call(routes.logout, { body: {} });
    const again = await portal.signIn(operator.email);
    views.role = await aView(again, client);
    await portal.db.owner.query(`update operator_roles set role = 'cobranza' where operator_id = $1`, [
      operator.operatorId,
    ]);
    expect([(await readHome(views.session)).code, (await readHome(views.role)).code]).toEqual([
      'NO_SESSION',
      'NO_SESSION',
    ]);
    await portal.db.owner.query(`update operator_roles set role = 'soporte' where operator_id = $1`, [
      operator.operatorId,
    ]);
    expect((await readHome(views.role)).status).toBe(200);
    await portal.db.owner.query('update operators set active = false where operator_id = $1', [operator.operatorId]);
    expect((await readHome(views.role)).code).toBe('NO_SESSION');
  });
});

describe('a view', () => {
  it('[OPE-09] opens with the cookie of its own operator’s session only', async () => {
    const { viewId } = (await start()).body as { viewId: string };
    const colleague = await portal.signIn((await anOperator(portal, { roles: ['soporte'] })).email);
    const user = await portal.signIn((await aUser(portal, { client })).email);
    const sameOperator = await portal.signIn(operator.email);
    for (const stranger of [colleague, user, sameOperator, portal.visitor])
      expect((await viewOf(stranger, viewId)).token).toBeNull();
    expect((await readHome(await viewOf(support, viewId))).status).toBe(200);
  });

  it('[OPE-09] needs a reason and a client', async () => {
    const params = { clientId: client.clientId };
    expect((await support.send(routes.viewClient, { params, body: { reason: ' no  ' } })).code).toBe('INVALID_REQUEST');
    expect((await start(support, '00000000-0000-4000-8000-000000000000')).code).toBe('NOT_FOUND');
  });

  it('[OPE-09] needs an active user of the client, and ends when that user is disabled', async () => {
    const setAccess = (isAllowed: boolean) =>
      portal.db.owner.query('update users set active = $2, is_admin = $2 where user_id = $1', [
        client.founderId,
        isAllowed,
      ]);
    const view = await aView(support, client);
    await setAccess(false);
    expect([(await readHome(view)).code, (await start()).code]).toEqual(['NO_SESSION', 'NOT_FOUND']);
    await setAccess(true);
    expect((await start()).code).toBe(null);
  });

  it('[OPE-09] cannot write even where a route forgets to refuse it', async () => {
    const write = portal.db.api.withTransaction(
      { as: 'tenant', clientId: client.clientId, isReadOnly: true },
      (executor) => executor.updateTable('clients').set({ last_number_of_sale: 7 }).execute(),
    );
    await expect(write).rejects.toThrow();
    const { rows } = await portal.db.owner.query('select last_number_of_sale from clients where client_id = $1', [
      client.clientId,
    ]);
    expect(rows).toEqual([{ last_number_of_sale: 0 }]);
  });
});
