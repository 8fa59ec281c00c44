import { createHash } from 'node:crypto';
import { product } from '@anticipa/contract/wire';
import { evidenceOf, groundOf } from '@anticipa/domain/evidence';
import { listedSituations } from '@anticipa/domain/listed-taxpayer';
import { decimalOf } from '@anticipa/domain/money';
import { rejectionMotiveOf } from '@anticipa/domain/motives';
import { companyStatus } from '@anticipa/domain/receiver';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, flag, rowsOf, text } from '../../../platform/db/rows.ts';
import { narrowTo, type WideWork } from '../../../platform/work/work.ts';
import { heldAt } from '../../credit/commands.ts';
import { rateOfToday } from '../../credit/queries.ts';
import { invoiceFacts } from '../../invoices/queries.ts';
import { situationOf } from '../../invoices/receivers.ts';
import { relatedCfdi, relationStates } from '../../invoices/related-queries.ts';
import type { SaleRecord } from '../queries.ts';

/** Months of a receiver's record before the current one. */
const RECORD_MONTHS = 12;

/** The checks of one invoice of a sale, and other CFDI that it names, or that name it. */
export type CheckedInvoice = Awaited<ReturnType<typeof evidenceOfSale>>[number];

/** The evidence of a sale's invoices as of now, in the sale's order. */
export async function evidenceOfSale(work: WideWork, sale: SaleRecord) {
  const rows = new Map((await factRows(work, sale)).map((row) => [row.documentId, row]));
  const { clientId, items } = sale;
  const documentIds = items.map(({ documentId }) => documentId);
  const invoices = await invoiceFacts(narrowTo(work, clientId), documentIds, 'read');
  const states = await relationStates(narrowTo(work, clientId), invoices);
  const stateOf = new Map(invoices.map(({ documentId }, index) => [documentId, states[index]]));
  const uuids = invoices.map(({ uuid }) => uuid);
  const related = await relatedCfdi(work, clientId, { uuids, isForLender: true });
  return items.flatMap(({ documentId, price }) => {
    const [row, relation] = [rows.get(documentId), stateOf.get(documentId)];
    if (!row || !relation) return [];
    const { motive: relationMotive, remaining } = relation;
    const reducedTo = remaining.cents < price.total.cents ? decimalOf(remaining) : null;
    const checks = evidenceOf({ ...row, now: work.at, relationMotive, reducedTo });
    return [{ documentId, uuid: row.uuid, checks, related: related.get(row.uuid) ?? [] }];
  });
}

/** A hash of the grounds of an answer. */
export const hashOfEvidence = (invoices: readonly CheckedInvoice[]): string =>
  createHash('sha256')
    .update(JSON.stringify(invoices.map(({ documentId, checks }) => [documentId, checks.map(groundOf)])))
    .digest('hex');

/** Keeps the receivers of the items from changing until the transaction ends. */
export async function lockReceivers({ db }: WideWork, items: SaleRecord['items']): Promise<void> {
  await db
    .selectFrom('companies')
    .select('company_id')
    .where('company_id', 'in', [...new Set(items.map(({ companyId }) => companyId))])
    .orderBy('company_id')
    .forShare()
    .execute();
}

const factRow = z.object({
  documentId: text,
  uuid: text,
  enteredAt: z.date(),
  isStampVerified: flag,
  isConfirmed: flag,
  objection: text.nullable().transform(rejectionMotiveOf),
  checkedAt: z.date().nullable(),
  issuerSituation: z.enum(listedSituations).nullable(),
  receiverSituation: z.enum(listedSituations).nullable(),
  listedAt: z.date().nullable(),
  isClaimed: flag.nullable(),
  receiverStatus: z.literal(Object.values(companyStatus)),
  product,
  isProductOn: flag,
  lineTaken: decimal,
  lineLimit: decimal,
  isWithinLine: flag.nullable(),
  receiverTaken: decimal,
  receiverLimit: decimal.nullable(),
  isWithinReceiverLimit: flag,
  pairTaken: decimal,
  pairLimit: decimal.nullable(),
  isWithinPairLimit: flag,
  purchaseOrder: text.nullable(),
  concentration: z.number(),
  delayDays: z.number().nullable(),
});

