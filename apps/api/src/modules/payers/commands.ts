import { randomUUID } from 'node:crypto';
import type { createCostCentre as createRoute, mailClabe } from '@anticipa/contract/payers';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { canBePayer, cleanName, cleanRfc, newReceiverProblem } from '@anticipa/domain/receiver';
import { emailProblem, normaliseEmail } from '@anticipa/domain/user';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announceAll } from '../../platform/live/events.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import { companiesOf } from '../invoices/company-queries.ts';
import { writeAudit } from '../log/audit.ts';
import { consumeDailyQuota } from '../quota/daily-use.ts';
import { clabeDebts } from './debt-queries.ts';
import { costCentres, nextClabe, paymentOrderCompany } from './queries.ts';

/** Each takes a CLABE of the lender for good. */
const COST_CENTRES_PER_DAY = 50;

/** Their addresses are typed and unconfirmed. */
const CLABE_MAILS_PER_DAY = 30;

/**
 * Gives a receiver of the client its own CLABE. A payer that has one keeps it, also if it was made by a concurrent call.
 * From then on its invoices are paid automatically.
 */
export async function createCostCentre(
  work: ClientWork,
  { stpCompany, rfcPayer, stpName = '' }: BodyOf<typeof createRoute>,
): Promise<Outcome<ResponseOf<typeof createRoute>>> {
  const company = await paymentOrderCompany(work);
  if (company === null) return refuse('PAYERS_NOT_ACTIVATED');
  if ((stpCompany ?? company) !== company) return refuse('NOT_FOUND');
  const rfc = cleanRfc(rfcPayer);
  const problem = newReceiverProblem(rfc, work.actor.rfc);
  if (problem !== null) return refuseEach(problem, ['rfcPayer']);
  const [known] = await costCentres(work, rfc);
  if (known) return done({ data: known });
  const [receiver] = await companiesOf(work, { rfc });
  if (!receiver) return refuse('NOT_FOUND');
  if (!canBePayer(receiver.statusId)) return refuse('PAYER_REJECTED');
  if (!(await consumeDailyQuota(work, 'cost-centres', { amount: 1, limit: COST_CENTRES_PER_DAY })))
    return refuse('DAILY_LIMIT_REACHED');
  await insertCostCentre(work, { rfc, company, name: cleanName(stpName) || receiver.razonSocial });
  const [data] = await costCentres(work, rfc);
  if (!data) throw new Error('a new cost centre cannot be read');
  return done({ data });
}

interface NewCostCentre {
  readonly rfc: string;
  readonly name: string;
  /** Its payment-order company. */
  readonly company: string;
}

async function insertCostCentre(work: ClientWork, { rfc, name, company }: NewCostCentre): Promise<void> {
  const id = randomUUID();
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('cost_centres')
    .values({
      client_id: work.tenant,
      cost_centre_id: id,
      rfc_payer: rfc,
      stp_name: name,
      clabe: await nextClabe(work.db, company),
      stp_company: company,
      created_at: work.at,
    })
    .onConflict((conflict) => conflict.columns(['client_id', 'rfc_payer']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return;
  await writeAudit(work, { action: 'cost-centre.create', subject: `cost-centre:${id}`, details: { rfc } });
  await announceAll(work, { payers: [id], invoices: [] });
}

/** Queues the mail that tells a payer where and how much to pay. */
export async function queueClabeMail(
  work: ClientWork,
  body: BodyOf<typeof mailClabe>,
): Promise<Outcome<ResponseOf<typeof mailClabe>>> {
  const email = normaliseEmail(body.email);
  if (emailProblem(email) !== null) return refuseEach('INVALID_EMAIL', ['email']);
  const documentIds = [...new Set(body.documentIds)];
  const [debt, another] = await clabeDebts(work, { documentIds });
  if (!debt || another || debt.invoices.length < documentIds.length) return refuse('NOT_FOUND');
  if (!(await consumeDailyQuota(work, 'clabe-mails', { amount: 1, limit: CLABE_MAILS_PER_DAY })))
    return refuse('DAILY_LIMIT_REACHED');
  await putMessage(work, 'payer-clabe', { documentIds, email });
  const details = { rfc: debt.rfcPayer, email, invoices: documentIds.length };
  await writeAudit(work, { action: 'cost-centre.mail', subject: `client:${work.tenant}`, details });
  return done({ status: 'success' });
}
