import { deleteInvoice } from '@anticipa/contract/invoices';
import { clientCredentials, satsync, syncNow } from '@anticipa/contract/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aUser } from '../../../testing/builders.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { aSyncingClient } from '../../../testing/syncing-client.ts';
import { tablesWith } from '../../../testing/tables-with.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: PortalWithMail;
let own: Awaited<ReturnType<typeof aSyncingClient>>;

beforeAll(async () => {
  world = await startPortalWithMail();
});
afterAll(() => world.close());
beforeEach(async () => {
  own = await aSyncingClient(world);
});

const uuidsOf = (list: readonly { readonly uuid: string }[]) => list.map(({ uuid }) => uuid).toSorted();

describe('the password at the tax authority', () => {
  it('[SAT-06] is valid, and only its status is kept', async () => {
    expect(await own.taxpayer()).toMatchObject({ hasCiec: false, ciecStatus: null });
    expect((await own.check()).body).toEqual({ data: { rfc: own.client.rfc, hasCiec: true, ciecStatus: 20 } });
    expect(await own.taxpayer()).toMatchObject({ hasCiec: true, ciecStatus: 20 });
  });

  it('[SAT-02] [SAT-06] a wrong password has its text and its status', async () => {
    const message = 'No pudimos establecer la conexión, verifica tu contraseña';
    expect((await own.check('otra')).body).toMatchObject({ error: { code: 'CIEC_WRONG', message } });
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 30 });
  });

  it('[SAT-02] [SAT-06] cannot be checked while the provider fails', async () => {
    const failed = {
      error: { code: 'SYNC_FAILED', message: 'Tenemos problemas internos, por favor intenta más tarde' },
    };
    expect((await own.check('caida')).body).toMatchObject(failed);
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 50 });
    world.portal.syntage.script('error-500', '/credentials', 2);
    expect((await own.check()).body).toMatchObject(failed);
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 10 });
  });

  it('a password without a verdict is forgotten by the provider once another is given', async () => {
    world.portal.syntage.script('error-500', '/credentials/');
    expect((await own.check()).code).toBe('SYNC_FAILED');
    expect(await own.taxpayer()).toMatchObject({ hasCiec: true, ciecStatus: 10 });
    await own.check();
    await world.deliver();
    expect(own.credentials()).toHaveLength(1);
  });

  it('a password whose answer was lost is not sent again', async () => {
    world.portal.syntage.script('accepted-then-lost', '/credentials');
    const before = world.portal.syntage.calls('POST /credentials');
    expect((await own.check()).status).toBe(200);
    expect(world.portal.syntage.calls('POST /credentials')).toBe(before + 1);
  });

  it('a password that never reached the provider is not taken for an earlier one', async () => {
    await own.check();
    world.portal.syntage.script('error-500', '/credentials');
    expect((await own.check('otra')).code).toBe('SYNC_FAILED');
    expect(await own.taxpayer()).toMatchObject({ hasCiec: false, ciecStatus: 10 });
  });

  it('a wrong password does not disturb a connection that works', async () => {
    await own.connect();
    expect((await own.check('otra')).code).toBe('CIEC_WRONG');
    expect(await own.taxpayer()).toMatchObject({ hasCiec: true, ciecStatus: 20 });
  });

  it('is checked at most 20 times a day, so that the tax authority does not block the taxpayer', async () => {
    for (let count = 0; count < 20; count += 1) await own.check('otra');
    const before = world.portal.syntage.calls('POST /credentials');
    expect((await own.check()).code).toBe('DAILY_LIMIT_REACHED');
    expect(world.portal.syntage.calls('POST /credentials')).toBe(before);
  });

  it('[SAT-05] a password is refused without permission, and so is the connection', async () => {
    await world.portal.db.owner.query('update users set sync_allowed = false where user_id = $1', [own.user.userId]);
    expect((await own.check()).code).toBe('NOT_ALLOWED');
    expect((await own.disconnect()).code).toBe('NOT_ALLOWED');
    expect((await own.session().send(satsync, { body: {} })).code).toBe('NOT_ALLOWED');
  });
});

