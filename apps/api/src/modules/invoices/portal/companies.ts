/** Registers receiver companies and saves when they pay. */
import type { createCompany as createRoute, savePaymentHabit as habitRoute } from '@anticipa/contract/receivers';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { cleanName, cleanRfc, FOREIGN_RFC, newReceiverProblem } from '@anticipa/domain/receiver';
import { habitProblem } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import type { ClientWork } from '../../../platform/work/work.ts';
import { writeAudit } from '../../log/audit.ts';
import { consumeDailyQuota } from '../../quota/daily-use.ts';
import { companiesOf } from '../company-queries.ts';
import { ensureCompanies } from '../receivers.ts';

/** Each has to be reviewed by the lender. */
const REGISTRATIONS_PER_DAY = 50;

/** Registers a receiver; one that the client already has is returned as it is. */
export async function createCompany(
  work: ClientWork,
  { rfc: typed, razonSocial = '' }: BodyOf<typeof createRoute>,
): Promise<Outcome<ResponseOf<typeof createRoute>>> {
  const rfc = cleanRfc(typed);
  const problem = newReceiverProblem(rfc, work.actor.rfc);
  if (problem !== null) return refuseEach(problem, ['rfc']);
  const [known] = await companiesOf(work, { rfc });
  if (known) return done({ data: known });
  const name = cleanName(razonSocial);
  if (name === '') return refuseEach('RAZON_SOCIAL_REQUIRED', ['razonSocial']);
  if (!(await consumeDailyQuota(work, 'companies', { amount: 1, limit: REGISTRATIONS_PER_DAY })))
    return refuse('DAILY_LIMIT_REACHED');
  const [company] = await ensureCompanies(work, [{ rfc, name, taxId: null, isProven: false }]);
  if (!company) throw new Error('a new company cannot be linked');
  await writeAudit(work, { action: 'company.create', subject: `company:${company.companyId}`, details: { rfc } });
  const [data] = await companiesOf(work, { rfc });
  if (!data) throw new Error('a new company cannot be read');
  return done({ data });
}

/** Serializes saves of a client's payment habits, so that the check of a table sees every save before its own. */
export const lockHabits = ({ db, tenant }: ClientWork) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`payment-habits:${tenant}`}, 0))`.execute(db);

/** Saves a receiver's habit; foreign receivers with the same name each get it. */
export async function savePaymentHabit(
  work: ClientWork,
  { rfc, razonSocial, paymentDays, weekDays }: BodyOf<typeof habitRoute>,
): Promise<Outcome<ResponseOf<typeof habitRoute>>> {
  const problem = habitProblem({ term: paymentDays, weekDays });
  if (problem !== null) return refuseEach(problem, [problem === 'NO_WEEKDAY' ? 'weekDays' : 'paymentDays']);
  const wanted = { rfc: cleanRfc(rfc), name: razonSocial };
  // Foreign receivers share their tax id.
  if (wanted.rfc === FOREIGN_RFC && !razonSocial?.trim()) return refuseEach('RAZON_SOCIAL_REQUIRED', ['razonSocial']);
  await lockHabits(work);
  const companies = await companiesOf(work, wanted);
  if (companies.length === 0) return refuse('NOT_FOUND');
  const habit = { payment_days: paymentDays, ...weekDays, saved_at: work.at };
  await work.db
    .insertInto('payment_habits')
    .values(companies.map(({ companyId }) => ({ client_id: work.tenant, company_id: companyId, ...habit })))
    .onConflict((conflict) => conflict.columns(['client_id', 'company_id']).doUpdateSet(habit))
    .execute();
  for (const { companyId } of companies)
    await writeAudit(work, {
      action: 'company.payment-days',
      subject: `company:${companyId}`,
      details: { paymentDays, weekDays },
    });
  const [saved] = (await companiesOf(work, wanted)).flatMap((company) => company.paymentDays);
  if (!saved) throw new Error('a saved habit cannot be read');
  return done({ data: saved });
}
