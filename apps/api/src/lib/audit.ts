import { agentOf, type Principal, type WideWork, type Work } from './work.ts';

/** An audited action. `subject` is `noun:id`; `details` contains ids, codes and figures, never secrets. */
export interface AuditEntry {
  readonly action: string;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes the entry in the transaction of the action, so that both commit or neither does. */
export async function writeAudit(work: WideWork<Principal> | Work<Principal>, entry: AuditEntry): Promise<void> {
  await work.db.insertInto('audit').values(auditRow(work, entry)).execute();
}

/** The row of `writeAudit`, for a statement that writes other rows too. */
export function auditRow(work: WideWork<Principal> | Work<Principal>, entry: AuditEntry) {
  const { actor, requestId, at } = work;
  const ownClient = actor.kind === 'client' ? actor.clientId : null;
  const { kind, id } = agentOf(actor);
  return {
    client_id: 'tenant' in work ? work.tenant : ownClient,
    actor_kind: kind,
    actor_id: id,
    action: entry.action,
    subject: entry.subject,
    details: JSON.stringify(entry.details ?? {}),
    request_id: requestId,
    recorded_at: at,
  };
}
