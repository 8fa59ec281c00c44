import { randomUUID } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { operatorRoles } from '@anticipa/domain/operator';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Input, Session } from '../../../testing/session.ts';
import { type Database, openDatabase } from './pool.ts';
import { text, valuesOf } from './rows.ts';
import { standingOf, withStandby } from './standby.ts';

const place = { system: '7', timeline: '00000002' };
it.each([
  [{}, 'current'],
  [{ hasReplayed: false }, 'late'],
  [{ isStandby: false }, 'no standby'],
  [{ system: '8' }, 'of another history'],
  [{ timeline: '00000001' }, 'of another history'],
  [{ timeline: '00000003', hasReplayed: false }, 'of another history'],
] as const)('[OPE-40] a standby that differs by %j is %s', (different, standing) => {
  expect(standingOf(place, { ...place, isStandby: true, hasReplayed: true, ...different })).toBe(standing);
});

describe('long reads of an API with a standby', () => {
  let portal: Portal;
  let standby: Database;
  let user: Session;
  let operator: Session;
  /** The server of each long read. */
  const servers: string[] = [];
  const lines: string[] = [];

  const watched = (db: Database): Database => ({
    ...db,
    readLong: (context, work) =>
      db.readLong(context, async (executor) => {
        servers.push(...(await valuesOf(executor, text)`select current_setting('application_name')`));
        return work(executor);
      }),
  });

  /** Sets the answers of the other server, which is the same one with functions that come before those of PostgreSQL. */
  const standbySays = (isInRecovery: boolean, replayed: string) =>
    portal.db.owner.query(`
      create or replace function standing.pg_is_in_recovery() returns boolean language sql as 'select ${isInRecovery}';
      create or replace function standing.pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select ''${replayed}''::pg_lsn'`);
  const isCurrent = () => standbySays(true, 'FFFFFFFF/FFFFFFFF');

  beforeAll(async () => {
    const write =
      (level: string) =>
      (_fields: object, message: string): void =>
        void lines.push(`${level}: ${message}`);
    const log = { info: write('info'), warn: write('warn'), error: write('error') };
    portal = await startPortal({
      over: ({ ownerUrl, api }) => {
        const url = new URL(ownerUrl);
        url.searchParams.set('application_name', 'standby');
        url.searchParams.set('options', '-c search_path=standing,pg_catalog,public');
        const patient = { answerMs: 60_000, connectMs: 60_000, onError: () => undefined };
        standby = openDatabase({ url: url.href, login: 'api', connections: 3, preparesStatements: false, ...patient });
        return withStandby(watched(api), watched(standby), { log, silenceMs: 60_000 });
      },
    });
    await portal.db.owner.query('create schema standing; grant usage on schema standing to public');
    user = await portal.signIn((await aUser(portal, { client: await aClient(portal) })).email);
    operator = await portal.signIn((await anOperator(portal, { roles: operatorRoles })).email);
  });
  afterAll(async () => {
    await standby.close();
    await portal.db.owner.query('drop schema standing cascade');
    await portal.close();
  });
  beforeEach(async () => {
    await isCurrent();
    // One that was not fit before is looked at again by the next read.
    await expect.poll(async () => (await serversOf('getOverview'))[0]).toBe('standby');
    lines.length = 0;
  });

  const serversOf = async (name: keyof typeof routes, input?: Input): Promise<string[]> => {
    servers.length = 0;
    const route = routes[name];
    expect((await (route.audience === 'client' ? user : operator).send(route, input)).status).toBeLessThan(500);
    return [...servers];
  };

  const period = { startDate: '2026-01-01', endDate: '2026-02-28' };
  const id = randomUUID();

  it.each<[keyof typeof routes, Input?]>([
    ['exportTable', { params: { table: 'sales' }, query: { format: 'csv' } }],
    ['getStatement', { query: period }],
    ['balanceStatement', { body: period }],
    ['dispersions', { params: { creditLineId: id }, body: { dateSelected: '2026-02' } }],
    ['listInterest', { body: period }],
    ['listInterestInvoices', { body: { search: period } }],
    ['getOverview'],
    ['listExposures', { query: { currency: 'MXN' } }],
    ['listDepositedSales', { query: { currency: 'MXN', monday: '2026-03-02' } }],
    ['exportLog', { query: { format: 'csv' } }],
    ['exportSurveyAnswers', { params: { surveyId: id }, query: { format: 'csv' } }],
  ])('[OPE-40] %s reads the standby', async (name, input) => {
    expect(await serversOf(name, input)).toEqual(['standby']);
  });

  it('[OPE-40] an export of the log is noted in the log, which is on the primary', async () => {
    const noted = async () =>
      (await portal.db.owner.query(`select from audit where action = 'log.export'`)).rowCount ?? 0;
    const before = await noted();
    expect(await serversOf('exportLog', { query: { format: 'csv' } })).toEqual(['standby']);
    expect(await noted()).toBe(before + 1);
  });

  it('[OPE-40] a read after a commit that the standby has not replayed is the primary’s, and so are those until it has', async () => {
    await standbySays(true, '0/0');
    expect([await serversOf('getOverview'), await serversOf('getOverview')]).toEqual([
      ['anticipa api'],
      ['anticipa api'],
    ]);
    await isCurrent();
    await expect.poll(async () => (await serversOf('getOverview'))[0]).toBe('standby');
    expect(lines).toEqual([
      'warn: long reads use the primary: the standby is not fit for them',
      'info: long reads use the standby again',
    ]);
  });

  it('[OPE-40] a read is the primary’s once the standby is promoted, and while it refuses connections', async () => {
    await standbySays(false, 'FFFFFFFF/FFFFFFFF');
    expect(await serversOf('getOverview')).toEqual(['anticipa api']);
    await isCurrent();
    await expect.poll(async () => (await serversOf('getOverview'))[0]).toBe('standby');
    await portal.db.owner.query(
      `create or replace function standing.pg_is_in_recovery() returns boolean language plpgsql as
       'begin raise exception using errcode = ''57P03''; end'`,
    );
    expect(await serversOf('getOverview')).toEqual(['anticipa api']);
  });

  it('[OPE-40] a read that the standby has to end is repeated on the primary', async () => {
    await portal.db.owner.query(`
      create function standing.fail() returns int language plpgsql as 'begin raise exception using errcode = ''57P01''; end';
      create view standing.pair_exposures as select * from public.pair_exposures limit standing.fail();
      grant select on standing.pair_exposures to public`);
    const input = { query: { currency: 'MXN' } };
    expect(await serversOf('listExposures', input)).toEqual(['standby', 'anticipa api']);
    await portal.db.owner.query('drop view standing.pair_exposures');
    expect(await serversOf('listExposures', input)).toEqual(['standby']);
  });

  it('no long read can write', async () => {
    const writing = portal.db.api.readLong({ as: 'operator' }, (db) => valuesOf(db, text)`delete from audit`);
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } });
  });
});
