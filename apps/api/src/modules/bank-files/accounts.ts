/** The lender's accounts whose banks provide files. */
import { randomUUID } from 'node:crypto';
import type { StatementAccount, saveStatementAccount } from '@anticipa/contract/bank-files';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { mappingProblem } from '@anticipa/domain/bank-csv';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { accountById } from './queries.ts';

/** Saves an account and the mapping of its files. Refuses an invalid mapping, and a change of number or currency. */
export async function saveAccount(
  work: OperatorWork,
  { accountId = randomUUID(), ...account }: BodyOf<typeof saveStatementAccount>,
): Promise<Outcome<ResponseOf<typeof saveStatementAccount>>> {
  const problem = mappingProblem(account.mapping);
  if (problem !== null)
    return refuse('BANK_MAPPING_INVALID', [{ path: 'mapping', code: 'BANK_MAPPING_INVALID', expected: problem }]);
  const before = await accountById(work, accountId);
  // The movements of the account have this number and currency; another number or currency is another account.
  if (before && (before.number !== account.number || before.currency !== account.currency))
    return refuse('BANK_ACCOUNT_FIXED');
  const { name, currency, number } = account;
  const mapping = JSON.stringify(account.mapping);
  await work.db
    .insertInto('statement_accounts')
    .values({ account_id: accountId, name, currency, number, mapping })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ name, mapping }))
    .execute();
  const details = { before: before ? shown(before) : null, after: shown(account) };
  await writeAudit(work, { action: 'bank-account.save', subject: `bank-account:${accountId}`, details });
  return done({ account: { accountId, ...account } });
}

const shown = ({ name, currency, mapping }: Omit<StatementAccount, 'accountId'>) => ({
  name,
  currency,
  format: JSON.stringify(mapping),
});
