import { randomBytes } from 'node:crypto';
import { loadTrust } from '@anticipa/cfdi/trust-store';
import { listTimeline } from '@anticipa/contract/client-timeline';
import { setClientSync } from '@anticipa/contract/lender-clients';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { lifeUntil } from '../../../testing/dying.ts';
import { runCron } from '../../../testing/jobs.ts';
import { logInto } from '../../../testing/log.ts';
import { patientSync } from '../../../testing/portal.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { CIEC } from '../../../testing/session.ts';
import { aSyncingClient } from '../../../testing/syncing-client.ts';
import { tablesWith } from '../../../testing/tables-with.ts';
import { note } from '../../../testing/uploads.ts';
import { openOutside } from '../../gateways/outside.ts';
import { type CfdiReader, startCfdiReader } from '../../platform/cfdi/reader.ts';
import { storedClient } from '../../platform/work/caller.ts';
import type { SealingKey } from '../../platform/work/sealing.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { resealPasswords } from './kept-passwords.ts';
import { advanceSync, READ_BUDGET_MS, type SyncDeps } from './runs.ts';

const aKey = (id: string): SealingKey => ({ id, key: randomBytes(32) });
const oldKey = aKey('2025');

/** Longer than a dead worker's claim. */
const CLAIM_MINUTES = 4;

let world: PortalWithMail;
let reader: CfdiReader;
let deps: SyncDeps;

beforeAll(async () => {
  world = await startPortalWithMail({ ciecKeys: [oldKey] });
  const { config, dataDir, db, clock } = world.portal;
  const { material } = await loadTrust(dataDir, false);
  reader = startCfdiReader({ material, threads: 1, budgetMs: READ_BUDGET_MS });
  deps = {
    ...(await openOutside(config)),
    invoiceSync: patientSync(world.portal),
    config,
    db: db.worker,
    clock,
    log: logInto([]),
    openReader: async () => ({ ...reader, close: async () => undefined }),
  };
});
afterAll(async () => {
  await reader.close();
  await world.close();
});

/** A worker that is killed at a step. */
function dyingAt(at: number, live: SyncDeps = deps): SyncDeps {
  const { around, over } = lifeUntil(at);
  const { startExtraction, extraction, invoices, xml } = live.invoiceSync;
  return {
    ...live,
    db: over(live.db),
    invoiceSync: {
      ...live.invoiceSync,
      startExtraction: around(startExtraction),
      extraction: around(extraction),
      invoices: around(invoices),
      xml: around(xml),
    },
  };
}

type Client = Awaited<ReturnType<typeof aSyncingClient>>;

/** The invoices of a client by UUID, and how many of them have been recorded as imported. */
const taken = async ({ rows }: Client) => {
  const [own] = await rows(
    `select array(select uuid from invoices where client_id = $1 order by uuid) as invoices,
       (select count(*)::int from synced_documents where client_id = $1) as recorded,
       (select count(*)::int from sync_runs where client_id = $1 and ended_at is not null) as ended`,
  );
  return own;
};

/** Expected result of `taken` after a finished download. */
const whole = (specs: readonly { readonly uuid: string }[]) => ({
  invoices: specs.map(({ uuid }) => uuid).toSorted(),
  recorded: specs.length,
  ended: 1,
});

it('[SAT-07] a worker that is killed at any step of a download loses no invoice and takes none over twice', async () => {
  const wanted = rounds(12, 200);
  for (let kills = 0, at = 1; kills < wanted; ) {
    const own = await aSyncingClient(world);
    const specs = await own.issue(3);
    await own.connect();
    // Later and later, until a life is long enough for what is left.
    for (let isWhole = false; !isWhole; at = (at % 40) + 3) {
      isWhole = await advanceSync(dyingAt(at), storedClient(own.client.clientId)).then(
        () => true,
        () => false,
      );
      kills += isWhole ? 0 : 1;
      world.pass(CLAIM_MINUTES);
    }
    await advanceSync(dyingAt(0), storedClient(own.client.clientId));
    expect([kills, await taken(own)]).toEqual([kills, whole(specs)]);
  }
});

