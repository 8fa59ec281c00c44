import { isAccountBlocked } from '@anticipa/domain/approval';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import type { Work } from '../../platform/work/work.ts';

type Reader = Pick<Work, 'db' | 'tenant' | 'at'>;

/** Why an account receives nothing: it was changed less than a day ago, or the last payment to it came back. */
export type AccountProblem = 'ACCOUNT_COOLING' | 'ACCOUNT_BLOCKED';

function problemOf({ at }: Reader, paysFrom: Date | null): AccountProblem | null {
  if (paysFrom === null || paysFrom <= at) return null;
  return isAccountBlocked(paysFrom) ? 'ACCOUNT_BLOCKED' : 'ACCOUNT_COOLING';
}

const accountsOf = ({ db, tenant }: Reader, currency: FinancedCurrency) =>
  db.selectFrom('bank_accounts').select('pays_from').where('client_id', '=', tenant).where('currency', '=', currency);

/**
 * Reason why the account for deposits receives nothing now; null if it receives, or if there is no account. Locks the account, so that
 * a change is either seen here or comes after the deposit.
 */
export async function accountProblem(
  work: Reader,
  { product, currency }: { readonly product: ProductCode; readonly currency: FinancedCurrency },
): Promise<AccountProblem | null> {
  const row = await accountsOf(work, currency).where('product', '=', product).forShare().executeTakeFirst();
  return problemOf(work, row?.pays_from ?? null);
}

/** The first such reason among all accounts of the client in a currency; null if all of them receive. Locks them. */
export async function anyAccountProblem(work: Reader, currency: FinancedCurrency): Promise<AccountProblem | null> {
  const rows = await accountsOf(work, currency).orderBy('product').forShare().execute();
  const problems = rows.map(({ pays_from: from }) => problemOf(work, from));
  return problems.find((problem) => problem !== null) ?? null;
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
