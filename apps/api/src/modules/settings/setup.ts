import { type SetupStep, setupSteps } from '@anticipa/domain/setup';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import type { OperatorWork } from '../../platform/work/work.ts';

/** The steps that the database shows to be done. */
const storedRow = z.record(z.enum(setupSteps).exclude(['tax-authority']), z.boolean());

/** Steps missing before a first sale can be answered and paid. */
export async function missingSteps({ db, at }: OperatorWork, hasAuthority: boolean): Promise<SetupStep[]> {
  const [stored] = await rowsOf(db, storedRow)`
    select
      (select count(*) filter (where role = 'riesgo') > 1 and count(*) filter (where role = 'tesoreria') > 1
        from operator_roles join operators using (operator_id) where active) as "second-person",
      exists (select from lender) as "tax-data",
      exists (select from mail_sender) as "mail-sender",
      exists (select from terms_versions where published_at <= ${at}) as terms,
      exists (select from lender_accounts) as "lender-account",
      exists (select from approval_amounts where per_payment is not null or payments_per_day is not null) as "payment-limits",
      exists (select from reminder_settings where is_decided or is_on) as reminders,
      exists (select from taxpayer_list_cuts) as "taxpayer-list",
      exists (select from client_products where active) as client,
      exists (select from credit_lines join client_products using (client_id, product) where active) as "credit-line",
      exists (select from credit_lines join bank_accounts using (client_id, product, currency)) as "bank-account"`;
  if (stored === undefined) throw new Error('the set-up has no answer');
  const isDone: Readonly<Record<SetupStep, boolean>> = { ...stored, 'tax-authority': hasAuthority };
  return setupSteps.filter((step) => !isDone[step]);
}
