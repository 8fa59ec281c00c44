import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, rowsOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { CONTRACT_YEARS, ERASED_NAME, yearsBefore } from './policy.ts';

/** A user of a client, an operator, or somebody who works for a receiver. */
export type Person = { readonly id: string; readonly email: string } & (
  | { readonly kind: 'user'; readonly clientId: ClientId }
  | { readonly kind: 'operator'; readonly clientId: null }
  | { readonly kind: 'contact'; readonly clientId: null }
);

/** A person who signs in. */
export type AccountHolder = Exclude<Person, { readonly kind: 'contact' }>;

const person = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), clientId: clientIdColumn, id: z.string(), email: z.string() }),
  z.object({ kind: z.literal('operator'), clientId: z.null(), id: z.string(), email: z.string() }),
  z.object({ kind: z.literal('contact'), clientId: z.null(), id: z.string(), email: z.string() }),
]);

/** The person with a normalised e-mail: one of several clients as a user of each. */
export const peopleByEmail = async ({ db }: WideWork, email: string): Promise<Person[]> => {
  const found = await rowsOf(db, person)`
    (select 'user' as kind, client_id as "clientId", user_id as id, email from users where lower(email) = ${email}
      order by created_at, user_id)
    union all
    select 'operator', null, operator_id, email from operators where lower(email) = ${email}
    union all
    (select 'contact', null, contact_id, email from receiver_contacts where lower(email) = ${email} order by contact_id limit 1)`;
  const [first] = found;
  return first?.kind === 'user' ? found.filter((one) => one.kind === 'user') : found.slice(0, 1);
};

/** Whether other people wait for something that the person has begun, or that is about the person. */
export const hasOpenTask = async ({ db }: WideWork, { kind, id }: AccountHolder): Promise<boolean> => {
  const { rows } = await (kind === 'user'
    ? sql`select from sales where created_by = ${id}
        and state in ('held', 'quoted', 'requested', 'returned', 'proposed', 'answered') limit 1`
    : sql`select from approvals where state = 'open' and ${id} in (proposed_by, operator_id)
        union all select from sales where state = 'proposed' and answered_by = ${id} limit 1`
  ).execute(db);
  return rows.length > 0;
};

/** Whether a contract was made under the person's name, or decided, that the lender must still be able to prove. */
export const isNameKept = async ({ db, at }: WideWork, { kind, id }: AccountHolder): Promise<boolean> => {
  const since = yearsBefore(at, CONTRACT_YEARS);
  const { rows } = await (kind === 'user'
    ? sql`select from users join acceptances using (client_id, user_id)
        where user_id = ${id} and accepted_at > ${since} limit 1`
    : sql`select from operators where operator_id = ${id}
        and case when erased_at is null then has_password else first_name <> ${ERASED_NAME.first_name} and erased_at > ${since} end`
  ).execute(db);
  return rows.length > 0;
};

/** People without access about whom the log has noted nothing since an instant, or whose name need no longer be kept. */
export const peopleToErase = async (
  { db, at }: WideWork,
  { quietSince, limit }: { readonly quietSince: Date; readonly limit: number },
): Promise<Person[]> => {
  const since = yearsBefore(at, CONTRACT_YEARS);
  return rowsOf(db, person)`
    select 'user' as kind, client_id as "clientId", user_id as id, email from users
    where not active and created_at < ${quietSince}
      and case when erased_at is null
        then not exists (select from audit where audit.client_id = users.client_id and subject = 'user:' || user_id
          and recorded_at >= ${quietSince})
        else first_name <> ${ERASED_NAME.first_name} and not exists (select from acceptances
          where acceptances.client_id = users.client_id and acceptances.user_id = users.user_id and accepted_at > ${since})
        end
    union all
    select 'operator', null, operator_id, email from operators
    where not active and created_at < ${quietSince}
      and case when erased_at is null
        then not exists (select from audit where audit.client_id is null and subject = 'operator:' || operator_id
          and recorded_at >= ${quietSince})
        else first_name <> ${ERASED_NAME.first_name} and erased_at <= ${since} end
    limit ${limit}`;
};
