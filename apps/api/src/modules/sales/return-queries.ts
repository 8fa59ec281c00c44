import type { Work } from '../../platform/work/work.ts';

/** Corrections that the lender asked in a sale, the newest first. */
export const returnsOf = ({ db, tenant }: Work, saleId: string) =>
  db
    .selectFrom('sale_returns')
    .select(['return_number', 'message', 'document_ids', 'returned_by', 'returned_at', 'note', 'resent_at'])
    .where('client_id', '=', tenant)
    .where('sale_id', '=', saleId)
    .orderBy('return_number', 'desc')
    .execute();
