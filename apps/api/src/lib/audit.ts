import { agentOf, type Doer, type WideWork, type Work } from './work.ts';

/** One thing that was done. `subject` is `noun:id`; `details` carries ids, codes and figures, never secrets. */
interface AuditEntry {
  readonly action: string;
  readonly subject: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Records what happened in the transaction that made it happen: neither stays without the other. */
export async function writeAudit(work: WideWork<Doer> | Work<Doer>, entry: AuditEntry): Promise<void> {
  const { db, actor, requestId, at } = work;
  const ownClient = actor.kind === 'client' ? actor.clientId : null;
  const { kind, id } = agentOf(actor);
  await db
    .insertInto('audit')
    .values({
      client_id: 'tenant' in work ? work.tenant : ownClient,
      actor_kind: kind,
      actor_id: id,
      action: entry.action,
      subject: entry.subject,
      details: JSON.stringify(entry.details ?? {}),
      request_id: requestId,
      recorded_at: at,
    })
    .execute();
}
