/** Where the invoices of a prepared sale are that cannot be sold now. */
import type { Elsewhere } from '@anticipa/contract/prepared-sales';
import { invoiceStatus, statusName } from '@anticipa/domain/invoice';
import { rejectionMotiveOf } from '@anticipa/domain/motives';
import { canStep, saleStates } from '@anticipa/domain/sale';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { z } from 'zod';
import { flag, instant, rowsOf, text, whole } from '../../../platform/db/rows.ts';
import type { ClientWork } from '../../../platform/work/work.ts';

const row = z.object({
  documentId: text,
  status: z.literal(Object.values(invoiceStatus)),
  motive: text.nullable(),
  numberOfSale: whole.nullable(),
  state: z.enum(saleStates).nullable(),
  until: instant.nullable(),
  by: text,
  isOwn: flag.nullable(),
  isAcceptance: flag,
});

function placeOf({ status, motive, numberOfSale, state, until, by, isOwn, isAcceptance }: z.output<typeof row>) {
  if (numberOfSale !== null && state !== null) {
    if (!canStep(state, 'expire') || until === null) return { kind: 'sold', numberOfSale } as const;
    return { kind: 'held', numberOfSale, by, isOwn: isOwn === true, isAcceptance, until } as const;
  }
  const refused = rejectionMotiveOf(motive);
  if (statusName(status) !== 'RECHAZADA' || refused === null) return null;
  if (refused === 'DELETED_BY_USER') return { kind: 'deleted' } as const;
  const isCancelled = refused === 'CANCELLED_AT_TAX_AUTHORITY';
  return { kind: 'rejected', isCancelled, reason: motiveTexts[refused].reason } as const;
}

/** By document; those that can be sold are absent. */
export async function elsewhereOf(
  { db, tenant, actor }: ClientWork,
  preparedId: string,
): Promise<ReadonlyMap<string, Elsewhere>> {
  const rows = await rowsOf(db, row)`
    select item.document_id as "documentId", invoices.status, invoices.motive, sales.number_of_sale as "numberOfSale",
      sales.state, sales.expires_at as until, coalesce(nullif(trim(concat_ws(' ', seller.first_name, seller.last_name)), ''), '—') as by,
      sales.created_by = ${actor.userId} as "isOwn", sales.prepared_id is not distinct from item.prepared_id as "isAcceptance"
    from prepared_items item
    join invoices on invoices.client_id = item.client_id and invoices.document_id = item.document_id
    left join sales on sales.client_id = item.client_id and sales.sale_id = invoices.sale_id
    left join users seller on seller.client_id = sales.client_id and seller.user_id = sales.created_by
    where item.client_id = ${tenant} and item.prepared_id = ${preparedId}`;
  return new Map(
    rows.flatMap((one) => {
      const place = placeOf(one);
      return place ? [[one.documentId, place] as const] : [];
    }),
  );
}
