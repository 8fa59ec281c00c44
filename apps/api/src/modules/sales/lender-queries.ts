import type { LenderSale } from '@anticipa/contract/lender';
import { lenderMotives, type RejectionMotive } from '@anticipa/domain/motives';
import type { WideWork } from '../../lib/work.ts';
import { type SaleRecord, toSale } from './queries.ts';

/** Maximum number of listed sales. */
export const INBOX_LIMIT = 200;

/** Sales for the lender, with client, decisions and pending verifications. */
export async function lenderSales({ db }: WideWork, sales: readonly SaleRecord[]): Promise<LenderSale[]> {
  if (sales.length === 0) return [];
  const rows = await db
    .selectFrom('clients')
    .select(['client_id', 'rfc', 'entity_name'])
    .where('client_id', 'in', [...new Set(sales.map((sale) => sale.clientId))])
    .execute();
  const clients = new Map(rows.map((row) => [row.client_id, row]));
  return sales.flatMap((sale) => {
    const client = clients.get(sale.clientId);
    return client ? [toLenderSale(sale, client)] : [];
  });
}

const toLenderSale = (sale: SaleRecord, client: { rfc: string; entity_name: string }): LenderSale => ({
  ...toSale(sale),
  clientId: sale.clientId,
  clientRFC: client.rfc,
  entityName: client.entity_name,
  requestedAt: sale.requestedAt?.toISOString() ?? null,
  pendingVerification: sale.items
    .filter((item) => item.verification === 'pending' && item.state !== 'rejected')
    .map((item) => item.documentId),
  decisions: sale.items
    .filter((item) => item.state === 'authorised' || item.state === 'rejected' || item.state === 'disbursed')
    .map((item) => ({
      documentId: item.documentId,
      authorised: item.state !== 'rejected',
      motive: lenderMotiveOf(item.motive),
    })),
});

const lenderMotiveOf = (motive: RejectionMotive | null) => lenderMotives.find((each) => each === motive) ?? null;