it('[SAT-07] a first download resumes in the middle after a crash, without reading again what it has', async () => {
  const own = await aSyncingClient(world);
  const count = rounds(30, 2000);
  const specs = await own.issue(count);
  await own.connect();
  const calls = () => world.portal.syntage.calls('GET /invoices/');
  const before = calls();
  // Five steps are taken for each invoice.
  await expect(advanceSync(dyingAt(Math.round(count * 2.5)), storedClient(own.client.clientId))).rejects.toThrow(
    'killed',
  );
  const { recorded } = (await taken(own)) ?? {};
  expect(recorded).toBeGreaterThan(count / 5);
  expect(recorded).toBeLessThan(count);
  world.pass(CLAIM_MINUTES);
  await advanceSync(dyingAt(0), storedClient(own.client.clientId));
  expect(await taken(own)).toEqual(whole(specs));
  // At most the four that were being imported are read twice.
  expect(calls() - before).toBeLessThanOrEqual(count + 4);
});

it('[OPE-04] [SAT-03] a client that may no longer synchronise is disconnected, in the middle of a download too', async () => {
  const own = await aSyncingClient(world);
  const operator = await world.portal.signIn((await anOperator(world.portal)).email);
  const params = { clientId: own.client.clientId };
  const allow = (allowed: boolean) =>
    operator.send(setClientSync, { params, body: { allowed, reason: 'cambió su contrato' } });
  expect((await allow(true)).code).toBe('NOTHING_CHANGED');
  await own.issue(2);
  await own.connect();
  expect((await allow(false)).body).toMatchObject({ client: { sync: { allowed: false, active: true } } });
  await world.deliver();
  expect([await own.state(), own.credentials()]).toMatchObject([
    { syncAllowed: false, SATsyncActive: false, SATdownloading: false },
    [],
  ]);
  expect((await own.change({ syncActive: true, days: 90 })).code).toBe('NOT_ALLOWED');
  await own.night();
  expect(await own.synced()).toEqual([]);
  const { data } = await operator.call(listTimeline, { params, query: {} });
  expect(data.slice(0, 2)).toMatchObject([
    { entry: { action: 'sync.disconnect' } },
    {
      entry: {
        action: 'client.sync',
        changes: [{ field: 'value', before: 'true', after: 'false' }],
        reason: 'cambió su contrato',
      },
    },
  ]);
  expect((await allow(true)).code).toBe(null);
  await own.connect();
  await world.deliver();
  expect(await own.synced()).toHaveLength(2);
});

describe('[OPE-04] [SAT-03] a password of a client that may no longer synchronise is deleted', () => {
  const end = async ({ client }: Client) => {
    const operator = await world.portal.signIn((await anOperator(world.portal)).email);
    const params = { clientId: client.clientId };
    return operator.call(setClientSync, { params, body: { allowed: false, reason: 'cambió su contrato' } });
  };
  const kept = ({ rows }: Client) => rows('select from sync_passwords where client_id = $1');

  it('a password given without connecting is deleted', async () => {
    const own = await aSyncingClient(world);
    expect((await own.check()).code).toBe(null);
    expect([own.credentials().length, (await kept(own)).length]).toEqual([1, 1]);
    await end(own);
    await world.deliver();
    expect([own.credentials(), await kept(own)]).toEqual([[], []]);
  });

  it('a password checked at that moment is deleted', async () => {
    const own = await aSyncingClient(world);
    await Promise.all([own.check(), end(own)]);
    await world.deliver();
    expect([own.credentials(), await kept(own)]).toEqual([[], []]);
  });
});

