import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@anticipa/contract/routes';
import { isClabe } from '@anticipa/domain/clabe';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PASSWORD, sessionOn } from '../../testing/session.ts';
import { aDeposit } from '../../testing/surveys.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { createApp } from '../app.ts';
import { openOutside } from '../gateways/outside.ts';
import { readConfig } from '../platform/config/config.ts';
import { fixedClock } from '../platform/work/clock.ts';
import { seedDemo } from './demo.ts';

let db: TestDatabase;
const clock = fixedClock(new Date('2026-03-10T17:00:00Z'));
beforeAll(async () => {
  db = await createTestDatabase();
  await seedDemo({ ownerUrl: db.ownerUrl, clock });
});
afterAll(() => db.close());

it('lets every demo user sign in with their permissions', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anticipa-seed-'));
  const config = { ...readConfig({}), dataDir, databaseUrl: db.ownerUrl, directUrl: db.ownerUrl };
  const app = await createApp({ config, db: db.api, clock, outside: await openOutside(config), webDir: dataDir });
  const visitor = sessionOn(app, { token: null, cookie: null });
  const userOf = async (email: string) => {
    const session = await visitor.signIn(email, PASSWORD);
    return (await session.call(routes.getSession)).user;
  };
  const everything = {
    isAuthBI: true,
    isAuthFB: true,
    isActiveBI: true,
    isActiveFB: true,
    hasBIUSD: true,
    hasFBUSD: true,
  };
  expect(await userOf('admin@norte.demo')).toMatchObject({ isAdmin: true, syncAllowed: true, ...everything });
  expect(await userOf('usuario@norte.demo')).toMatchObject({ isAdmin: false, client: { taxRegime: 'PM' } });
  expect(await userOf('admin@sur.demo')).toMatchObject({
    isAuthBI: false,
    isAuthFB: true,
    hasFBMXN: true,
    hasFBUSD: false,
    syncAllowed: false,
  });
  expect(await userOf('admin@este.demo')).toMatchObject({
    client: { taxRegime: 'PFAE' },
    isAuthBI: true,
    isActiveBI: false,
  });
  const session = await visitor.signIn('usuario@norte.demo', PASSWORD);
  const { userId = '', clientId = '' } = (await session.call(routes.getSession)).user ?? {};
  const takeBack = await aDeposit({ db, clock }, { clientId: clientId ?? '', userId });
  const { data: survey } = await session.call(routes.getSurvey, { params: { userId } });
  await takeBack();
  expect(survey?.questions.map((one) => one.type)).toEqual(['rating', 'ratingZero', 'string', 'text']);
  for (const email of ['operador@anticipa.demo', 'operador2@anticipa.demo'])
    expect(await userOf(email)).toMatchObject({
      kind: 'operator',
      client: null,
      roles: expect.arrayContaining(['riesgo', 'administrador']),
    });
  await app.close();
  await rm(dataDir, { recursive: true });
});

it('gives every bank account a valid CLABE', async () => {
  const { rows } = await db.owner.query<{ clabe: string }>(
    'select clabe from bank_accounts union all select clabe from lender_accounts',
  );
  expect(rows.length).toBeGreaterThan(6);
  expect(rows.filter(({ clabe }) => !isClabe(clabe))).toEqual([]);
});

it('gives norte payers with one main entry and one inactive, and the others no payment-order company', async () => {
  const { rows } = await db.owner.query(
    `select entity_name as name, clients.stp_company as company, count(cost_centre_id)::int as payers,
       count(*) filter (where is_main)::int as main, count(*) filter (where not cost_centres.active)::int as inactive
     from clients left join cost_centres using (client_id) group by 1, 2 order by 2, 1`,
  );
  expect(rows).toEqual([
    { name: 'Manufacturas del Norte', company: 'ANTICIPA_NORTE', payers: 7, main: 1, inactive: 1 },
    { name: 'Mariana Estrada Arredondo', company: null, payers: 0, main: 0, inactive: 0 },
    { name: 'Textiles del Sur', company: null, payers: 0, main: 0, inactive: 0 },
  ]);
});

it('changes only the exchange rate of a new day when repeated', async () => {
  const count = async () =>
    (
      await db.owner.query<{ rates: number; clients: number; companies: number }>(
        `select (select count(*)::int from exchange_rates) as rates, (select count(*)::int from clients) as clients,
        (select count(*)::int from companies) as companies`,
      )
    ).rows[0];
  const before = await count();
  await seedDemo({ ownerUrl: db.ownerUrl, clock });
  expect(await count()).toEqual(before);
  clock.set(new Date('2026-03-11T17:00:00Z'));
  await seedDemo({ ownerUrl: db.ownerUrl, clock });
  expect(await count()).toEqual({ ...before, rates: (before?.rates ?? 0) + 1 });
});
