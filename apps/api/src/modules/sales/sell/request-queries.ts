import type { SaleState } from '@anticipa/domain/sale';
import { normaliseEmail } from '@anticipa/domain/user';
import { sql } from 'kysely';
import type { WideWork, Work } from '../../../platform/work/work.ts';

/** The lender's terms in force; undefined if none are published, and nothing can be sold. */
export const termsInForce = ({ db, at }: WideWork) =>
  db
    .selectFrom('terms_versions')
    .select(['version', 'body'])
    .where('published_at', '<=', at)
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** State of the latest sale with any of these invoices; null if there is none. */
export const latestSaleState = async (
  { db, tenant }: Work,
  documentIds: readonly string[],
): Promise<SaleState | null> => {
  const row = await db
    .selectFrom('sale_items')
    .innerJoin('sales', (join) =>
      join.onRef('sales.client_id', '=', 'sale_items.client_id').onRef('sales.sale_id', '=', 'sale_items.sale_id'),
    )
    .select('sales.state')
    .where('sale_items.client_id', '=', tenant)
    .where('sale_items.document_id', '=', sql<string>`any(${documentIds}::uuid[])`)
    .orderBy('sales.number_of_sale', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state ?? null;
};

/** Active users of the client with a password by e-mail, in any case and spacing; normalised e-mail → user id. */
export const activeUsersByEmail = async (
  { db, tenant }: Work,
  emails: readonly string[],
): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('client_id', '=', tenant)
    .where('active', '=', true)
    .where('joined_at', 'is not', null)
    .where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', emails.map(normaliseEmail)))
    .execute();
  return new Map(rows.map((row) => [normaliseEmail(row.email), row.user_id]));
};
