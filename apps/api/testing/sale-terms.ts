/** Terms of sales that were decided, without the proposal. */
import { randomUUID } from 'node:crypto';
import type { SaleTerms } from '@anticipa/contract/sale-terms';
import type { TestDatabase } from './test-database.ts';

/** Decides terms for all clients, or for one, from a day on. */
export async function decideTerms(
  { owner }: TestDatabase,
  terms: Partial<SaleTerms> & { readonly from?: string; readonly clientId?: string },
): Promise<void> {
  const { ivaRegime = 'devengado', ivaRate = '16', earlyRebate = false, clientId = null, from = '2020-01-01' } = terms;
  const { ivaOnCollection = false, collectedBy = 'lender', withRecourse = true } = terms;
  const { openingRate = '0', openingMXN = '0.00', openingUSD = '0.00' } = terms;
  await owner.query('alter table sale_terms no force row level security');
  await owner.query(
    `insert into sale_terms (terms_id, client_id, valid_from, iva_regime, iva_rate, early_rebate, iva_on_collection, collected_by, with_recourse,
      opening_rate, opening_mxn, opening_usd)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      randomUUID(),
      clientId,
      from,
      ivaRegime,
      ivaRate,
      earlyRebate,
      ivaOnCollection,
      collectedBy,
      withRecourse,
      openingRate,
      openingMXN,
      openingUSD,
    ],
  );
}
