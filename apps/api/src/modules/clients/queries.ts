import { CLIENTS_PAGE, type LenderClient, type ListedClient } from '@anticipa/contract/lender-clients';
import { done, type Outcome } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { containing, type Page, pageOf } from '../../platform/db/rows.ts';
import type { OperatorActor } from '../../platform/work/caller.ts';
import type { OperatorWork, Work } from '../../platform/work/work.ts';
import { shownAccount } from '../operators/accounts.ts';
import { activityWindow } from '../session/gate.ts';
import { hasFactor } from '../session/lost-factor.ts';

const products = sql<ListedClient['products']>`coalesce((
  select json_agg(json_build_object('product', product, 'authorised', authorised, 'active', active) order by product)
  from client_products where client_products.client_id = clients.client_id), '[]')`;

const pendingAt = (at: Date) =>
  sql<number>`(select count(*)::integer from approvals
    where approvals.client_id = clients.client_id and state = 'open' and expires_at > ${at})`;

const lines = sql<LenderClient['lines']>`coalesce((
  select json_agg(json_build_object('product', product, 'currency', currency, 'limit', credit_limit::text,
    'used', used::text, 'held', held::text, 'interestRate', trim_scale(interest_rate)::text,
    'advancePercent', trim_scale(advance_percent)::text, 'daysInYear', days_in_year,
    'moratoryRate', trim_scale(moratory_rate)::text, 'multiCurrency', is_multi_currency, 'validUntil', valid_until) order by product, currency)
  from credit_lines where credit_lines.client_id = clients.client_id), '[]')`;

const uses = sql<ListedClient['lines']>`coalesce((
  select json_agg(json_build_object('product', product, 'currency', currency, 'limit', credit_limit::text,
    'used', used::text, 'held', held::text, 'validUntil', valid_until) order by product, currency)
  from credit_lines where credit_lines.client_id = clients.client_id), '[]')`;

const listed = ({ db, at }: OperatorWork) =>
  db
    .selectFrom('clients')
    .select([
      'clients.client_id as clientId',
      'rfc',
      'entity_name as entityName',
      'clients.branch',
      'clients.client_state as state',
    ])
    .select([products.as('products'), pendingAt(at).as('pending')]);

/** A page of clients by name; `search` is a part of the name or the RFC. */
export async function clientPage(
  work: OperatorWork,
  { search, after }: { readonly search?: string | undefined; readonly after?: string | undefined },
): Promise<Page<ListedClient>> {
  const pattern = containing(search ?? '');
  const rows = await listed(work)
    .select(uses.as('lines'))
    .where((eb) => eb.or([eb('entity_name', 'ilike', pattern), eb('rfc', 'ilike', pattern)]))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(entity_name, clients.client_id) >
          (select last.entity_name, last.client_id from clients last where last.client_id = ${after ?? null})`,
      ),
    )
    .orderBy('entity_name')
    .orderBy('clients.client_id')
    .limit(CLIENTS_PAGE + 1)
    .execute();
  return pageOf(rows, CLIENTS_PAGE, ({ clientId }) => clientId);
}

/** A client as operators see it. */
export async function clientForOperator(work: ClientsWork): Promise<LenderClient> {
  const { db, tenant } = work;
  const row = await listed(work)
    .innerJoin('branches', 'branches.branch', 'clients.branch')
    .select([
      'tax_regime as taxRegime',
      'fiscal_regime as fiscalRegime',
      'postal_code as postalCode',
      'promoter_phone as promoterPhone',
      'stp_company as paymentOrderCompany',
      'created_at',
      'reads_until',
      lines.as('lines'),
      sql<LenderClient['sync']>`json_build_object('allowed', sync_allowed, 'active', sat_sync_active)`.as('sync'),
    ])
    .where('clients.client_id', '=', tenant)
    .executeTakeFirstOrThrow();
  const accounts = await db
    .selectFrom('bank_accounts')
    .select(['product', 'currency', 'bank', 'clabe', 'pays_from'])
    .where('client_id', '=', tenant)
    .orderBy('product')
    .orderBy('currency')
    .execute();
  const { after, before } = activityWindow(work.at);
  const people = await db
    .selectFrom('users')
    .select(['users.user_id as userId', 'email', 'is_admin as isAdmin', 'active'])
    .select((eb) => eb('joined_at', 'is not', null).$castTo<boolean>().as('hasPassword'))
    .select(hasFactor.as('hasSecondFactor'))
    .select(sql<string>`trim(first_name || ' ' || last_name)`.as('name'))
    .select(
      sql<number>`(select count(*)::integer from sessions where sessions.client_id = users.client_id
        and sessions.user_id = users.user_id and ended_at is null and expires_at > ${work.at}
        and last_used_at > ${after} and last_used_at < ${before})`.as('openSessions'),
    )
    .where('client_id', '=', tenant)
    .where('erased_at', 'is', null)
    .orderBy('is_admin', 'desc')
    .orderBy('users.created_at')
    .orderBy('users.user_id')
    .execute();
  const { created_at, reads_until, ...client } = row;
  return {
    ...client,
    createdAt: created_at.toISOString(),
    readsUntil: reads_until?.toISOString() ?? null,
    accounts: accounts.map(({ pays_from, clabe, ...account }) => ({
      ...account,
      clabe: shownAccount(work, clabe),
      paysFrom: pays_from?.toISOString() ?? null,
    })),
    people,
  };
}

/** An operator's work about one client. */
export type ClientsWork = Work<OperatorActor>;

export type Answered = Promise<Outcome<{ readonly client: LenderClient }>>;

/** The client after a change. */
export const answered = async (work: ClientsWork): Answered => done({ client: await clientForOperator(work) });
