import type { ClientUser } from '@anticipa/contract/users';
import type { SaleGrant } from '@anticipa/domain/sale-right';
import type { Access } from '@anticipa/domain/user';
import { sql } from 'kysely';
import type { Lock, Work } from '../../platform/work/work.ts';
import { hasFactor } from '../session/lost-factor.ts';

/** SQL for `clients` in a lateral join: the administrator in whose name the lender uploads invoices and loads sales. */
export const founder = sql`(
  select user_id from users where users.client_id = clients.client_id and is_admin order by active desc, created_at limit 1) founder`;

const people = ({ db, tenant }: Work) =>
  db
    .selectFrom('users')
    .select([
      'user_id as userId',
      'client_id as clientId',
      'email',
      'first_name as firstName',
      'last_name as lastName',
      'mother_surname as motherSurname',
      'phone',
      'mobile',
      'active',
      'is_admin as isAdmin',
      'sync_allowed as syncAllowed',
      'added_by as addedBy',
      'must_change_password as mustChangePassword',
      'notify_initial_deposit as initialDeposit',
      'notify_desync_sat as desyncSAT',
      'notify_sales as sales',
      'sale_right as saleRight',
      'accept_up_to as acceptUpTo',
    ])
    .select(hasFactor.as('hasSecondFactor'))
    .select(sql<boolean>`(declined_at is not null and joined_at is null and not active)`.as('hasDeclined'))
    .where('client_id', '=', tenant)
    .where('erased_at', 'is', null);
type PersonRow = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>;

const toClientUser = ({ initialDeposit, desyncSAT, sales, ...user }: PersonRow): ClientUser => ({
  ...user,
  notifications: { initialDeposit, desyncSAT, sales },
});

/** The users of a client by name, or one of them. */
export const clientUsers = async (work: Work, onlyUserId?: string): Promise<ClientUser[]> => {
  const all = people(work);
  const wanted = onlyUserId === undefined ? all : all.where('user_id', '=', onlyUserId);
  const rows = await wanted.orderBy('first_name').orderBy('last_name').orderBy('user_id').execute();
  return rows.map(toClientUser);
};

/** Active users who have accepted their invitation. */
const reachable = ({ db, tenant }: Work) =>
  db.selectFrom('users').where('client_id', '=', tenant).where('active', '=', true).where('joined_at', 'is not', null);

const idsOf = async (users: ReturnType<typeof reachable>): Promise<string[]> => {
  const rows = await users.select('user_id').orderBy('user_id').execute();
  return rows.map((row) => row.user_id);
};

/** Ids of the administrators who have accepted their invitation. */
export const administratorIds = (work: Work): Promise<string[]> => idsOf(reachable(work).where('is_admin', '=', true));

/** A person who sells for the client. */
export interface SellingPerson extends SaleGrant {
  readonly userId: string;
  readonly name: string;
}

/** The people who sell for the client, by name; those without a bound come first. */
export const sellingPeople = async (work: Work): Promise<SellingPerson[]> => {
  const rows = await reachable(work)
    .where('sale_right', '=', 'accept')
    .select(['user_id', 'first_name', 'last_name', 'sale_right', 'accept_up_to'])
    .orderBy('accept_up_to', (order) => order.desc().nullsFirst())
    .orderBy('first_name')
    .orderBy('last_name')
    .orderBy('user_id')
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    name: `${row.first_name} ${row.last_name}`,
    saleRight: row.sale_right,
    acceptUpTo: row.accept_up_to,
  }));
};

/** Ids of the users who must act on an objection to a sold invoice: its seller and the administrators. */
export const objectionReaders = (work: Work, documentId: string): Promise<string[]> =>
  idsOf(
    reachable(work).where((eb) =>
      eb.or([
        eb('is_admin', '=', true),
        eb('user_id', 'in', (invoices) =>
          invoices
            .selectFrom('invoices')
            .innerJoin('sales', (join) =>
              join.onRef('sales.client_id', '=', 'invoices.client_id').onRef('sales.sale_id', '=', 'invoices.sale_id'),
            )
            .select('sales.created_by')
            .where('invoices.client_id', '=', work.tenant)
            .where('invoices.document_id', '=', documentId),
        ),
      ]),
    ),
  );

/** The e-mail and first name of a user, if active and with the invitation accepted. */
export const activeUserById = (work: Work, userId: string) =>
  reachable(work).select(['email', 'first_name']).where('user_id', '=', userId).executeTakeFirst();

/** A user of the client; undefined if there is none. */
export const clientUser = async (work: Work, userId: string, lock: Lock): Promise<ClientUser | undefined> => {
  const found = people(work).where('user_id', '=', userId);
  const row = await (lock === 'update' ? found.forNoKeyUpdate() : found).executeTakeFirst();
  return row && toClientUser(row);
};

/** Whether the e-mail is that of a user of this client. */
export const isOwnEmail = async (work: Work, email: string): Promise<boolean> =>
  (await people(work).where('email', '=', email).executeTakeFirst()) !== undefined;

const countActive = ({ db, tenant }: Work) =>
  db
    .selectFrom('users')
    .select((users) => users.fn.countAll<string>().as('count'))
    .where('client_id', '=', tenant)
    .where('active', '=', true);

/** Number of the client's users with access. */
export const activeUsers = async (work: Work): Promise<number> =>
  Number((await countActive(work).executeTakeFirstOrThrow()).count);

/** Number of the client's administrators with access. */
export const activeAdministrators = async (work: Work): Promise<number> =>
  Number((await countActive(work).where('is_admin', '=', true).executeTakeFirstOrThrow()).count);

/** Number of the client's users with access who sell any amount. */
export const activeSellers = async (work: Work): Promise<number> => {
  const unbounded = countActive(work).where('sale_right', '=', 'accept').where('accept_up_to', 'is', null);
  return Number((await unbounded.executeTakeFirstOrThrow()).count);
};

/** Serialises changes of access within a client. */
export const lockAccess = async ({ db, tenant }: Work): Promise<void> => {
  await db
    .selectFrom('clients')
    .select('client_id')
    .where('client_id', '=', tenant)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
};

/** Id, RFC, name and tax regime of the client. */
export const clientCard = async ({ db, tenant }: Work) => {
  const row = await db
    .selectFrom('clients')
    .select(['client_id', 'rfc', 'entity_name', 'tax_regime'])
    .where('client_id', '=', tenant)
    .executeTakeFirstOrThrow();
  return { clientId: row.client_id, rfc: row.rfc, entityName: row.entity_name, taxRegime: row.tax_regime };
};

/** A user's current access, for use within the transaction that relies on it. */
export const accessOf = async ({ db, tenant }: Work, userId: string): Promise<Access | undefined> => {
  const row = await db
    .selectFrom('users')
    .select(['active', 'is_admin'])
    .where('client_id', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && { active: row.active, isAdmin: row.is_admin };
};
