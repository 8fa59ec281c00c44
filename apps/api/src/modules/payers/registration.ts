/** Registers the CLABEs of payers at the bank, which then takes transfers to them in. */
import { type AccountStep, accountSteps } from '@anticipa/domain/clabe';
import { sql } from 'kysely';
import type { AccountRegistration, PayerAccount } from '../../gateways/payouts/port.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type OperatorWork, type Principal, type WideWork } from '../../platform/work/work.ts';
import { raiseAlert } from '../alerts/alert.ts';
import type { JobDeps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';

interface PendingAccount extends PayerAccount {
  readonly clientId: ClientId;
  readonly costCentreId: string;
}

/** Per run of the job. */
const ACCOUNTS_PER_RUN = 50;

/** Registers the CLABEs that are not registered; repeating one is harmless. */
export async function registerAccounts(deps: Pick<JobDeps, 'db' | 'clock' | 'log' | 'payouts'>): Promise<void> {
  if ((await deps.payouts.payingAccount()) === null) return;
  const pending = await runAs(deps, WORKER, pendingAccounts);
  await runEach(deps.log, pending, async (account) => {
    const answer = await deps.payouts.registerAccount(account);
    if (answer.kind === 'registered' || answer.kind === 'refused')
      await runAs(deps, WORKER, (work) => record(work, account, answer));
  });
}

/** Accounts come in no order, so that those without an answer do not keep the others waiting. */
async function pendingAccounts({ db }: WideWork): Promise<PendingAccount[]> {
  return db
    .selectFrom('cost_centres')
    .select(['client_id as clientId', 'cost_centre_id as costCentreId', 'stp_company as company', 'clabe'])
    .select(['rfc_payer as rfc', 'stp_name as name'])
    .where('registration', '=', 'pending')
    .orderBy(sql`random()`)
    .limit(ACCOUNTS_PER_RUN)
    .execute();
}

async function record(
  work: WideWork<Principal>,
  { clientId, costCentreId, clabe }: PendingAccount,
  answer: Extract<AccountRegistration, { kind: 'registered' | 'refused' }>,
): Promise<void> {
  const step: AccountStep = answer.kind === 'refused' ? 'refuse' : 'register';
  const failure = answer.kind === 'refused' ? answer.reason : null;
  const { numUpdatedRows } = await work.db
    .updateTable('cost_centres')
    .set({ registration: accountSteps[step].to, registration_failure: failure })
    .where('client_id', '=', clientId)
    .where('cost_centre_id', '=', costCentreId)
    .where('registration', 'in', [...accountSteps[step].from])
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  const own = narrowTo(work, clientId);
  const subject = `cost-centre:${costCentreId}` as const;
  await writeAudit(own, { action: `cost-centre.${step}`, subject });
  if (failure !== null)
    await raiseAlert(own, { kind: 'transfer', subject, reason: 'clabe-refused', details: { clabe, failure } });
}

/** Has the bank asked again for the CLABEs that it has refused. */
export async function registerRefusedAgain({ db }: OperatorWork): Promise<void> {
  await db
    .updateTable('cost_centres')
    .set({ registration: accountSteps.repeat.to })
    .where('registration', 'in', [...accountSteps.repeat.from])
    .execute();
}
