import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import type { Work } from '../../lib/work.ts';

/** Whether the account for deposits was changed less than a day ago. */
export async function isAccountCooling(
  { db, tenant, at }: Pick<Work, 'db' | 'tenant' | 'at'>,
  { product, currency }: { readonly product: ProductCode; readonly currency: FinancedCurrency },
): Promise<boolean> {
  const row = await db
    .selectFrom('bank_accounts')
    .select('product')
    .where('client_id', '=', tenant)
    .where('product', '=', product)
    .where('currency', '=', currency)
    .where('pays_from', '>', at)
    .executeTakeFirst();
  return row !== undefined;
}
