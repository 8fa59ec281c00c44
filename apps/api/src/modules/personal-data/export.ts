/** Everything that the portal keeps about a person, which the person may ask for. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { Config } from '../../platform/config/config.ts';
import { rowsOf } from '../../platform/db/rows.ts';
import { narrowTo, type Principal, type WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { attemptsOf } from '../session/known-places.ts';
import type { AccountHolder, Person } from './queries.ts';

/** A printed row with the columns of its query. */
const keptRow = z.record(z.string(), z.unknown());
type Kept = z.output<typeof keptRow>;

/** Entries of the log read in one statement, which has a time limit. */
const LOG_PART = 200_000;

/** Notes the export in the log. Passwords, keys and their hashes are not part of it. */
export async function exportPerson(
  work: WideWork<Principal>,
  person: Person,
  keys: Pick<Config, 'secondFactorKey'>,
): Promise<Readonly<Record<string, unknown>>> {
  if (person.kind === 'contact') return exportContact(work, person);
  const { db, at } = work;
  const about = person.kind === 'user' ? narrowTo(work, person.clientId) : work;
  await writeAudit(about, { action: `${person.kind}.exported`, subject: `${person.kind}:${person.id}` });
  const whose = person.kind === 'user' ? 'user_id' : 'operator_id';
  const sessions = await db
    .selectFrom('sessions')
    .select(['created_at', 'last_used_at', 'expires_at', 'ended_at', 'address', 'user_agent'])
    .where(whose, '=', person.id)
    .orderBy('created_at')
    .execute();
  const attempts = await db
    .selectFrom('login_attempts')
    .select(['attempted_at', 'address', 'succeeded'])
    .where('account', '=', attemptsOf(person.email.toLowerCase(), keys))
    .orderBy('attempt_id')
    .execute();
  const kept = await (person.kind === 'user' ? ofUser(work, person) : ofOperator(work, person));
  return { exported_at: at, ...kept, sessions, login_attempts: attempts, log: await logOf(work, person) };
}

async function ofUser({ db }: WideWork, { clientId, id, email }: Person & { readonly kind: 'user' }) {
  const own = (table: string, columns: string): Promise<Kept[]> =>
    rowsOf(db, keptRow)`
      select ${sql.raw(columns)} from ${sql.table(table)} where client_id = ${clientId} and user_id = ${id}`;
  return {
    user: await db
      .selectFrom('users')
      .innerJoin('clients', 'clients.client_id', 'users.client_id')
      .select([
        'joined_at',
        'declined_at',
        'entered_at',
        'user_id',
        'email',
        'first_name',
        'last_name',
        'mother_surname',
        'phone',
        'mobile',
        'is_admin',
        'active',
      ])
      .select(['users.sync_allowed', 'must_change_password', 'notify_initial_deposit', 'notify_desync_sat'])
      .select(['users.created_at', 'erased_at', 'clients.rfc as client_rfc', 'entity_name as client_name'])
      .where('users.client_id', '=', clientId)
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow(),
    passkeys: await rowsOf(db, keptRow)`
      select passkeys.created_at, passkeys.last_used_at from account_passkeys passkeys join users using (account_id)
      where client_id = ${clientId} and user_id = ${id}`,
    acceptances: await own('acceptances', 'sale_id, terms_version, accepted_at, address, user_agent'),
    calendar_links: await own('calendar_links', 'created_at'),
    recovery_requests: await own('recovery_requests', 'purpose, requested_at, ended_at'),
    survey_answers: await own('survey_answers', 'survey_id, answers, answered_at'),
    notices: await own('notices', 'event, label, created_at, read_at'),
    notice_choices: await own('notice_choices', 'event, portal, mail, whatsapp, push'),
    whatsapp_numbers: await own('whatsapp_numbers', 'phone, confirmed_at'),
    whatsapp_messages: await own('whatsapp_messages', 'phone, state, created_at, changed_at'),
    push_subscriptions: await own('push_subscriptions', 'endpoint, created_at'),
    client_views: await own('client_views', 'reason, started_at, ends_at'),
    mails: await db
      .selectFrom('outbox')
      .select(['kind', 'created_at', 'delivered_at', 'sent_to', 'last_error'])
      .where('client_id', '=', clientId)
      .where((eb) => eb.or([eb(sql`lower(sent_to)`, '=', email), eb(sql`payload ->> 'userId'`, '=', id)]))
      .orderBy('created_at')
      .execute(),
  };
}

async function exportContact(work: WideWork<Principal>, { id, email }: Person) {
  const { db, at } = work;
  await writeAudit(work, { action: 'contact.exported', subject: `contact:${id}` });
  const contacts = await db
    .selectFrom('receiver_contacts')
    .innerJoin('companies', 'companies.company_id', 'receiver_contacts.company_id')
    .select(['receiver_contacts.name', 'email', 'phone', 'area', 'recorded_at', 'companies.name as receiver'])
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .execute();
  const mails = await db
    .selectFrom('outbox')
    .select(['kind', 'created_at', 'delivered_at', 'sent_to', 'last_error'])
    .where(sql`lower(sent_to)`, '=', email.toLowerCase())
    .where('kind', '=', 'receiver-reminder')
    .orderBy('created_at')
    .execute();
  return { exported_at: at, contacts, mails };
}

async function ofOperator({ db }: WideWork, { id }: Person) {
  return {
    operator: await db
      .selectFrom('operators')
      .select([
        'operator_id',
        'email',
        'first_name',
        'last_name',
        'active',
        'has_second_factor',
        'created_at',
        'erased_at',
      ])
      .where('operator_id', '=', id)
      .executeTakeFirstOrThrow(),
    roles: await db.selectFrom('operator_roles').select(['role', 'granted_at']).where('operator_id', '=', id).execute(),
    passkeys: await db
      .selectFrom('operator_passkeys')
      .select(['created_at', 'last_used_at'])
      .where('operator_id', '=', id)
      .execute(),
  };
}

/** Entries of the log by the person, and those of others about the person. */
async function logOf({ db }: WideWork, { kind, id, clientId }: AccountHolder) {
  const { last } = await db
    .selectFrom('audit')
    .select((eb) => eb.fn.coalesce(eb.fn.max('audit_id'), sql<string>`0`).as('last'))
    .executeTakeFirstOrThrow();
  const parts = [];
  for (let from = 0; from < Number(last); from += LOG_PART)
    parts.push(
      await db
        .selectFrom('audit')
        .select(['recorded_at', 'actor_kind', 'action', 'subject', 'details', 'address'])
        .where('audit_id', '>', String(from))
        .where('audit_id', '<=', String(from + LOG_PART))
        .where((eb) => (clientId === null ? eb.lit(true) : eb('client_id', '=', clientId)))
        .where((eb) =>
          eb.or([eb.and([eb('actor_kind', '=', kind), eb('actor_id', '=', id)]), eb('subject', '=', `${kind}:${id}`)]),
        )
        .orderBy('audit_id')
        .execute(),
    );
  return parts.flat();
}
