/** The fictional demo lender: users, clients, receivers and terms. */
import { randomUUID } from 'node:crypto';
import { demoLender } from '@anticipa/cfdi/trust-store';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { clabeOf } from '@anticipa/domain/clabe';
import { operatorRoles } from '@anticipa/domain/operator';
import { type CompanyStatus, companyStatus, receiverKey } from '@anticipa/domain/receiver';
import { accountTyped } from '@anticipa/domain/spei-banks';
import {
  type DemoParty,
  demoCode,
  demoPassword,
  domesticReceivers,
  foreignReceivers,
  demoClients as parties,
} from '@anticipa/sandbox/demo-parties';
import type { NotNull } from 'kysely';
import { withOwnerClient } from './platform/db/owner-client.ts';
import { type Executor, openDatabase } from './platform/db/pool.ts';
import { type ClientId, newClientId } from './platform/work/caller.ts';
import type { Clock } from './platform/work/clock.ts';
import { hashPassword } from './platform/work/passwords.ts';
import { type DemoClient, demoBranches, demoClients } from './seed-clients.ts';
import { insertPayers } from './seed-payers.ts';
import { insertSurvey } from './seed-survey.ts';
import { DEMO_TERMS } from './seed-terms.ts';

const YEAR_MS = 365 * 86_400_000;

const accountOf = (bank: string, town: string, account: number) =>
  accountTyped(clabeOf(`${bank}${town}${String(account).padStart(11, '0')}`));

const insertLender = async (executor: Executor, { now, today }: { readonly now: Date; readonly today: IsoDate }) => {
  await executor
    .insertInto('branches')
    .values([...demoBranches])
    .execute();
  await executor
    .insertInto('terms_versions')
    // In force for a year, because a demonstration may start with a sale some weeks ago.
    .values({ version: DEMO_TERMS.version, body: DEMO_TERMS.body, published_at: new Date(now.getTime() - YEAR_MS) })
    .execute();
  await executor
    .insertInto('extra_holidays')
    .values({ holiday: '2024-10-01', name: 'Transmisión del Poder Ejecutivo Federal' })
    .execute();
  const { rfc, name, regime: fiscal_regime, postalCode: postal_code } = demoLender;
  await executor.insertInto('lender').values({ rfc, name, fiscal_regime, postal_code }).execute();
  const account = { beneficiary: 'Anticipa Financiera, S.A. de C.V., SOFOM, E.N.R.' };
  await executor
    .insertInto('lender_accounts')
    .values([
      { ...account, currency: 'MXN', ...accountOf('072', '180', 55_500_110), account: '55500110', swift: null },
      {
        ...account,
        currency: 'USD',
        ...accountOf('072', '180', 55_500_220),
        account: '55500220',
        swift: 'MENOMXMT',
      },
    ])
    .execute();
  // Above what the demo's lines let a client sell at once, so that the robot needs no second person.
  await executor.updateTable('approval_amounts').set({ per_sale: '10000000.00', per_day: '100000000.00' }).execute();
  // Fictional bank and town.
  await executor.insertInto('clabe_ranges').values({ stp_company: 'ANTICIPA_NORTE', prefix: '646180' }).execute();
  await publishRate(executor, { on: addDays(today, -1), at: now });
  await insertSurvey(executor, now);
};