describe('connecting', () => {
  it('[SAT-03] begins the first download, which cannot be stopped by disconnecting', async () => {
    const { data } = await own.connect();
    const connected = { SATsyncActive: true, SATlastSync: null, SATdownloading: true };
    expect(data).toMatchObject({ syncActive: true, ...connected });
    expect(await own.state()).toMatchObject(connected);
    const message = 'Tus facturas se están descargando, no es posible desincronizar en este momento';
    expect((await own.disconnect()).body).toMatchObject({ error: { code: 'SYNC_DOWNLOADING', message } });
    await world.deliver();
    expect(await own.state()).toMatchObject({
      SATsyncActive: true,
      SATdownloading: false,
      SATlastSync: world.portal.clock.now().toISOString(),
    });
  });

  it('[SAT-03] disconnecting ends the connection, and the provider forgets the password', async () => {
    await own.connect();
    await world.deliver();
    expect((await own.disconnect()).body).toMatchObject({ data: { syncActive: false, SATsyncActive: false } });
    expect(await own.taxpayer()).toEqual({ rfc: own.client.rfc, hasCiec: false, ciecStatus: 40 });
    expect(await own.state()).toMatchObject({ SATsyncActive: false, SATdownloading: false });
    await world.deliver();
    expect(own.credentials()).toEqual([]);
    const params = { clientId: own.client.clientId };
    expect((await own.session().send(syncNow, { params, body: {} })).code).toBe('SYNC_INACTIVE');
  });

  it('[SAT-02] fails without a valid password', async () => {
    await own.check('otra');
    const answer = await own.session().send(clientCredentials, { body: { syncActive: true, days: 30 } });
    expect(answer.body).toMatchObject({
      error: { code: 'CIEC_NOT_VALID', message: 'Tenemos problemas internos, por favor intenta más tarde' },
    });
  });

  it('[SAT-01] stores whether the user is notified', async () => {
    await own.check();
    await own.session().call(clientCredentials, { body: { syncActive: true, notifyDesync: false } });
    expect((await own.state())?.notifications.desyncSAT).toBe(false);
  });
});

describe('a download', () => {
  it('[SAT-07] imports the invoices of the chosen days, each once, through the checks of an upload', async () => {
    const wanted = await own.issue(5);
    await own.issue(1, '2026-01-15');
    await own.connect(30);
    expect(await world.deliver()).toEqual([]);
    expect(uuidsOf(await own.synced())).toEqual(uuidsOf(wanted));
    expect(await own.rows('select distinct actor_kind, transition from invoice_events where client_id = $1')).toEqual([
      { actor_kind: 'worker', transition: 'sync' },
    ]);
    expect(await own.rows('select distinct uploaded_by from files where client_id = $1')).toEqual([
      { uploaded_by: own.user.userId },
    ]);
    await own.session().call(satsync, { body: { days: 120 } });
    await world.deliver();
    expect(await own.synced()).toHaveLength(6);
  });

  it('[SAT-07] goes on where a dead worker stopped', async () => {
    await own.issue(4);
    await own.connect();
    // A worker has claimed it and died.
    const claimed = new Date(world.portal.clock.now().getTime() + 3 * 60_000).toISOString();
    await own.rows(`update sync_runs set claimed_until = '${claimed}' where client_id = $1`);
    await own.resume();
    expect(await own.synced()).toEqual([]);
    world.pass(4);
    // The provider fails in the middle of the page.
    world.portal.syntage.script('error-500', '/invoices/', 1);
    expect(await own.resume()).toEqual([expect.stringContaining('is repeated')]);
    expect(await own.state()).toMatchObject({ SATdownloading: true });
    world.pass(10);
    await own.resume();
    expect(await own.synced()).toHaveLength(4);
    expect(await own.state()).toMatchObject({ SATdownloading: false });
    expect(await own.rows('select from synced_documents where client_id = $1')).toHaveLength(4);
  });

  it('[SAT-07] the nightly download imports new and cancelled invoices, and brings back none that a user deleted', async () => {
    const [first, second, uploaded] = await own.issue(3);
    const remove = (documentId = '') => own.session().call(deleteInvoice, { body: { documentId } });
    await remove(await own.upload(uploaded?.uuid ?? ''));
    await own.connect();
    await world.deliver();
    await remove((await own.synced()).find(({ uuid }) => uuid === first?.uuid)?.documentId);
    await own.pass(DAY_MS);
    const [third] = await own.issue(1, '2026-03-10');
    world.portal.syntage.records.cancelInvoice(second?.uuid ?? '');
    await own.night();
    expect((await own.listed()).map(({ uuid, motive }) => [uuid, motive?.code ?? null]).toSorted()).toEqual(
      [
        [second?.uuid, 'CANCELLED_AT_TAX_AUTHORITY'],
        [third?.uuid, null],
      ].toSorted(),
    );
    expect(await own.state()).toMatchObject({ SATlastSync: world.portal.clock.now().toISOString() });
    // Two days of overlap.
    const { extractions } = world.portal.syntage.records;
    const { options } = extractions.findLast(({ taxpayer }) => taxpayer.id === own.client.rfc) ?? {};
    const { from, to } = options?.period ?? { from: '', to: '' };
    expect(Date.parse(to) - Date.parse(from)).toBe(3 * DAY_MS);
    // None follows a download of the twelve hours before.
    for (const [passed, runs] of [
      [12 * HOUR_MS - 1, 2],
      [1, 3],
    ] as const) {
      await own.pass(passed);
      await own.night();
      expect(await own.rows('select from sync_runs where client_id = $1')).toHaveLength(runs);
    }
  });

  it('a download that the tax authority limits is ordered again a day later', async () => {
    own.extract('rate-limited');
    await own.issue(1);
    await own.connect();
    await world.deliver();
    own.extract(null);
    await own.pass(23 * HOUR_MS);
    await own.resume();
    expect(await own.synced()).toEqual([]);
    await own.pass(2 * HOUR_MS);
    await own.resume();
    expect(await own.synced()).toHaveLength(1);
  });

  it('a download that never ends is given up', async () => {
    own.extract('never-ends');
    await own.connect();
    await world.deliver();
    await own.pass(49 * HOUR_MS);
    await own.resume();
    expect(await own.state()).toMatchObject({ SATsyncActive: true, SATdownloading: false, SATlastSync: null });
    expect(await own.rows('select state, last_error from sync_runs where client_id = $1')).toEqual([
      { state: 'failed', last_error: 'not done after 48 hours' },
    ]);
  });
});

