/** Receivers that are other names, or earlier tax ids, of one another. */
import { type AliasParty, aliasProblem, type CompanyStatus, companyStatus } from '@anticipa/domain/receiver';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, rowsOf, valuesOf } from '../../platform/db/rows.ts';
import { announce } from '../../platform/live/events.ts';
import { narrowTo, type OperatorWork, type WideWork } from '../../platform/work/work.ts';
import { lockUnsold, moveUnsold } from './unsold.ts';

const aliasParty = z.object({
  companyId: z.string(),
  rfc: z.string(),
  status: z.literal(Object.values(companyStatus)),
  isAlias: z.boolean(),
  hasAliases: z.boolean(),
});

/** Facts about a receiver that decide on its aliases; undefined if there is none with that id. */
async function party({ db }: WideWork, companyId: string): Promise<AliasParty | undefined> {
  const [found] = await rowsOf(db, aliasParty)`
    select company_id as "companyId", rfc, status, alias_of is not null as "isAlias",
      exists (select from companies alias where alias.alias_of = companies.company_id) as "hasAliases"
    from companies where company_id = ${companyId}`;
  return found;
}

/** Whether the receiver is an alias; status, limits and agreements are then its main receiver's. */
export const isAlias = async (work: WideWork, companyId: string): Promise<boolean> =>
  (await party(work, companyId))?.isAlias ?? false;

/** Both receivers and why one cannot become an alias of the other, or null; undefined if one is not there. */
export async function aliasOutlook(work: WideWork, aliasId: string, mainId: string) {
  const [alias, main] = [await party(work, aliasId), await party(work, mainId)];
  return alias && main && { alias, main, problem: aliasProblem(alias, main) };
}

/** The status of a receiver; undefined if there is none with that id. */
export const statusOf = async (work: WideWork, companyId: string): Promise<CompanyStatus | undefined> =>
  (await party(work, companyId))?.status;

/**
 * Whether the alias can still be declared, and its main receiver has the status. Locks both receivers and the invoices of the
 * alias until then.
 */
export async function isAliasPossible(
  work: OperatorWork,
  aliasId: string,
  { aliasOf: mainId, status }: { readonly aliasOf: string; readonly status: CompanyStatus },
): Promise<boolean> {
  // No invoice enters for one of its names meanwhile, which would stay behind.
  await sql`select pg_advisory_xact_lock(hashtextextended('receiver-names', 0))`.execute(work.db);
  // Invoices before their receiver, as sales lock them.
  await sql`
    select from invoices where ${isOf(aliasId)} order by client_id, document_id for update`.execute(work.db);
  await sql`
    select from companies where company_id in (${aliasId}, ${mainId}) order by company_id for update`.execute(work.db);
  const outlook = await aliasOutlook(work, aliasId, mainId);
  return outlook?.problem === null && outlook.main.status === status;
}

/** For a row with its client and receiver: whether it belongs to this receiver. */
const isOf = (companyId: string): RawBuilder<unknown> =>
  sql`(client_id, company_id) in (select client_id, company_id from company_links where company_id = ${companyId})`;

/**
 * Makes a locked receiver an alias: its invoices, with what they owe, become those of the main one, whose status moves
 * those outside a sale. The database refuses it if the main one's limits do not fit them.
 */
export async function declareAlias(work: OperatorWork, aliasId: string, mainId: string): Promise<void> {
  const { db } = work;
  const unsold = await lockUnsold(work, aliasId);
  await sql`
    update companies set alias_of = ${mainId}, name = coalesce(name, (
      select name from company_links link where link.company_id = ${aliasId} order by link.created_at limit 1
    ), rfc) where company_id = ${aliasId}`.execute(db);
  await sql`
    update companies main set policy_term = alias.policy_term, policy_week_days = alias.policy_week_days
    from companies alias
    where alias.company_id = ${aliasId} and main.company_id = ${mainId} and main.policy_term is null`.execute(db);
  const linked = await valuesOf(db, clientIdColumn)`
    with added as (
      insert into company_links (client_id, company_id, name, fb_programme, created_at)
      select client_id, ${mainId}, name, fb_programme, created_at from company_links where company_id = ${aliasId}
      on conflict do nothing
    )
    select client_id from company_links where company_id = ${aliasId} order by client_id`;
  // The habit that the client saved for the main one prevails.
  await sql`
    insert into payment_habits (
      client_id, company_id, payment_days, monday, tuesday, wednesday, thursday, friday, saved_at
    )
    select client_id, ${mainId}, payment_days, monday, tuesday, wednesday, thursday, friday, saved_at
    from payment_habits where ${isOf(aliasId)}
    on conflict do nothing`.execute(db);
  await sql`update invoices set company_id = ${mainId} where ${isOf(aliasId)}`.execute(db);
  await sql`update cost_centres set company_id = ${mainId} where company_id = ${aliasId}`.execute(db);
  await moveContacts(work, aliasId, mainId);
  await sql`update credit_holds set company_id = ${mainId} where ${isOf(aliasId)}`.execute(db);
  await moveExposures(work, aliasId, mainId);
  await movePayments(work, aliasId, mainId);
  const main = await party(work, mainId);
  if (main) await moveUnsold(work, unsold, main.status);
  for (const client of linked) await announce(narrowTo(work, client), 'invoices', []);
}

/** Moves the people of the alias, unless the main one has them, and the notices of clients that have given the main one none. */
async function moveContacts({ db }: OperatorWork, aliasId: string, mainId: string): Promise<void> {
  await sql`
    delete from receiver_contacts known using receiver_contacts main
    where known.company_id = ${aliasId} and main.company_id = ${mainId} and lower(main.email) = lower(known.email)`.execute(
    db,
  );
  await sql`update receiver_contacts set company_id = ${mainId} where company_id = ${aliasId}`.execute(db);
  await sql`
    update assignment_notices notice set company_id = ${mainId} where company_id = ${aliasId} and not exists (
      select from assignment_notices main where main.company_id = ${mainId} and main.client_id = notice.client_id)`.execute(
    db,
  );
}

/** Merges exposures; keeps the main receiver's limit, else the alias's. */
async function moveExposures({ db }: OperatorWork, aliasId: string, mainId: string): Promise<void> {
  for (const [table, client] of [
    [sql`receiver_exposures`, sql``],
    [sql`pair_exposures`, sql`client_id,`],
  ]) {
    await sql`select from ${table} where company_id in (${aliasId}, ${mainId})
      order by company_id, ${client} currency for update`.execute(db);
    await sql`
      insert into ${table} as main (${client} company_id, currency, limit_amount, held, owed)
      select ${client} ${mainId}, currency, limit_amount, held, owed from ${table} where company_id = ${aliasId}
      on conflict (${client} company_id, currency) do update set
        limit_amount = coalesce(main.limit_amount, excluded.limit_amount),
        held = main.held + excluded.held, owed = main.owed + excluded.owed`.execute(db);
    await sql`
      update ${table} set limit_amount = null, held = 0, owed = 0 where company_id = ${aliasId}`.execute(db);
  }
}

/** Moves the payment delays of the alias to the main receiver. */
async function movePayments({ db }: OperatorWork, aliasId: string, mainId: string): Promise<void> {
  await sql`
    with moved as (delete from receiver_payments where company_id = ${aliasId} returning month, total, weighted_days)
    insert into receiver_payments as main (company_id, month, total, weighted_days)
    select ${mainId}, month, total, weighted_days from moved
    on conflict (company_id, month) do update set
      total = main.total + excluded.total, weighted_days = main.weighted_days + excluded.weighted_days`.execute(db);
}
