/** The demo's clients with their products, credit lines, users, receivers and payers. */
import { randomUUID } from 'node:crypto';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { type CompanyStatus, companyStatus, receiverKey } from '@anticipa/domain/receiver';
import type { SaleRight } from '@anticipa/domain/sale-right';
import { type DemoParty, demoPassword, domesticReceivers, foreignReceivers } from '@anticipa/sandbox/demo-parties';
import type { NotNull } from 'kysely';
import { nextClabe } from '../modules/payers/queries.ts';
import type { Executor } from '../platform/db/pool.ts';
import { type ClientId, newClientId } from '../platform/work/caller.ts';
import { hashPassword } from '../platform/work/passwords.ts';
import { accountOf } from './lender.ts';

const MONTERREY = 'Monterrey';
const MERIDA = 'Mérida';

export interface DemoClient {
  readonly name: string;
  readonly taxRegime: 'PF' | 'PFAE' | 'PM';
  readonly branch: string;
  readonly syncAllowed: boolean;
  /** Payment-order company; null if 'Mis clientes' is not activated. */
  readonly stpCompany: string | null;
  readonly products: readonly (readonly [ProductCode, { readonly active: boolean }])[];
  readonly lines: readonly DemoLine[];
  readonly people: readonly {
    readonly email: string;
    readonly names: readonly [string, string, string];
    readonly isAdmin: boolean;
    /** Defaults to selling any amount. */
    readonly saleRight?: SaleRight;
  }[];
}

interface DemoLine {
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  readonly limit: string;
  readonly rate: string;
  readonly advance: string;
  readonly isMultiCurrency?: boolean;
}

const line = (product: ProductCode, currency: FinancedCurrency, limit: string): DemoLine => ({
  product,
  currency,
  limit,
  ...(product === 'BI' ? { rate: '24', advance: '90' } : { rate: '18.5', advance: '95' }),
});

export const demoClients: Readonly<Record<'norte' | 'sur' | 'este', DemoClient>> = {
  norte: {
    name: 'Manufacturas del Norte',
    taxRegime: 'PM',
    branch: MONTERREY,
    syncAllowed: true,
    stpCompany: 'ANTICIPA_NORTE',
    products: [
      ['BI', { active: true }],
      ['FB', { active: true }],
    ],
    lines: [
      { ...line('BI', 'MXN', '5000000.00'), isMultiCurrency: true },
      line('BI', 'USD', '300000.00'),
      line('FB', 'MXN', '8000000.00'),
      line('FB', 'USD', '500000.00'),
    ],
    people: [
      { email: 'admin@norte.demo', names: ['Elena', 'Robledo', 'Sáenz'], isAdmin: true },
      { email: 'usuario@norte.demo', names: ['Tomás', 'Iglesias', 'Peña'], isAdmin: false },
      { email: 'prepara@norte.demo', names: ['Paula', 'Medina', 'Lozano'], isAdmin: false, saleRight: 'prepare' },
    ],
  },
  sur: {
    name: 'Textiles del Sur',
    taxRegime: 'PM',
    branch: MERIDA,
    syncAllowed: false,
    stpCompany: null,
    products: [['FB', { active: true }]],
    lines: [line('FB', 'MXN', '3000000.00')],
    people: [{ email: 'admin@sur.demo', names: ['Regina', 'Canul', 'Dzib'], isAdmin: true }],
  },
  este: {
    name: 'Mariana Estrada Arredondo',
    taxRegime: 'PFAE',
    branch: MERIDA,
    syncAllowed: false,
    stpCompany: null,
    products: [['BI', { active: false }]],
    lines: [line('BI', 'MXN', '500000.00')],
    people: [{ email: 'admin@este.demo', names: ['Mariana', 'Estrada', 'Arredondo'], isAdmin: true }],
  },
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
  for (const { email, names, isAdmin, saleRight = 'accept' } of client.people) {
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
        sale_right: saleRight,
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
/** Names of receivers with a confirmed programme: their invoices are FB for clients with that product, all others are BI. */
const programme: ReadonlySet<string | undefined> = new Set(
  [domesticReceivers[0], domesticReceivers[3], domesticReceivers[4], foreignReceivers[0]].map((one) => one?.name),
);

export const insertReceivers = async (executor: Executor, now: Date) => {
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

interface Payer {
  readonly rfc: string;
  readonly name: string;
}

/** Index of the inactive payer. */
const INACTIVE = 2;

/** Inserts the main entry (the client itself) and one cost centre per payer. */
const insertPayers = async (
  executor: Executor,
  client: { readonly clientId: ClientId; readonly stpCompany: string; readonly now: Date },
  payers: { readonly main: Payer; readonly others: readonly Payer[] },
): Promise<void> => {
  for (const [place, { rfc, name }] of [payers.main, ...payers.others].entries())
    await executor
      .insertInto('cost_centres')
      .values({
        client_id: client.clientId,
        cost_centre_id: randomUUID(),
        rfc_payer: rfc,
        stp_name: name,
        clabe: await nextClabe(executor, client.stpCompany),
        stp_company: client.stpCompany,
        active: place !== INACTIVE,
        is_main: place === 0,
        created_at: client.now,
      })
      .execute();
};
