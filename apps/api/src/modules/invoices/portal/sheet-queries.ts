/** One invoice with its history. */
import { type AdjustedInvoice, type getInvoice, invoiceSteps, type TakenStep } from '@anticipa/contract/invoice-sheet';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { rejectionMotiveOf } from '@anticipa/domain/motives';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { sql } from 'kysely';
import type { Work } from '../../../platform/work/work.ts';
import { isWithdrawn } from '../../collections/adjustment-queries.ts';
import { openDispute } from '../../follow-up/queries.ts';
import { invoicesById } from '../queries.ts';
import { relatedCfdi } from '../related-queries.ts';

const by = {
  user: 'client',
  key: 'client',
  operator: 'lender',
  worker: 'portal',
  system: 'portal',
} as const satisfies Readonly<Record<string, TakenStep['by']>>;

/** For an invoice in a query: what changed its debt without a transfer, and was not withdrawn. */
const standingAdjustments = sql<AdjustedInvoice[]>`(
  select coalesce(json_agg(json_build_object('kind', kind, 'amount', amount::text, 'on', value_date, 'payBy', pay_by) order by booked_at, adjustment_id), '[]')
  from adjustments made where made.client_id = invoices.client_id and made.document_id = invoices.document_id
    and kind <> 'withdrawal' and not ${isWithdrawn})`;

/** The client's invoice by its id or fiscal UUID in upper case. */
export async function invoiceSheet(work: Work, id: string): Promise<Outcome<ResponseOf<typeof getInvoice>>> {
  const { db, tenant } = work;
  const found = await db
    .selectFrom('invoices')
    .leftJoin('sales', (join) =>
      join.onRef('sales.client_id', '=', 'invoices.client_id').onRef('sales.sale_id', '=', 'invoices.sale_id'),
    )
    .select(['document_id', 'invoices.uuid', 'purchase_order_source', 'sales.tracking_key'])
    .select(sql<string>`trunc(cfdi_total::numeric, 2)`.as('face'))
    .select(openDispute.as('dispute'))
    .select(standingAdjustments.as('adjustments'))
    .where('invoices.client_id', '=', tenant)
    .where((eb) => eb.or([eb('invoices.uuid', '=', id), eb('invoices.document_id', '=', id.toLowerCase())]))
    .executeTakeFirst();
  const [invoice] = found ? await invoicesById(work, [found.document_id]) : [];
  if (!found || !invoice) return refuse('NOT_FOUND');
  const steps = await stepsOf(work, found.document_id);
  const related = await relatedCfdi(work, work.tenant, { uuids: [found.uuid], isForLender: false });
  const { face, dispute, adjustments, tracking_key: trackingKey, purchase_order_source: orderSource } = found;
  return done({
    data: {
      invoice,
      steps,
      trackingKey,
      orderSource,
      face,
      dispute,
      adjustments,
      related: [...(related.get(found.uuid) ?? [])],
    },
  });
}

async function stepsOf({ db, tenant }: Work, documentId: string): Promise<TakenStep[]> {
  const rows = await db
    .selectFrom('invoice_events as event')
    .leftJoin('users', (join) =>
      join.onRef('users.client_id', '=', 'event.client_id').onRef('users.user_id', '=', 'event.actor_id'),
    )
    .select(['event.transition', 'event.motive', 'event.actor_kind', 'event.happened_at'])
    .select(['users.first_name', 'users.last_name'])
    .where('event.client_id', '=', tenant)
    .where('event.document_id', '=', documentId)
    .orderBy('event.event_id')
    .execute();
  return rows.map((row) => {
    const motive = rejectionMotiveOf(row.motive);
    return {
      step: invoiceSteps.find((step) => step === row.transition) ?? null,
      at: row.happened_at.toISOString(),
      by: by[row.actor_kind],
      person: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
      motive: motive && motiveTexts[motive].reason,
    };
  });
}
