import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '@anticipa/domain/operator';
import { sql } from 'kysely';
import type { OperatorWork, Principal, WideWork } from '../../platform/work/work.ts';

/** Kinds of mail to operators; the worker reads all other data at delivery. */
export const operatorMailKinds = [
  'invitation',
  'proposal-waiting',
  'second-factor-cleared',
  'second-factor-enrolled',
  'passkey-added',
  'passkey-removed',
  'app-added',
  'recovery-code-used',
] as const;
export type OperatorMailKind = (typeof operatorMailKinds)[number];

/** Queues a mail to an operator in the current transaction. The outbox holds those to people of clients. */
export async function queueOperatorMail(
  { db }: WideWork<Principal>,
  operatorId: string,
  kind: OperatorMailKind,
  about?: string,
): Promise<void> {
  const payload = { operatorId, kind, mailId: randomUUID(), about };
  await sql`select enqueue_job('mail-operator', ${JSON.stringify(payload)}::json)`.execute(db);
}

/** Mails those who may be the second person: with one of the roles, and neither the proposer nor `concerned`. */
export async function mailSecondPersons(
  work: OperatorWork,
  about: string,
  { roles, concerned }: { readonly roles: readonly OperatorRole[]; readonly concerned: string | null },
): Promise<void> {
  const rows = await work.db
    .selectFrom('operators')
    .select('operator_id')
    .where('active', '=', true)
    .where('operator_id', 'not in', [work.actor.operatorId, ...(concerned === null ? [] : [concerned])])
    .where('operator_id', 'in', (eb) =>
      eb.selectFrom('operator_roles').select('operator_roles.operator_id').where('role', 'in', roles),
    )
    .orderBy('operator_id')
    .execute();
  for (const { operator_id } of rows) await queueOperatorMail(work, operator_id, 'proposal-waiting', about);
}
