import type { ClientView } from '@anticipa/contract/views';
import { sql } from 'kysely';
import type { ClientWork } from '../../platform/work/work.ts';

/** The views of a client, newest first, from its log: sessions and what belongs to them are deleted after a while. */
export async function clientViews({ db, tenant }: ClientWork, limit: number): Promise<ClientView[]> {
  const { rows } = await sql<{
    readonly view: string;
    readonly at: Date;
    readonly ends: Date;
    readonly reason: string;
  }>`
    select started.details ->> 'view' as view, started.recorded_at as at, started.details ->> 'reason' as reason,
      coalesce(
        (select ended.recorded_at from audit ended
         where ended.client_id = started.client_id and ended.subject = started.subject
           and ended.action = 'client.view-ended' and ended.details ->> 'view' = started.details ->> 'view' limit 1),
        (started.details ->> 'endsAt')::timestamptz
      ) as ends
    from audit started
    where started.client_id = ${tenant} and started.subject = ${`client:${tenant}`} and started.action = 'client.view'
    order by started.audit_id desc
    limit ${limit}`.execute(db);
  return rows.map(({ view, at, ends, reason }) => ({
    viewId: view,
    startedAt: at.toISOString(),
    endsAt: ends.toISOString(),
    reason,
  }));
}
