import type { LenderSale } from '@anticipa/contract/lender';
import { lenderMotives, type RejectionMotive } from '@anticipa/domain/motives';
import { sql } from 'kysely';
import type { WideWork } from '../../../platform/work/work.ts';
import { type SaleRecord, toSale } from '../queries.ts';
import { totalsOf } from '../sale-item.ts';

/** Maximum number of listed sales. */
export const INBOX_LIMIT = 200;

/** Sales for the lender, with client, decisions and pending verifications. */
export async function lenderSales({ db }: WideWork, sales: readonly SaleRecord[]): Promise<LenderSale[]> {
  if (sales.length === 0) return [];
  const clientIds = [...new Set(sales.map((sale) => sale.clientId))];
  const rows = await db
    .selectFrom('clients')
    .select(['client_id', 'rfc', 'entity_name'])
    .where('client_id', 'in', clientIds)
    .execute();
  const clients = new Map(rows.map((row) => [row.client_id, row]));
  const documentIds = sales.flatMap((sale) => sale.items.map((item) => item.documentId));
  const unverified = await db
    .selectFrom('invoices')
    .select('document_id')
    .where('client_id', 'in', clientIds)
    .where('document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .where('is_stamp_verified', '=', false)
    .execute();
  const unverifiedStamps = new Set(unverified.map((row) => row.document_id));
  return sales.flatMap((sale) => {
    const client = clients.get(sale.clientId);
    return client ? [toLenderSale(sale, client, unverifiedStamps)] : [];
  });
}

const toLenderSale = (
  sale: SaleRecord,
  client: { rfc: string; entity_name: string },
  unverifiedStamps: ReadonlySet<string>,
): LenderSale => ({
  ...toSale(sale),
  totals: totalsOf(sale),
  clientId: sale.clientId,
  clientRFC: client.rfc,
  entityName: client.entity_name,
  requestedAt: sale.requestedAt?.toISOString() ?? null,
  waitsForSecond: sale.state === 'proposed',
  pendingVerification: sale.items
    .filter((item) => item.verification === 'pending' && item.state !== 'rejected')
    .map((item) => item.documentId),
  unverifiedStamps: sale.items.map((item) => item.documentId).filter((documentId) => unverifiedStamps.has(documentId)),
  decisions: sale.items
    .filter((item) => item.state === 'authorised' || item.state === 'rejected' || item.state === 'disbursed')
    .map((item) => ({
      documentId: item.documentId,
      authorised: item.state !== 'rejected',
      motive: lenderMotiveOf(item.motive),
      note: item.note,
    })),
});

const lenderMotiveOf = (motive: RejectionMotive | null) => lenderMotives.find((each) => each === motive) ?? null;