/** Publishes the demo's exchange rate: near 18.50, varying by day, deterministic. */
const publishRate = async (executor: Executor, { on, at }: { readonly on: IsoDate; readonly at: Date }) => {
  const day = Number(on.replaceAll('-', ''));
  await executor
    .insertInto('exchange_rates')
    .values({
      rate_date: on,
      pesos_per_dollar: `18.${String(4000 + ((day * 7919) % 2000)).padStart(4, '0')}`,
      source: 'demostración',
      published_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

const insertClient = async (
  executor: Executor,
  client: DemoClient,
  { party, now }: { readonly party: DemoParty; readonly now: Date },
): Promise<ClientId> => {
  const clientId = newClientId();
  await executor
    .insertInto('clients')
    .values({
      client_id: clientId,
      rfc: party.rfc,
      fiscal_regime: party.regime,
      postal_code: party.postalCode,
      entity_name: client.name,
      tax_regime: client.taxRegime,
      branch: client.branch,
      sync_allowed: client.syncAllowed,
      stp_company: client.stpCompany,
      created_at: now,
    })
    .execute();
  const owned = { client_id: clientId };
  await executor
    .insertInto('client_products')
    .values(client.products.map(([product, { active }]) => ({ ...owned, product, authorised: true, active })))
    .execute();
  await executor
    .insertInto('bank_accounts')
    .values(
      client.lines.map(({ product, currency }, index) => ({
        ...owned,
        product,
        currency,
        ...accountOf('012', '580', Number.parseInt(clientId.slice(0, 6), 16) * 10 + index),
      })),
    )
    .execute();
  await executor
    .insertInto('credit_lines')
    .values(
      client.lines.map((one) => ({
        ...owned,
        credit_line_id: randomUUID(),
        product: one.product,
        currency: one.currency,
        credit_limit: one.limit,
        interest_rate: one.rate,
        advance_percent: one.advance,
        moratory_rate: '48',
        is_multi_currency: one.isMultiCurrency ?? false,
      })),
    )
    .execute();
  return clientId;
};

const insertPeople = async (
  executor: Executor,
  client: DemoClient,
  { clientId, now }: { clientId: ClientId; now: Date },
) => {
  for (const { email, names, isAdmin } of client.people) {
    const [firstName, lastName, motherSurname] = names;
    await executor
      .insertInto('users')
      .values({
        client_id: clientId,
        user_id: randomUUID(),
        email,
        password_hash: await hashPassword(demoPassword),
        first_name: firstName,
        last_name: lastName,
        mother_surname: motherSurname,
        is_admin: isAdmin,
        sync_allowed: client.syncAllowed,
        created_at: now,
      })
      .execute();
  }
};

interface NewDemoClient {
  readonly client: DemoClient;
  readonly party: DemoParty;
  readonly now: Date;
}

/** Inserts a client with its users, receivers and payers, in an operator's transaction; returns its id. */
export const insertDemoClient = async (executor: Executor, { client, party, now }: NewDemoClient): Promise<string> => {
  const clientId = await insertClient(executor, client, { party, now });
  await insertPeople(executor, client, { clientId, now });
  const { stpCompany } = client;
  if (stpCompany !== null) {
    const others = domesticReceivers.filter((_, place) => PAYERS.includes(place));
    await insertPayers(executor, { clientId, stpCompany, now }, { main: party, others });
  }
  if (client.products.some(([product]) => product === 'FB')) await linkReceivers(executor, clientId, now);
  return clientId;
};

/** Statuses of receivers that are not approved, by index. */
const statusByPlace: ReadonlyMap<number, CompanyStatus> = new Map([
  [6, companyStatus.DISABLED],
  [7, companyStatus.REJECTED],
  [8, companyStatus.PENDING],
  [9, companyStatus.PENDING],
]);
/** Indices of receivers that pay to their own CLABE. */
const PAYERS = [0, 2, 4, 7, 8, 11];
/** Receivers with a confirmed programme (FB) for every client with the product; the others are BI. */
const programme: ReadonlySet<string | undefined> = new Set(
  [domesticReceivers[0], domesticReceivers[3], domesticReceivers[4], foreignReceivers[0]].map((one) => one?.name),
);

const insertReceivers = async (executor: Executor, now: Date) => {
  const values = [...domesticReceivers, ...foreignReceivers].map((receiver, place) => {
    const { rfc, name, abroad } = receiver;
    const taxId = abroad?.taxId ?? null;
    const status = statusByPlace.get(place) ?? companyStatus.APPROVED;
    const receiver_key = receiverKey({ rfc, name, taxId });
    return { company_id: randomUUID(), rfc, name, tax_id: taxId, receiver_key, status, created_at: now };
  });
  await executor.insertInto('companies').values(values).execute();
};

/** Links every confirmed receiver to the client. */
const linkReceivers = async (executor: Executor, clientId: ClientId, now: Date) => {
  const companies = await executor
    .selectFrom('companies')
    .select(['company_id', 'name'])
    .where('name', 'is not', null)
    .$narrowType<{ name: NotNull }>()
    .execute();
  const values = companies.map(({ company_id, name }) => ({
    client_id: clientId,
    company_id,
    name,
    fb_programme: programme.has(name),
    created_at: now,
  }));
  await executor.insertInto('company_links').values(values).execute();
};

/**
 * Seeds an empty database with the demo lender; otherwise only publishes the demo's exchange rate of the day, so that
 * sales in dollars stay possible. Never called in production.
 */
export const seedDemo = async ({
  ownerUrl,
  clock,
}: {
  readonly ownerUrl: string;
  readonly clock: Clock;
}): Promise<void> => {
  const db = openDatabase({ ownerUrl, login: 'api', connections: 1, onError: () => undefined });
  const now = clock.now();
  const today = clock.today();
  try {
    await db.withTransaction({ as: 'operator' }, async (executor) => {
      const known = await executor.selectFrom('clients').select('client_id').limit(1).execute();
      if (known.length === 0) await fill(executor, { now, today });
      await publishRate(executor, { on: today, at: now });
    });
  } finally {
    await db.close();
  }
};

/** Gives the demo's robot its switch, as the owner of the database: no other role may. */
export const addRobot = (ownerUrl: string): Promise<unknown> =>
  withOwnerClient(ownerUrl, (client) =>
    client.query('insert into demo_robot (answers) values (true) on conflict do nothing'),
  );

/** An operator with every role. */
const insertOperator = async (
  executor: Executor,
  { email, names, now }: { readonly email: string; readonly names: readonly [string, string]; readonly now: Date },
) => {
  const operator_id = randomUUID();
  const [first_name, last_name] = names;
  await executor
    .insertInto('operators')
    .values({
      operator_id,
      email,
      password_hash: await hashPassword(demoPassword),
      demo_code: demoCode,
      first_name,
      last_name,
      created_at: now,
    })
    .execute();
  await executor
    .insertInto('operator_roles')
    .values(operatorRoles.map((role) => ({ operator_id, role, granted_at: now })))
    .execute();
};

const fill = async (executor: Executor, { now, today }: { readonly now: Date; readonly today: IsoDate }) => {
  await insertLender(executor, { now, today });
  await insertOperator(executor, { email: 'operador@anticipa.demo', names: ['Mesa', 'de Operaciones'], now });
  await insertOperator(executor, { email: 'operador2@anticipa.demo', names: ['Segunda', 'Firma'], now });
  await insertReceivers(executor, now);
  for (const name of ['norte', 'sur', 'este'] as const) {
    await insertDemoClient(executor, { client: demoClients[name], party: parties[name], now });
  }
};
