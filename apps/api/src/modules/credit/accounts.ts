import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import type { Work } from '../../platform/work/work.ts';

/**
 * Whether the account for deposits was changed less than a day ago. Locks it, so that a change is either seen here or comes
 * after the deposit.
 */
export async function isAccountCooling(
  { db, tenant, at }: Pick<Work, 'db' | 'tenant' | 'at'>,
  { product, currency }: { readonly product: ProductCode; readonly currency: FinancedCurrency },
): Promise<boolean> {
  const row = await db
    .selectFrom('bank_accounts')
    .select('pays_from')
    .where('client_id', '=', tenant)
    .where('product', '=', product)
    .where('currency', '=', currency)
    .forShare()
    .executeTakeFirst();
  return row?.pays_from != null && row.pays_from > at;
}

/** Whether any account of the client in a currency was changed less than a day ago; locks them too. */
export async function isAnyAccountCooling(
  { db, tenant, at }: Pick<Work, 'db' | 'tenant' | 'at'>,
  currency: FinancedCurrency,
): Promise<boolean> {
  const rows = await db
    .selectFrom('bank_accounts')
    .select('pays_from')
    .where('client_id', '=', tenant)
    .where('currency', '=', currency)
    .forShare()
    .execute();
  return rows.some(({ pays_from: from }) => from !== null && from > at);
}

/** The CLABE that receives deposits; null without one. */
export async function accountFor(
  { db, tenant }: Pick<Work, 'db' | 'tenant'>,
  { product, currency }: { readonly product: ProductCode; readonly currency: FinancedCurrency },
): Promise<string | null> {
  const row = await db
    .selectFrom('bank_accounts')
    .select('clabe')
    .where('client_id', '=', tenant)
    .where('product', '=', product)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.clabe ?? null;
}