async function factRows(work: WideWork, sale: SaleRecord) {
  const { db, today } = work;
  const { clientId, saleId, currency, items } = sale;
  const documentIds = items.map((item) => item.documentId);
  // A product and currency draw on one line.
  const creditLineId = items[0]?.creditLineId ?? null;
  const rate = (await rateOfToday(work))?.tipoCambio ?? null;
  return await rowsOf(db, factRow)`
    with item as materialized (
      select invoice.*, item.purchase_order as ordered, item.is_live and item.state <> 'disbursed' as is_added,
        item.state = 'rejected' as is_rejected
      from sale_items item
      join invoices invoice on invoice.client_id = item.client_id and invoice.document_id = item.document_id
        -- So that they are found in one search of the index.
        and invoice.document_id = any(${documentIds}::uuid[])
      where item.client_id = ${clientId} and item.sale_id = ${saleId}
    ), added as materialized (
      select company_id, sum(total) as face from item where is_added group by company_id
    ), portfolio as materialized (
      select (select sum(owed) from receiver_exposures where currency = ${currency}) + coalesce((select sum(face) from added), 0) as face
    ), measured as materialized (
      -- Null without a rate in force.
      select hold.credit_line_id, ${rate === null ? sql`null::numeric` : sql`sum(${heldAt(rate)} - hold.amount)`} as moved
      from credit_holds hold
      join sale_items item using (client_id, sale_id, document_id)
      join credit_lines line using (client_id, credit_line_id)
      where hold.client_id = ${clientId} and hold.state = 'held' and hold.currency <> line.currency and hold.exchange_rate <> 1
      group by hold.credit_line_id
    ), paid as materialized (
      select company_id, sum(weighted_days) / sum(total) as delay
      from receiver_payments
      where company_id in (select company_id from item)
        and month >= date_trunc('month', ${today}::date)::date - ${RECORD_MONTHS} * interval '1 month'
      group by company_id
    )
    select item.document_id as "documentId", item.uuid, item.created_at as "enteredAt",
      item.is_stamp_verified as "isStampVerified", item.verification = 'verified' as "isConfirmed",
      item.objection, item.checked_at as "checkedAt",
      ${situationOf(sql`item.issuer_rfc`)} as "issuerSituation",
      ${situationOf(sql`item.receiver_rfc`)} as "receiverSituation",
      (select max(imported_at) from taxpayer_list_cuts) as "listedAt",
      case when not item.is_rejected then exists (select from invoice_claims claim
        where claim.client_id = item.client_id and claim.document_id = item.document_id) end as "isClaimed",
      companies.status as "receiverStatus", item.product,
      coalesce(product.authorised and product.active, false) as "isProductOn",
      line.used + line.held + coalesce(measured.moved, 0) as "lineTaken", line.credit_limit as "lineLimit",
      line.used + line.held + case when measured.credit_line_id is null then 0 else measured.moved end
        <= line.credit_limit as "isWithinLine",
      coalesce(receiver.held + receiver.owed, 0)::numeric(18, 2) as "receiverTaken",
      receiver.limit_amount as "receiverLimit",
      coalesce(receiver.held + receiver.owed <= receiver.limit_amount, true) as "isWithinReceiverLimit",
      coalesce(pair.held + pair.owed, 0)::numeric(18, 2) as "pairTaken", pair.limit_amount as "pairLimit",
      coalesce(pair.held + pair.owed <= pair.limit_amount, true) as "isWithinPairLimit",
      item.ordered as "purchaseOrder",
      coalesce(round(100 * (receiver.owed + coalesce((select face from added where added.company_id = item.company_id), 0))
        / nullif((select face from portfolio), 0), 1), 0)::float as concentration,
      (select round(delay, 1)::float from paid where paid.company_id = item.company_id) as "delayDays"
    from item
    join companies on companies.company_id = item.company_id
    join credit_lines line on line.client_id = item.client_id and line.credit_line_id = ${creditLineId}
    left join measured on measured.credit_line_id = line.credit_line_id
    left join receiver_exposures receiver on receiver.company_id = item.company_id and receiver.currency = item.currency
    left join pair_exposures pair on pair.client_id = item.client_id and pair.company_id = item.company_id
      and pair.currency = item.currency
    left join client_products product on product.client_id = item.client_id and product.product = item.product`;
}
