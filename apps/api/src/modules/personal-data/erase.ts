/** Ends the personal data of a person. Their row stays under a pseudonym, because books and log name its id. */
import { sql } from 'kysely';
import type { Config } from '../../platform/config/config.ts';
import { announce } from '../../platform/live/events.ts';
import { narrowTo, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { isLastAdministrator, lockAccess as lockOperators } from '../operators/queries.ts';
import { attemptsOf } from '../session/known-places.ts';
import { accessOf, activeAdministrators, lockAccess } from '../users/queries.ts';
import { ERASED_NAME, erasedEmail } from './policy.ts';
import { type AccountHolder, hasOpenTask, isNameKept, type Person } from './queries.ts';

type Erased = 'last-administrator' | 'open-task' | 'name-kept' | 'erased';
/** Name the account of attempts to sign in; null in the worker, which does not have them: attempts end after 90 days anyway. */
type Keys = Pick<Config, 'secondFactorKey'> | null;

/**
 * Refuses what would leave work or a client without anybody; otherwise ends access, and with it all data but those of the books.
 * A person of several clients is one person for each; the account ends with the last.
 */
export async function erasePerson(work: WideWork<Principal>, person: Person, keys: Keys): Promise<Erased> {
  if (person.kind === 'contact') {
    await eraseContact(work, person);
    return 'erased';
  }
  if (person.kind === 'user') await lockAccess(narrowTo(work, person.clientId));
  else await lockOperators(work);
  if (await isLast(work, person)) return 'last-administrator';
  if (await hasOpenTask(work, person)) return 'open-task';
  const keepsName = await isNameKept(work, person);
  const name = keepsName ? {} : ERASED_NAME;
  let isEnded = true;
  if (person.kind === 'user') isEnded = await eraseUser(narrowTo(work, person.clientId), person.id, person.email, name);
  else await eraseOperator(work, person.id, name);
  await endTraces(work, person, isEnded ? keys : 'kept');
  await writeAudit(person.kind === 'user' ? narrowTo(work, person.clientId) : work, {
    action: `${person.kind}.erased`,
    subject: `${person.kind}:${person.id}`,
    details: { keepsName },
  });
  return keepsName ? 'name-kept' : 'erased';
}

async function isLast(work: WideWork, person: AccountHolder): Promise<boolean> {
  if (person.kind === 'user') {
    const own = narrowTo(work, person.clientId);
    const access = await accessOf(own, person.id);
    return access?.isAdmin === true && (await activeAdministrators(own)) === 1;
  }
  const role = await work.db
    .selectFrom('operators')
    .innerJoin('operator_roles', 'operator_roles.operator_id', 'operators.operator_id')
    .select('role')
    .where('operators.operator_id', '=', person.id)
    .where('active', '=', true)
    .where('role', '=', 'administrador')
    .executeTakeFirst();
  return role !== undefined && (await isLastAdministrator(work, person.id));
}

type Name = typeof ERASED_NAME | Record<never, never>;

/** Returns whether the account has ended, too. */
async function eraseUser({ db, tenant, at }: Work, userId: string, email: string, name: Name): Promise<boolean> {
  const { account_id: accountId } = await db
    .selectFrom('users')
    .select('account_id')
    .where('client_id', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('users')
    .set({
      ...('first_name' in name ? { ...name, mother_surname: '' } : {}),
      email: erasedEmail(userId),
      account_id: null,
      password_hash: null,
      phone: '',
      mobile: '',
      active: false,
      is_admin: false,
      sync_allowed: false,
      erased_at: sql<Date>`coalesce(erased_at, ${at})`,
    })
    .where('client_id', '=', tenant)
    .where('user_id', '=', userId)
    .execute();
  for (const table of [
    'recovery_requests',
    'calendar_links',
    'survey_answers',
    'survey_put_offs',
    'notices',
    'notice_choices',
    'whatsapp_numbers',
    'whatsapp_messages',
    'push_subscriptions',
  ] as const)
    await db.deleteFrom(table).where('client_id', '=', tenant).where('user_id', '=', userId).execute();
  // A message that waits has no addressee any more.
  await db
    .updateTable('outbox')
    .set({ sent_to: erasedEmail(userId), last_error: null })
    .where('client_id', '=', tenant)
    .where(
      sql<boolean>`(lower(sent_to) = ${email.toLowerCase()} or (kind = 'whatsapp' and sent_to is not null and payload ->> 'userId' = ${userId}))`,
    )
    .execute();
  if (accountId === null) return true;
  const ended = await db
    .deleteFrom('accounts')
    .where('account_id', '=', accountId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('user_id').whereRef('users.account_id', '=', 'accounts.account_id'))),
    )
    .returning('account_id')
    .executeTakeFirst();
  return ended !== undefined;
}

async function eraseOperator({ db, at }: WideWork, operatorId: string, name: Name): Promise<void> {
  await db
    .updateTable('operators')
    .set({
      ...name,
      email: erasedEmail(operatorId),
      password_hash: null,
      active: false,
      totp_secret: null,
      totp_pending: null,
      totp_step: null,
      passkey_challenge: null,
      passkey_until: null,
      demo_code: null,
      erased_at: sql<Date>`coalesce(erased_at, ${at})`,
    })
    .where('operator_id', '=', operatorId)
    .execute();
  for (const table of ['operator_passkeys', 'operator_recovery_codes', 'operator_keys'] as const)
    await db.deleteFrom(table).where('operator_id', '=', operatorId).execute();
}

/** Deletes a contact of receivers and the mails to it. No other row names the person. */
async function eraseContact(work: WideWork<Principal>, { id, email }: Person): Promise<void> {
  await work.db.deleteFrom('receiver_contacts').where(sql`lower(email)`, '=', email.toLowerCase()).execute();
  await work.db
    .updateTable('outbox')
    .set({ sent_to: erasedEmail(id), last_error: null })
    .where(sql`lower(sent_to)`, '=', email.toLowerCase())
    .where('kind', '=', 'receiver-reminder')
    .execute();
  await writeAudit(work, { action: 'contact.erased', subject: `contact:${id}` });
}

/** Deletes sessions and stored answers, and attempts to sign in unless the account stays; open screens end. */
async function endTraces(
  { db, ...work }: WideWork,
  { kind, id, email, clientId }: AccountHolder,
  keys: Keys | 'kept',
): Promise<void> {
  const whose = kind === 'user' ? 'user_id' : 'operator_id';
  const sessions = await db.deleteFrom('sessions').where(whose, '=', id).returning('session_id').execute();
  if (clientId !== null && sessions.length > 0)
    await announce(
      narrowTo({ ...work, db }, clientId),
      'session',
      sessions.map((session) => session.session_id),
    );
  await db.deleteFrom('idempotency').where(whose, '=', id).execute();
  if (keys === 'kept') return;
  const name = email.toLowerCase();
  if (keys !== null) await db.deleteFrom('login_attempts').where('account', '=', attemptsOf(name, keys)).execute();
  await db.deleteFrom('recovery_inbox').where(sql`lower(email)`, '=', name).execute();
}
