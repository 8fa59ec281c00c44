/** Later due dates of invoices in credit, each agreed with a second person. */
import type { Changes } from '@anticipa/contract/approvals';
import type { ExtensionPreview, proposeExtension as proposeRoute } from '@anticipa/contract/follow-up';
import type { BodyOf } from '@anticipa/contract/route';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { dueDateInForce, extensionCost, extensionProblem, later } from '@anticipa/domain/extension';
import { decimalOf, subtract } from '@anticipa/domain/money';
import { amountAsked } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announceAll } from '../../platform/live/events.ts';
import type { Lock, OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { extraHolidays } from '../credit/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { administratorIds } from '../users/queries.ts';
import { owedInCredit } from './commands.ts';

/** An invoice in credit and the price of a due date that would be agreed today. */
async function extending(wide: OperatorWork, documentId: string, dueDate: IsoDate, lock: Lock) {
  const found = await owedInCredit(wide, documentId, lock);
  if (!found.ok) return found;
  const { work, invoice } = found.value;
  const inForce = dueDateInForce(invoice);
  const problem = extensionProblem(dueDate, inForce, { today: work.today, holidays: await extraHolidays(work) });
  if (problem !== null) return refuse(problem);
  const cost = extensionCost(invoice.owed, { from: later(inForce, work.today), to: dueDate }, invoice);
  const values = { dueDate: inForce, owed: decimalOf(invoice.owed), currency: invoice.owed.currency };
  return done({ work, invoice, inForce, cost, values });
}

/** Cost of extending an invoice to a due date, per day and in all. Refuses a date or an invoice that cannot be extended. */
export async function preview(
  wide: OperatorWork,
  documentId: string,
  dueDate: string,
): Promise<Outcome<ExtensionPreview>> {
  const found = await extending(wide, documentId, dateOf(dueDate), 'read');
  if (!found.ok) return found;
  const { work, invoice, cost } = found.value;
  return done({
    currency: invoice.owed.currency,
    owed: decimalOf(invoice.owed),
    days: cost.days,
    rate: invoice.interestRate,
    perDay: decimalOf(cost.perDay),
    interest: decimalOf(cost.interest),
    iva: decimalOf(cost.iva),
    lateCharges: decimalOf(subtract(amountAsked(invoice, work.today), invoice.owed)),
  });
}

async function standing(
  work: OperatorWork,
  { about, proposed }: Pick<Changes['extension'], 'about' | 'proposed'>,
  lock: Lock,
): Promise<Changes['extension']['before']> {
  const found = await extending(work, about.documentId, dateOf(proposed.dueDate), lock);
  return found.ok ? found.value.values : null;
}

export const extension: Handler<'extension'> = {
  standing,
  isPossible: async (work, wanted) => (await standing(work, wanted, 'update')) !== null,
  apply: async (wide, { about: { documentId }, proposed }, { approvalId }) => {
    const dueDate = dateOf(proposed.dueDate);
    const found = await extending(wide, documentId, dueDate, 'update');
    if (!found.ok) return found;
    if (approvalId === null) throw new Error('an extension needs a second person');
    const { work, invoice, inForce } = found.value;
    const { db, tenant, at, today } = work;
    await db
      .insertInto('extensions')
      .values({
        client_id: tenant,
        document_id: documentId,
        extension_number: sql`(select count(*) + 1 from extensions
          where client_id = ${tenant} and document_id = ${documentId})`,
        due_before: inForce,
        due_date: dueDate,
        interest_rate: invoice.interestRate,
        approval_id: approvalId,
        agreed_on: today,
        agreed_at: at,
      })
      .execute();
    await db
      .updateTable('invoices')
      .set({ due_date: dueDate })
      .where('client_id', '=', tenant)
      .where('document_id', '=', documentId)
      .execute();
    const details = { before: { dueDate: inForce }, after: { dueDate } };
    await writeAudit(work, { action: 'extension.agree', subject: `invoice:${documentId}`, details });
    for (const userId of await administratorIds(work))
      await putMessage(work, 'invoice-extended', { approvalId, userId });
    await announceAll(work, { invoices: [documentId], references: [], credit: [] });
    return done(null);
  },
};

/** Proposes a later due date with its price. */
export async function propose(
  wide: OperatorWork,
  documentId: string,
  { dueDate, reason }: BodyOf<typeof proposeRoute>,
): Submitted {
  const found = await extending(wide, documentId, dateOf(dueDate), 'update');
  if (!found.ok) return found;
  const { work, invoice, cost, values } = found.value;
  const proposed = {
    dueDate,
    rate: invoice.interestRate,
    perDay: decimalOf(cost.perDay),
    interest: decimalOf(cost.interest),
    iva: decimalOf(cost.iva),
  };
  const change = { kind: 'extension', about: { clientId: work.tenant, documentId }, before: values, proposed } as const;
  return submit(wide, extension, change, reason);
}
