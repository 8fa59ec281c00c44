/** Builders: each inserts one row with defaults for everything a case does not specify. */
import { randomUUID } from 'node:crypto';
import { uploadFile } from '@anticipa/contract/files';
import type { Invoice } from '@anticipa/contract/invoices';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import type { ProductCode } from '@anticipa/domain/product';
import { type CompanyStatus, companyStatus, receiverKey } from '@anticipa/domain/receiver';
import type { SaleRight } from '@anticipa/domain/sale-right';
import { type InvoiceSpec, makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { type DemoReceiver, demoCode, domesticReceivers } from '@anticipa/sandbox/demo-parties';
import type { Clock } from '../src/platform/work/clock.ts';
import type { HashCost } from '../src/platform/work/passwords.ts';
import { hashOfPassword } from './passwords.ts';
import type { Portal } from './portal.ts';
import type { Session } from './session.ts';

/** Database that receives the rows, and their instant. */
export interface Rows {
  readonly db: Pick<Portal['db'], 'owner'>;
  readonly clock: Pick<Portal['clock'], 'now' | 'today'>;
  /** Cost of hashing passwords. Defaults to the lowest. */
  readonly hashCost?: HashCost;
}

export interface TestClient {
  readonly clientId: string;
  readonly rfc: string;
  readonly entityName: string;
  /** Its first administrator, without a password and not subscribed to deposit mails. */
  readonly founderId: string;
}

export interface TestUser {
  readonly userId: string;
  readonly clientId: string;
  readonly email: string;
}

interface ProductSettings {
  readonly authorised?: boolean;
  readonly active?: boolean;
  readonly requiresPpd?: boolean;
}

interface ClientOptions {
  readonly rfc?: string;
  readonly entityName?: string;
  /** Defaults to both products, authorised and active. */
  readonly products?: Partial<Record<ProductCode, ProductSettings>>;
  /** Defaults to accounts in both currencies for every product. */
  readonly bankAccounts?: readonly (readonly [ProductCode, FinancedCurrency])[];
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const clientsIn = new WeakMap<Rows['db']['owner'], number>();
/** A tax id unique within the database. All databases use the same ids, so that their keys are made once. */
const nextRfc = ({ owner }: Rows['db']): string => {
  const clients = (clientsIn.get(owner) ?? 0) + 1;
  clientsIn.set(owner, clients);
  const letter = (place: number): string =>
    LETTERS[Math.floor(clients / LETTERS.length ** place) % LETTERS.length] ?? 'A';
  return `T${letter(1)}${letter(0)}150401AB9`;
};

/** A client with an administrator who never signs in. Defaults to both products, accounts and no credit lines. */
export const aClient = async ({ db, clock }: Rows, options: ClientOptions = {}): Promise<TestClient> => {
  const clientId = randomUUID();
  const rfc = options.rfc ?? nextRfc(db);
  const entityName = options.entityName ?? `EMPRESA ${rfc}`;
  const products = options.products ?? { BI: {}, FB: {} };
  const founderId = randomUUID();
  const codes = (['BI', 'FB'] as const).filter((code) => code in products);
  const accounts = options.bankAccounts ?? codes.flatMap((code) => [[code, 'MXN'] as const, [code, 'USD'] as const]);
  await db.owner.query(
    `insert into clients (client_id, rfc, entity_name, tax_regime, fiscal_regime, postal_code, branch, created_at)
     values ($1, $2, $3, 'PM', '601', '64000', 'MTY', $4)`,
    [clientId, rfc, entityName, clock.now()],
  );
  await db.owner.query(
    `insert into users (client_id, user_id, email, first_name, last_name, is_admin, notify_initial_deposit, created_at)
     values ($1, $2, $3, 'Fundadora', 'Prueba', true, false, $4)`,
    [clientId, founderId, `founder-${founderId}@example.test`, clock.now()],
  );
  for (const code of codes) {
    const { authorised = true, active = true, requiresPpd = false } = products[code] ?? {};
    await db.owner.query(
      `insert into client_products (client_id, product, authorised, active, requires_ppd) values ($1, $2, $3, $4, $5)`,
      [clientId, code, authorised, active, requiresPpd],
    );
  }
  for (const [code, currency] of accounts)
    await db.owner.query(
      `insert into bank_accounts (client_id, product, currency, bank, clabe) values ($1, $2, $3, 'Banco', '012180001234567891')`,
      [clientId, code, currency],
    );
  return { clientId, rfc, entityName, founderId };
};

interface UserOptions {
  readonly client: { readonly clientId: string };
  readonly email?: string;
  readonly isAdmin?: boolean;
  readonly active?: boolean;
  readonly mustChangePassword?: boolean;
  readonly saleRight?: SaleRight;
  readonly acceptUpTo?: string;
}

/** A user of a client, with PASSWORD. */
export const aUser = async ({ db, clock, hashCost }: Rows, options: UserOptions): Promise<TestUser> => {
  const userId = randomUUID();
  const email = options.email ?? `user-${userId.slice(0, 8)}@example.test`;
  const { client, isAdmin = false, active = true, mustChangePassword = false } = options;
  const { saleRight = 'accept', acceptUpTo = null } = options;
  await db.owner.query(
    `insert into users (client_id, user_id, email, password_hash, first_name, last_name, is_admin, active, must_change_password, created_at,
       sale_right, accept_up_to)
     values ($1, $2, $3, $4, 'Ana', 'Prueba', $5, $6, $7, $8, $9, $10)`,
    [
      client.clientId,
      userId,
      email,
      await hashOfPassword(hashCost),
      isAdmin,
      active,
      mustChangePassword,
      clock.now(),
      saleRight,
      acceptUpTo,
    ],
  );
  return { userId, clientId: client.clientId, email };
};

/** An operator of the lender, with PASSWORD and, by default, every role. */
export const anOperator = async (
  { db, clock, hashCost }: Rows,
  options: {
    readonly email?: string;
    readonly active?: boolean;
    readonly demoCode?: null;
    readonly roles?: readonly OperatorRole[];
  } = {},
): Promise<{ readonly operatorId: string; readonly email: string }> => {
  const operatorId = randomUUID();
  const email = options.email ?? `operator-${operatorId.slice(0, 8)}@example.test`;
  await db.owner.query(
    `insert into operators (operator_id, email, password_hash, first_name, last_name, active, created_at, demo_code)
     values ($1, $2, $3, 'Oscar', 'Operador', $4, $5, $6)`,
    [
      operatorId,
      email,
      await hashOfPassword(hashCost),
      options.active ?? true,
      clock.now(),
      options.demoCode === undefined ? demoCode : options.demoCode,
    ],
  );
  await db.owner.query('insert into operator_roles (operator_id, role, granted_at) select $1, unnest($2::text[]), $3', [
    operatorId,
    options.roles ?? operatorRoles,
    clock.now(),
  ]);
  return { operatorId, email };
};

interface LineOptions {
  readonly client: { readonly clientId: string };
  readonly product?: ProductCode;
  readonly currency?: FinancedCurrency;
  /** Amounts as decimal text. */
  readonly limit?: string;
  readonly used?: string;
  readonly interestRate?: string;
  readonly advancePercent?: string;
  readonly daysInYear?: 360 | 365;
  readonly isMultiCurrency?: boolean;
}

/** A credit line. Defaults to BI in MXN, 5,000,000.00 at 24 %, 90 % advance, basis 360. Returns its id. */
export const aLine = async ({ db }: Pick<Rows, 'db'>, options: LineOptions): Promise<string> => {
  const id = randomUUID();
  await db.owner.query(
    `insert into credit_lines (client_id, credit_line_id, product, currency, credit_limit, used, interest_rate,
       advance_percent, days_in_year, moratory_rate, is_multi_currency)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 48, $10)`,
    [
      options.client.clientId,
      id,
      options.product ?? 'BI',
      options.currency ?? 'MXN',
      options.limit ?? '5000000.00',
      options.used ?? '0.00',
      options.interestRate ?? '24',
      options.advancePercent ?? '90',
      options.daysInYear ?? 360,
      options.isMultiCurrency ?? false,
    ],
  );
  return id;
};

interface CompanyOptions {
  readonly receiver?: DemoReceiver;
  readonly status?: CompanyStatus;
  /** The linked client. */
  readonly client?: { readonly clientId: string };
  readonly fbProgramme?: boolean;
}

/** The lender's record of a receiver. Defaults to APPROVED. Returns its id. */
export const aCompany = async ({ db, clock }: Rows, options: CompanyOptions = {}): Promise<string> => {
  const receiver = options.receiver ?? firstReceiver();
  const key = receiverKey({ rfc: receiver.rfc, name: receiver.name, taxId: receiver.abroad?.taxId ?? null });
  const { rows } = await db.owner.query<{ company_id: string }>(
    `insert into companies (company_id, rfc, name, tax_id, receiver_key, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (receiver_key) do update set status = excluded.status, name = excluded.name returning company_id`,
    [
      randomUUID(),
      receiver.rfc,
      receiver.name,
      receiver.abroad?.taxId ?? null,
      key,
      options.status ?? companyStatus.APPROVED,
      clock.now(),
    ],
  );
  const companyId = rows[0]?.company_id ?? '';
  if (options.client)
    await db.owner.query(
      `insert into company_links (client_id, company_id, name, fb_programme, created_at) values ($1, $2, $3, $4, $5)
       on conflict (client_id, company_id) do update set fb_programme = excluded.fb_programme`,
      [options.client.clientId, companyId, receiver.name, options.fbProgramme ?? false, clock.now()],
    );
  return companyId;
};

/** Default receiver of invoices and companies. */
export const firstReceiver = (): DemoReceiver => receiverAt(0);

/** Another receiver, without invoices by default. */
export const secondReceiver = (): DemoReceiver => receiverAt(1);

const receiverAt = (place: number): DemoReceiver => {
  const receiver = domesticReceivers[place];
  if (receiver === undefined) throw new Error(`the demo has no receiver ${place}`);
  return receiver;
};

let invoices = 0;

/** A properly sealed and stamped CFDI of a client. */
export const anInvoiceFile = async (
  { pki, clock }: Pick<Portal, 'pki'> & { readonly clock: Clock },
  client: TestClient,
  spec: Partial<InvoiceSpec> = {},
): Promise<{ readonly name: string; readonly bytes: Uint8Array; readonly spec: InvoiceSpec }> => {
  invoices += 1;
  // Number of this invoice: others may be generated before `override` is called.
  const seed = invoices;
  const [file] = await makeInvoices({
    pki,
    issuer: { rfc: client.rfc, name: client.entityName, regime: '601', postalCode: '64000' },
    count: 1,
    seed,
    today: clock.today(),
    override: () => ({
      receiver: firstReceiver(),
      currency: 'MXN',
      exchangeRate: null,
      totalCents: 11_600_000n,
      // Equal folio, date and total would make it the same invoice with another stamp.
      folio: String(seed),
      ...spec,
    }),
  });
  if (file === undefined) throw new Error('no invoice was generated');
  return file;
};

/** Uploads a new CFDI of the session's client over HTTP; returns the invoice. */
export const anUploadedInvoice = async (
  portal: Portal,
  {
    session,
    client,
    spec,
  }: { readonly session: Session; readonly client: TestClient; readonly spec?: Partial<InvoiceSpec> },
): Promise<Invoice> => {
  const file = await anInvoiceFile(portal, client, spec);
  const fileData = Buffer.from(file.bytes).toString('base64');
  const { invoice, doc } = await session.call(uploadFile, { body: { fileName: file.name, fileData } });
  if (invoice === null) throw new Error(`${file.name} was refused: ${doc.motive?.code}`);
  return invoice;
};
