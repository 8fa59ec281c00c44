import { type Alert, type alertStates, CLOSED_ALERTS_LIMIT } from '@anticipa/contract/alerts';
import { isAboutMoney } from '@anticipa/domain/alert';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { sql } from 'kysely';
import type { OperatorWork } from '../../../platform/work/work.ts';
import { operatorName } from '../../log/queries.ts';

const alerts = ({ db, at }: OperatorWork) =>
  db
    .selectFrom('alerts')
    .leftJoin('clients', 'clients.client_id', 'alerts.client_id')
    .select([
      'alert_id as id',
      'kind',
      'alerts.client_id as clientId',
      'entity_name as entityName',
      'subject',
      'reason',
      sql<Alert['details']>`details`.as('details'),
      // Only then is the subject an invoice's id.
      sql<
        Alert['invoice']
      >`case when kind in ('tax-objection', 'related-invoice', 'receiver-answer', 'client-message') or kind = 'invoicing-refused' and subject like 'invoice:%' then (
        select json_build_object('documentId', document_id, 'serie', serie, 'folio', folio, 'saleId', sale_id,
          'isInCredit', status = ${sql.lit(invoiceStatus.CREDITO)}) from invoices
        where invoices.client_id = alerts.client_id and invoices.document_id = split_part(subject, ':', 2)::uuid
      ) end`.as('invoice'),
      'raised_at',
      'closed_at',
      'closed_cause',
      operatorName('closed_by').$castTo<string | null>().as('closer'),
      sql<string | null>`(select approvals.reason from approvals
        where kind = 'alert' and change -> 'about' ->> 'alertId' = alert_id::text and state = 'approved')`.as(
        'closing_reason',
      ),
      sql<boolean>`exists (select from approvals
        where kind = 'alert' and change -> 'about' ->> 'alertId' = alert_id::text and state = 'open' and expires_at > ${at})`.as(
        'waits',
      ),
    ]);

type AlertRow = Awaited<ReturnType<ReturnType<typeof alerts>['executeTakeFirstOrThrow']>>;

const toAlert = ({ raised_at, closed_at, closed_cause, closer, closing_reason, ...row }: AlertRow): Alert => ({
  ...row,
  raisedAt: raised_at.toISOString(),
  closedAt: closed_at?.toISOString() ?? null,
  closure: closed_at && { cause: closed_cause, by: closer, reason: closing_reason },
  needsSecond: isAboutMoney(row.subject),
});

/** Alerts, newest first: all open ones, and the newest closed ones. */
export async function newestAlerts(
  work: OperatorWork,
  state: (typeof alertStates)[number] | undefined,
): Promise<Alert[]> {
  const closed = work.db
    .selectFrom('alerts')
    .select('alert_id')
    .where('closed_at', 'is not', null)
    .orderBy('raised_at', 'desc')
    .orderBy('alert_id')
    .limit(CLOSED_ALERTS_LIMIT);
  const rows = await alerts(work)
    .where((eb) =>
      eb.or([
        ...(state === 'closed' ? [] : [eb('closed_at', 'is', null)]),
        ...(state === 'open' ? [] : [eb('alert_id', 'in', closed)]),
      ]),
    )
    .orderBy('raised_at', 'desc')
    .orderBy('alert_id')
    .execute();
  return rows.map(toAlert);
}

/** The alert with an id; undefined if there is none. */
export async function alertById(work: OperatorWork, alertId: string): Promise<Alert | undefined> {
  const row = await alerts(work).where('alert_id', '=', alertId).executeTakeFirst();
  return row && toAlert(row);
}
