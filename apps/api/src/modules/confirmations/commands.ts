/** Asks receivers whether they owe an invoice, and stores their answers. See docs/decisions/0225. */
import { createHash, randomUUID } from 'node:crypto';
import type { answerConfirmation, OpenedConfirmation } from '@anticipa/contract/confirmations';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateAt, dateOf, MEXICO_CITY } from '@anticipa/domain/calendar';
import { CONFIRMATION_DAYS, evidenceText, shownText } from '@anticipa/domain/confirmation';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { formatAmount, formatDate, formatFolio } from '@anticipa/texts/format';
import { sql } from 'kysely';
import { z } from 'zod';
import { valuesOf } from '../../platform/db/rows.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announce } from '../../platform/live/events.ts';
import type { Caller } from '../../platform/work/caller.ts';
import { runAs } from '../../platform/work/transaction.ts';
import { agentOf, type ClientWork, type OperatorWork, type Principal, type Work } from '../../platform/work/work.ts';
import { raiseAlert } from '../alerts/alert.ts';
import type { Deps } from '../deps.ts';
import { invoicesById } from '../invoices/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { consumeDailyQuota } from '../quota/daily-use.ts';
import { administratorIds } from '../users/queries.ts';
import { obstacleOf, openQuestion, questionOfKey } from './queries.ts';

/** Mails to people of receivers, by client and day. */
const ASKED_PER_DAY = 50;
const DAY_MS = 86_400_000;