it('[SAT-06] a credential whose webhook was lost is found broken within a quarter of an hour', async () => {
  const own = await aSyncingClient(world);
  await own.connect();
  await world.deliver();
  // Its password is not kept.
  await own.rows('delete from sync_passwords where client_id = $1');
  world.portal.syntage.records.breakCredentials(own.client.rfc, 'invalid');
  await world.deliver();
  expect(await own.taxpayer()).toMatchObject({ ciecStatus: 20 });
  world.pass(15);
  await runCron(world.portal, world.mail, 'poll-sync-news');
  await world.deliver();
  expect(await own.taxpayer()).toMatchObject({ ciecStatus: 30 });
});

describe('[SAT-06] a password that the lender keeps', () => {
  const kept = ({ rows }: Client) => rows('select key_id as key from sync_passwords where client_id = $1');
  const breakAtProvider = async (own: Client, status: 'invalid' | 'deactivated') => {
    world.portal.syntage.records.breakCredentials(own.client.rfc, status);
    await own.pass(24 * 3_600_000);
    await own.night();
  };

  it('is sealed, and given again when the provider has lost it', async () => {
    const own = await aSyncingClient(world);
    await own.connect();
    await world.deliver();
    expect(await kept(own)).toEqual([{ key: '2025' }]);
    expect(await tablesWith(world.portal, CIEC)).toEqual([]);
    expect(await tablesWith(world.portal, Buffer.from(CIEC).toString('hex'))).toEqual([]);
    const [lost] = own.credentials();
    await breakAtProvider(own, 'deactivated');
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 20 });
    expect(own.credentials()).toHaveLength(1);
    expect(own.credentials()[0]?.id).not.toBe(lost?.id);
    expect(world.mailsTo(own.user.email)).toEqual([]);
  });

  it('is forgotten when the tax authority refuses it, and not tried again', async () => {
    const own = await aSyncingClient(world);
    await own.connect();
    await world.deliver();
    const before = world.portal.syntage.calls('POST /credentials');
    await breakAtProvider(own, 'invalid');
    expect(await own.taxpayer()).toMatchObject({ ciecStatus: 30 });
    expect(world.portal.syntage.calls('POST /credentials')).toBe(before);
    expect(await kept(own)).toEqual([]);
  });

  it('is forgotten when the client disconnects', async () => {
    const own = await aSyncingClient(world);
    await own.connect();
    await world.deliver();
    await own.disconnect();
    expect(await kept(own)).toEqual([]);
  });

  it('is sealed with the first key by the rotation, which counts those that no key opens', async () => {
    const own = await aSyncingClient(world);
    await own.check();
    const newKey = aKey('2026');
    const reseal = (...keys: SealingKey[]) =>
      runAs({ db: world.portal.db.worker, clock: world.portal.clock }, WORKER, (work) => resealPasswords(work, keys));
    const { resealed, lost } = await reseal(newKey);
    expect([resealed, lost > 0, await kept(own)]).toEqual([0, true, [{ key: '2025' }]]);
    expect(await reseal(newKey, oldKey)).toEqual({ resealed: lost, lost: 0 });
    expect(await kept(own)).toEqual([{ key: '2026' }]);
    expect(await reseal(newKey)).toEqual({ resealed: 0, lost: 0 });
    expect(await reseal(oldKey, newKey)).toEqual({ resealed: lost, lost: 0 });
  });
});

it('[CAR-09] credit notes are synchronised too, and reduce an invoice until they are cancelled', async () => {
  const own = await aSyncingClient(world);
  const totals = async () => (await own.synced()).map(({ total, status }) => [total, status]);
  const [invoice] = await own.issue(1);
  const [credit] = await own.issue(1, '2026-02-21', note('01', 1_600_000n, invoice?.uuid ?? ''));
  await own.connect();
  await world.deliver();
  expect(await totals()).toEqual([['100000.00', 10]]);
  await own.pass(24 * 3_600_000);
  world.portal.syntage.records.cancelInvoice(credit?.uuid ?? '');
  await own.night();
  expect(await totals()).toEqual([['116000.00', 10]]);
});
