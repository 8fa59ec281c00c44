import type { AuditAction, AuditNoun } from '@anticipa/domain/audit';
import type { LoggedField } from '@anticipa/texts/tables/log-values';
import type { OperatorActor } from '../../platform/work/caller.ts';
import { agentOf, type OperatorWork, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';

type Fields = Readonly<Partial<Record<LoggedField, unknown>>>;
type Scalar = string | number | boolean | null;

/** Details of an entry, whose fields have a name on the screens: one without does not compile. `change` has names of its own. */
type AuditDetails = Fields & {
  readonly before?: Fields | readonly Fields[] | Scalar;
  readonly after?: Fields | readonly Fields[] | Scalar;
  readonly change?: unknown;
  readonly reason?: string | null | undefined;
};

/**
 * An audited action. `details` contains ids, codes and figures, never secrets; for a change, its values `before` and `after`
 * and its `reason`.
 */
export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject: 'log' | `${AuditNoun}:${string}`;
  readonly details?: AuditDetails;
}

/** Writes the entry in the transaction of the action, so that both commit or neither does. */
export async function writeAudit(work: WideWork<Principal> | Work<Principal>, entry: AuditEntry): Promise<void> {
  await work.db.insertInto('audit').values(auditRow(work, entry)).execute();
}

/** Reads of one subject by one operator within this time are noted once: screens read again while they are open. */
const SAME_READING_MS = 3_600_000;

/** Notes that an operator has read a client's data, or those of several clients. */
export async function noteReading(work: OperatorWork | Work<OperatorActor>, entry: AuditEntry): Promise<void> {
  const { db, actor, at } = work;
  const clientId = 'tenant' in work ? work.tenant : null;
  const known = await db
    .selectFrom('audit')
    .select('audit_id')
    .where((where) => (clientId === null ? where('client_id', 'is', null) : where('client_id', '=', clientId)))
    .where('subject', '=', entry.subject)
    .where('action', '=', entry.action)
    .where('actor_id', '=', actor.operatorId)
    .where('recorded_at', '>', new Date(at.getTime() - SAME_READING_MS))
    .limit(1)
    .executeTakeFirst();
  if (known === undefined) await writeAudit(work, entry);
}

/** Notes that an operator has read the data of a client. */
export const noteClientReading = (work: Work<OperatorActor>): Promise<void> =>
  noteReading(work, { action: 'client.read', subject: `client:${work.tenant}` });

/** The row of `writeAudit`, for a statement that writes other rows too. */
export function auditRow(work: WideWork<Principal> | Work<Principal>, entry: AuditEntry) {
  const { actor, address, requestId, at } = work;
  const ownClient = actor.kind === 'client' ? actor.clientId : null;
  const { kind, id } = agentOf(actor);
  return {
    client_id: 'tenant' in work ? work.tenant : ownClient,
    actor_kind: kind,
    actor_id: id,
    action: entry.action,
    subject: entry.subject,
    details: JSON.stringify(entry.details ?? {}),
    address,
    request_id: requestId,
    recorded_at: at,
  };
}
