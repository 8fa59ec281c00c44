import { randomUUID } from 'node:crypto';
import type { Alert } from '@anticipa/contract/alerts';
import type { AlertCause } from '@anticipa/domain/alert';
import { sql } from 'kysely';
import type { Principal, WideWork, Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';

/** An alert for the lender's operators. `details` contains codes and figures, never secrets. */
export interface NewAlert extends Pick<Alert, 'kind' | 'subject' | 'reason'> {
  readonly details?: Alert['details'];
}

/** Closes open alerts about transfers of one key, or about a sale's, whose cause has ended. */
export async function closeAlertsOf(
  work: WideWork<Principal> | Work<Principal>,
  about: ({ readonly trackingKey: string } | { readonly saleId: string }) & { readonly reasons: readonly string[] },
  cause: AlertCause,
): Promise<void> {
  const [name, key] = 'saleId' in about ? ['saleId', about.saleId] : ['trackingKey', about.trackingKey];
  const closed = await work.db
    .updateTable('alerts')
    .set({ closed_at: work.at, closed_cause: cause })
    .where('kind', '=', 'transfer')
    .where('reason', 'in', about.reasons)
    .where(sql<boolean>`details->>${name} = ${key}`)
    .where('closed_at', 'is', null)
    .returning('alert_id')
    .execute();
  for (const { alert_id } of closed)
    await writeAudit(work, { action: 'alert.close', subject: `alert:${alert_id}`, details: { outcome: cause } });
}

/** Raises the alert in the current transaction, unless it was raised before. */
export async function raiseAlert(work: WideWork | Work, { kind, subject, reason, details }: NewAlert): Promise<void> {
  await work.db
    .insertInto('alerts')
    .values({
      alert_id: randomUUID(),
      client_id: 'tenant' in work ? work.tenant : null,
      kind,
      subject,
      reason,
      details: JSON.stringify(details ?? {}),
      raised_at: work.at,
    })
    // The conflict has no target, because a tenant may insert alerts but not read them.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
