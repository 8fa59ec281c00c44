/** The trial balance of a month as the tax authority gets it. */
import { downloadBookFile } from '@anticipa/contract/accountant';
import { chart, ownAccounts } from '@anticipa/domain/chart';
import type { Session } from './session.ts';
import type { TestDatabase } from './test-database.ts';

/** Gives each account the number that is suggested to the lender. */
export async function numberAccounts({ owner }: TestDatabase): Promise<void> {
  for (const account of ownAccounts)
    await owner.query('insert into own_accounts values ($1, $2) on conflict do nothing', [
      account,
      chart[account].number,
    ]);
}

/** The accounts of its XML that are not zero: number, opening, debits, credits and closing. */
export async function filedBalance(
  operator: Session,
  month: string,
  query: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { bytes } = await operator.send(downloadBookFile, { params: { month, file: 'balance' }, query });
  return [
    ...bytes
      .toString('utf8')
      .matchAll(/NumCta="([^"]+)" SaldoIni="([^"]+)" Debe="([^"]+)" Haber="([^"]+)" SaldoFin="([^"]+)"/g),
  ]
    .map(([, ...cells]) => cells.join(' '))
    .filter((row) => !row.endsWith(' 0.00 0.00 0.00 0.00'));
}