/** Mails the receiver of an invoice a link to answer with. A question that waits ends: its link is no longer valid. */
export async function ask(
  work: Work<OperatorWork['actor'] | ClientWork['actor']>,
  documentId: string,
): Promise<Outcome<{ confirmationId: string }>> {
  // Two questions at once: the second waits, and finds the first.
  await work.db
    .selectFrom('invoices')
    .select('document_id')
    .where('client_id', '=', work.tenant)
    .where('document_id', '=', documentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  const obstacle = await obstacleOf(work, documentId);
  const [invoice] = await invoicesById(work, [documentId]);
  if (obstacle === undefined || !invoice) return refuse('NOT_FOUND');
  if (obstacle !== null) return refuse(obstacle);
  if (
    work.actor.kind === 'client' &&
    !(await consumeDailyQuota(work, 'confirmations', { amount: 1, limit: ASKED_PER_DAY }))
  )
    return refuse('DAILY_LIMIT_REACHED');
  const { entity_name: supplier, rfc } = await work.db
    .selectFrom('clients')
    .select(['entity_name', 'rfc'])
    .where('client_id', '=', work.tenant)
    .executeTakeFirstOrThrow();
  const [contactId = ''] = await valuesOf(work.db, z.uuid())`select confirmation_contact(${invoice.companyId})`;
  const confirmationId = randomUUID();
  const { kind, id } = agentOf(work.actor);
  await work.db
    .updateTable('confirmations')
    .set({ ended_at: work.at })
    .where('client_id', '=', work.tenant)
    .where('document_id', '=', documentId)
    .where('ended_at', 'is', null)
    .execute();
  await work.db
    .insertInto('confirmations')
    .values({
      client_id: work.tenant,
      confirmation_id: confirmationId,
      document_id: documentId,
      contact_id: contactId,
      asked: sql<string>`confirmation_addressee(${contactId})`,
      asked_by_kind: kind === 'operator' ? 'operator' : 'user',
      asked_by: id ?? '',
      asked_at: work.at,
      expires_at: new Date(work.at.getTime() + CONFIRMATION_DAYS * DAY_MS),
      shown: shownText({
        supplier: `${supplier} (${rfc})`,
        folio: formatFolio(invoice),
        uuid: invoice.uuid,
        total: formatAmount(invoice.total, invoice.currency),
        due: invoice.dueDate === null ? null : formatDate(dateOf(invoice.dueDate)),
      }),
    })
    .execute();
  await putMessage(work, 'invoice-confirmation', { confirmationId });
  await writeAudit(work, {
    action: 'invoice.confirmation-asked',
    subject: `invoice:${documentId}`,
    details: { confirmationId },
  });
  await announce(work, 'invoices', [documentId]);
  return done({ confirmationId });
}

/** Runs a step in the name of nobody on the rows of the client whose link it is; any other key is refused alike. */
async function withQuestion<T>(
  deps: Deps,
  caller: Caller<null>,
  key: string,
  step: (work: Work<Principal>, confirmationId: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const found = await runAs(deps, caller, (work) => questionOfKey(work, key));
  if (found === null) return refuse('CONFIRMATION_LINK_INVALID');
  const { clientId, confirmationId } = found;
  const at = deps.clock.now();
  const { requestId, address } = caller;
  const who = { actor: { kind: 'system' }, requestId, address, at, today: dateAt(at, MEXICO_CITY) } as const;
  return deps.db.attempt({ as: 'tenant', clientId }, (db) => step({ ...who, db, tenant: clientId }, confirmationId));
}

export const open = (deps: Deps, caller: Caller<null>, key: string): Promise<Outcome<OpenedConfirmation>> =>
  withQuestion(deps, caller, key, async (work, confirmationId) => {
    const question = await openQuestion(work, confirmationId, 'read');
    if (!question) return refuse('CONFIRMATION_LINK_INVALID');
    // After the answer somebody else may open it.
    const shown = question.verdict === null ? question.shown : null;
    return done({ shown, answered: question.verdict, today: work.today, ...question.days });
  });

/** Stores the answer of a receiver. Of two at once the first wins. */
export const answer = (
  deps: Deps,
  caller: Caller<null>,
  { key, ...given }: BodyOf<typeof answerConfirmation>,
): Promise<Outcome<ResponseOf<typeof answerConfirmation>>> =>
  withQuestion(deps, caller, key, async (work, confirmationId) => {
    const question = await openQuestion(work, confirmationId, 'update');
    if (!question) return refuse('CONFIRMATION_LINK_INVALID');
    if (question.verdict !== null) return refuse('CONFIRMATION_ANSWERED');
    const { documentId, shown, asked } = question;
    const { verdict, person, position, reason, dueOn } = given;
    if (dueOn !== null && (dueOn < question.days.earliest || dueOn > question.days.latest))
      return refuseEach('CONFIRMATION_DAY_REFUSED', ['dueOn']);
    const evidence = evidenceText(shown, given, { asked, at: work.at.toISOString(), address: work.address });
    const sha256 = createHash('sha256').update(evidence).digest();
    await work.db
      .insertInto('confirmation_answers')
      .values({
        client_id: work.tenant,
        confirmation_id: confirmationId,
        document_id: documentId,
        ...{ verdict, person, position, reason, due_on: dueOn },
        address: work.address,
        answered_at: work.at,
        evidence,
        evidence_sha256: sha256,
      })
      .execute();
    await work.db
      .updateTable('confirmations')
      .set({ ended_at: sql<Date>`coalesce(ended_at, ${work.at})` })
      .where('client_id', '=', work.tenant)
      .where('confirmation_id', '=', confirmationId)
      .execute();
    await writeAudit(work, {
      action: 'invoice.confirmation-answered',
      subject: `invoice:${documentId}`,
      details: { confirmationId, verdict, sha256: sha256.toString('hex') },
    });
    if (verdict !== 'confirmed')
      await raiseAlert(work, {
        kind: 'receiver-answer',
        subject: `invoice:${documentId}`,
        reason: `${verdict}:${confirmationId}`,
        details: { verdict, ...(dueOn !== null && { dueOn }) },
      });
    for (const userId of await administratorIds(work))
      await putMessage(work, 'confirmation-answered', { confirmationId, userId });
    await announce(work, 'invoices', [documentId]);
    return done({ answered: verdict });
  });
