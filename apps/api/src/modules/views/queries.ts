import { type ClientView, clientView } from '@anticipa/contract/views';
import { instant, rowsOf } from '../../platform/db/rows.ts';
import type { ClientWork } from '../../platform/work/work.ts';

const viewRow = clientView.extend({ startedAt: instant, endsAt: instant });

/** The views of a client, newest first, from its log: sessions and what belongs to them are deleted after a while. */
export async function clientViews({ db, tenant }: ClientWork, limit: number): Promise<ClientView[]> {
  return await rowsOf(db, viewRow)`
    select started.details ->> 'view' as "viewId", started.recorded_at as "startedAt", started.details ->> 'reason' as reason,
      coalesce(
        (select ended.recorded_at from audit ended
         where ended.client_id = started.client_id and ended.subject = started.subject
           and ended.action = 'client.view-ended' and ended.details ->> 'view' = started.details ->> 'view' limit 1),
        (started.details ->> 'endsAt')::timestamptz
      ) as "endsAt"
    from audit started
    where started.client_id = ${tenant} and started.subject = ${`client:${tenant}`} and started.action = 'client.view'
    order by started.audit_id desc
    limit ${limit}`;
}
