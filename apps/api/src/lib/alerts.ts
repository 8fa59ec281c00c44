import { randomUUID } from 'node:crypto';
import type { Alert } from '@anticipa/contract/alerts';
import type { WideWork, Work } from './work.ts';

/** An alert for the lender's operators. `details` contains codes and figures, never secrets. */
export interface NewAlert extends Pick<Alert, 'kind' | 'subject' | 'reason'> {
  readonly details?: Alert['details'];
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
    // Without a target: a tenant may insert alerts, not read them.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
