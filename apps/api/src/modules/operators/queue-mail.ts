import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Principal, WideWork } from '../../lib/work.ts';

/** What operators are mailed; the worker reads all other data at delivery. */
export const operatorMailKinds = [
  'invitation',
  'access-proposed',
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
): Promise<void> {
  const payload = { operatorId, kind, mailId: randomUUID() };
  await sql`select enqueue_job('mail-operator', ${JSON.stringify(payload)}::json)`.execute(db);
}
