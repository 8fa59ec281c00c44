/** Holders of a second factor: an operator, or a person of clients. Both keep the same columns, in tables of their own. */
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import type { Actor, ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { putNotice } from '../notices/put.ts';
import { queueOperatorMail } from '../operators/queue-mail.ts';

/** The client of an account is the one whose log has what happens to its factor, and which sends the mail. */
export type Holder = { readonly id: string; readonly email: string } & (
  | { readonly kind: 'operator' }
  | { readonly kind: 'account'; readonly clientId: ClientId; readonly userId: string }
);

export const holderOf = (actor: Actor): Holder =>
  actor.kind === 'operator'
    ? { kind: 'operator', id: actor.operatorId, email: actor.email }
    : { kind: 'account', id: actor.accountId, email: actor.email, clientId: actor.clientId, userId: actor.userId };

interface Tables {
  readonly people: RawBuilder<unknown>;
  readonly passkeys: RawBuilder<unknown>;
  readonly codes: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
}
const tables: Readonly<Record<Holder['kind'], Tables>> = {
  operator: {
    people: sql.table('operators'),
    passkeys: sql.table('operator_passkeys'),
    codes: sql.table('operator_recovery_codes'),
    id: sql.ref('operator_id'),
  },
  account: {
    people: sql.table('accounts'),
    passkeys: sql.table('account_passkeys'),
    codes: sql.table('account_recovery_codes'),
    id: sql.ref('account_id'),
  },
};
export const tablesOf = ({ kind }: Pick<Holder, 'kind'>): Tables => tables[kind];

const factors = z.object({
  secret: z.instanceof(Buffer).nullable(),
  pending: z.instanceof(Buffer).nullable(),
  step: z.string().nullable(),
  challenge: z.string().nullable(),
  until: z.date().nullable(),
});

/** The factor of the holder, who is locked until the transaction ends. */
export async function lockFactors({ db }: Pick<WideWork, 'db'>, holder: Holder): Promise<z.output<typeof factors>> {
  const { people, id } = tablesOf(holder);
  const [found] = await rowsOf(db, factors)`
    select totp_secret as secret, totp_pending as pending, totp_step::text as step, passkey_challenge as challenge,
      passkey_until as until from ${people} where ${id} = ${holder.id} for no key update`;
  if (found === undefined) throw new Error('nobody holds the second factor');
  return found;
}

interface FactorColumns {
  readonly totp_secret: Buffer | null;
  readonly totp_pending: Buffer | null;
  readonly totp_step: string | null;
  readonly passkey_challenge: string | null;
  readonly passkey_until: Date | null;
}

export async function setFactors(
  { db }: Pick<WideWork, 'db'>,
  holder: Pick<Holder, 'kind' | 'id'>,
  columns: Partial<FactorColumns>,
): Promise<void> {
  const { people, id } = tablesOf(holder);
  const assignments = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update ${people} set ${sql.join(assignments)} where ${id} = ${holder.id}`.execute(db);
}

/** Changes of the second factor. Each is mailed, so that its owner notices those that others make. */
export type FactorChange =
  | 'second-factor-enrolled'
  | 'second-factor-dropped'
  | 'passkey-added'
  | 'passkey-removed'
  | 'app-added'
  | 'recovery-code-used'
  | 'second-factor-cleared';

/** Notes what happened to the factor in the log, by the actor of the work. */
export async function noteFactor(
  work: WideWork<Principal>,
  holder: Holder,
  action:
    | 'second-factor.enrolled'
    | 'second-factor.recovered'
    | 'second-factor.dropped'
    | 'passkey.added'
    | 'passkey.removed',
): Promise<void> {
  if (holder.kind === 'operator') return writeAudit(work, { action, subject: `operator:${holder.id}` });
  return writeAudit(narrowTo(work, holder.clientId), { action, subject: `user:${holder.userId}` });
}

/** Tells a person of a client of a change, by notice and mail. */
export const tellOfChange = (work: Work<Principal>, userId: string, change: FactorChange): Promise<void> =>
  putNotice(work, { event: 'factor-changed', object: 'sessions', label: change, userIds: [userId] }, () =>
    putMessage(work, 'factor-changed', { userId, change }),
  );

/** Tells the owner of the factor of a change. */
export async function tellOfFactor(work: WideWork<Principal>, holder: Holder, change: FactorChange): Promise<void> {
  if (holder.kind === 'account') {
    await tellOfChange(narrowTo(work, holder.clientId), holder.userId, change);
  } else if (change !== 'second-factor-dropped') await queueOperatorMail(work, holder.id, change);
}