describe('a password that stops working', () => {
  it('[SAT-06] is reported by the provider’s webhook, and to the users who want to know', async () => {
    const quiet = await aUser(world.portal, { client: own.client });
    await own.allow();
    await world.portal.db.owner.query('update users set notify_desync_sat = false where user_id = $1', [quiet.userId]);
    await own.connect();
    await world.deliver();
    world.portal.syntage.records.breakCredentials(own.client.rfc, 'invalid');
    const body = JSON.stringify(world.portal.syntage.records.events.at(-1));
    for (const _ of ['first', 'replayed']) expect((await own.webhook(body)).status).toBe(204);
    await world.deliver();
    await world.deliver();
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 30 });
    expect(await own.state()).toMatchObject({ SATsyncActive: true, SATdownloading: false });
    expect(world.mailsTo(quiet.email)).toEqual([]);
    expect(world.mailsTo(own.user.email).map(({ subject }) => subject)).toEqual([
      'Se interrumpió la sincronización de tus facturas',
    ]);
  });

  it('[SAT-06] is noticed by the download of the night', async () => {
    await own.connect();
    await world.deliver();
    world.portal.syntage.records.breakCredentials(own.client.rfc, 'deactivated');
    await own.pass(DAY_MS);
    await own.night();
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 40 });
    expect(world.mailsTo(own.user.email)).toHaveLength(1);
  });

  it('is not confused with one that was given during a download', async () => {
    own.extract('never-ends');
    await own.issue(1);
    await own.connect();
    await world.deliver();
    await own.check();
    own.extract('invalid_credentials');
    own.extract(null);
    world.pass(1);
    await own.resume();
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 20 });
    world.pass(10);
    await own.resume();
    expect(await own.synced()).toHaveLength(1);
  });

  it('makes no waiting download forget its next step when a webhook comes early', async () => {
    own.extract('never-ends');
    await own.connect();
    await world.deliver();
    const body = JSON.stringify({ taxpayer: `/taxpayers/${own.client.rfc}` });
    expect((await own.webhook(body)).status).toBe(204);
    await world.deliver();
    const later = `select run_at > now() as is_later from graphile_worker.jobs where key = 'sync:' || $1`;
    expect(await own.rows(later)).toEqual([{ is_later: true }]);
  });

  it('is not believed from a webhook that the provider did not sign', async () => {
    const body = JSON.stringify({ taxpayer: { id: own.client.rfc } });
    for (const secret of ['other', null]) expect((await own.webhook(body, secret)).code).toBe('INVALID_REQUEST');
    expect((await own.webhook('not JSON')).status).toBe(204);
  });
});

it('[SAT-07] the password is in no table, log or mail', async () => {
  const secret = 'Secreta-Unica-77';
  world.portal.syntage.records.setPassword(own.client.rfc, secret);
  await own.check(secret);
  world.portal.syntage.script('error-500', '/credentials', 2);
  expect((await own.check(secret)).code).toBe('SYNC_FAILED');
  await own.connect(90, secret);
  await world.deliver();
  expect(await tablesWith(world.portal, secret)).toEqual([]);
  expect(JSON.stringify([world.portal.log, world.mail.mails()])).not.toContain(secret);
});
