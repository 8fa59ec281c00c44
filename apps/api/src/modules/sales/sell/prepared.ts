/** Prepares sales for another person of the client to accept. They hold neither credit nor the price. */
import type { prepareSale, returnPreparedSale } from '@anticipa/contract/prepared-sales';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import { type PreparedStep, preparedSteps } from '@anticipa/domain/prepared-sale';
import { sql } from 'kysely';
import { putMessage } from '../../../platform/jobs/outbox.ts';
import { announce } from '../../../platform/live/events.ts';
import { orderedId } from '../../../platform/work/ordered-id.ts';
import { actingAs, type ClientWork, type Principal, type Work } from '../../../platform/work/work.ts';
import { writeAudit } from '../../log/audit.ts';
import { putNotice } from '../../notices/put.ts';
import {
  acceptorsOf,
  knownTo,
  lockPreparedOf,
  openPrepared,
  type PreparedRecord,
  pesosOfItems,
  preparedById,
  preparedOnWire,
} from './prepared-queries.ts';
import { readingProblem } from './quote.ts';
import { type QuoteReading, readQuote } from './quote-queries.ts';

/** The name of an audited step. */
const actions = {
  return: 'sale.prepare-return',
  withdraw: 'sale.prepare-withdraw',
  expire: 'sale.prepare-expire',
} as const;

/**
 * Takes a step of a prepared sale and frees its invoices for another one; false if it has ended. Of two who decide at once,
 * the second one waits for the row and finds it ended.
 */
async function take(
  work: Work<Principal>,
  preparedId: string,
  step: PreparedStep,
  reason: string | null = null,
): Promise<boolean> {
  const { db, tenant, actor, at } = work;
  const { from, to } = preparedSteps[step];
  const ended = { ended_by: actor.kind === 'client' ? actor.userId : null, ended_at: at };
  const { numUpdatedRows } = await db
    .updateTable('prepared_sales')
    .set({ state: to, ...ended, ...(reason === null ? {} : { reason }) })
    .where('client_id', '=', tenant)
    .where('prepared_id', '=', preparedId)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await db
    .updateTable('prepared_items')
    .set({ is_waiting: false })
    .where('client_id', '=', tenant)
    .where('prepared_id', '=', preparedId)
    .execute();
  await announce(work, 'sales', [preparedId]);
  if (step !== 'accept')
    await writeAudit(work, {
      action: actions[step],
      subject: `prepared-sale:${preparedId}`,
      ...(reason === null ? {} : { details: { reason } }),
    });
  if (step === 'withdraw' || step === 'expire') await tellPreparer(work, preparedId, step);
  return true;
}

/** Tells the preparer of an end that somebody else, or the calendar, has brought about. */
async function tellPreparer(work: Work<Principal>, preparedId: string, step: 'withdraw' | 'expire'): Promise<void> {
  const record = await preparedById(work, preparedId);
  const by = work.actor.kind === 'client' ? work.actor : null;
  if (!record || record.preparedById === by?.userId) return;
  // Those whose dates have not come were sold in another sale.
  const isSold = record.items.some(({ dueDate }) => dueDate > work.today);
  const event = step === 'withdraw' ? 'prepared-withdrawn' : isSold ? 'prepared-sold' : 'prepared-expired';
  const label = by ? `${by.firstName} ${by.lastName}` : '';
  await putNotice(work, { event, ...aboutPrepared(record), label, userIds: [record.preparedById] });
}

/** Marks a prepared sale as accepted, within the acceptance of its terms; its preparer's name, null if it has ended. */
export async function acceptPrepared(work: ClientWork, preparedId: string): Promise<string | null> {
  if (!(await take(work, preparedId, 'accept'))) return null;
  return (await preparedById(work, preparedId))?.preparedBy ?? null;
}

async function expire(work: Work<Principal>, open: readonly PreparedRecord[]): Promise<number> {
  const spent = open.filter(({ isSpent }) => isSpent);
  const byItself = actingAs(work, 'worker');
  for (const { preparedId } of spent) await take(byItself, preparedId, 'expire');
  return spent.length;
}

/** Ends prepared sales of which nothing is left to accept; their number. */
export const expirePrepared = async (work: Work<Principal>): Promise<number> => expire(work, await openPrepared(work));

/** Ends those of which nothing is left because these invoices were sold in the same transaction. */
export async function expirePreparedOf(work: ClientWork, documentIds: readonly string[]): Promise<void> {
  await expire(work, await lockPreparedOf(work, documentIds));
}

const KEPT_DAYS = 30;

/** Removes prepared sales that came to nothing some time ago; the log keeps what happened. */
export async function purgePrepared({ db, tenant, at }: Work<Principal>): Promise<void> {
  await sql`
    delete from prepared_sales gone
    where client_id = ${tenant} and state in ('withdrawn', 'expired')
      and ended_at < ${new Date(at.getTime() - KEPT_DAYS * 86_400_000)}
      and not exists (select from sales where sales.client_id = ${tenant} and sales.prepared_id = gone.prepared_id)`.execute(
    db,
  );
}

/** The second one of two who prepare a sale of the same invoice at once is refused. */
export const preparedRefusals = { prepared_items_waiting: refuse('ALREADY_PREPARED') };

/** Leaves a sale for another person to accept. A returned sale with any of its invoices is replaced. */
export async function prepare(
  work: ClientWork,
  { documents, note }: BodyOf<typeof prepareSale>,
): Promise<Outcome<ResponseOf<typeof prepareSale>>> {
  if (documents.length === 0) return refuse('NO_INVOICE_SELECTED');
  const reading = await readQuote(work, documents, 'read');
  const problem = readingProblem(reading, documents);
  if (problem) return problem;
  const ids = new Set(documents.map(({ documentId }) => documentId));
  const open = await openPrepared(work);
  await expire(work, open);
  const overlapping = open.filter(({ isSpent, items }) => !isSpent && items.some((item) => ids.has(item.documentId)));
  const taken = overlapping
    .filter(({ state }) => state === 'waiting')
    .flatMap(({ items }) => items.filter((item) => ids.has(item.documentId)).map((item) => item.documentId));
  if (taken.length > 0) return refuseEach('ALREADY_PREPARED', taken);
  for (const { preparedId } of overlapping) await take(work, preparedId, 'withdraw');
  const preparedId = orderedId(work.at);
  await insert(work, preparedId, { reading, note: note || null });
  const record = await preparedById(work, preparedId);
  if (!record) throw new Error('a new prepared sale cannot be read');
  const known = await knownTo(work);
  const pesos = pesosOfItems(record.items, known.pesosPerDollar);
  const userIds = acceptorsOf(known.people, pesos, work.actor.userId).map(({ userId }) => userId);
  await putNotice(work, { event: 'sale-to-accept', ...noticeOf(work, record), userIds }, (userId) =>
    putMessage(work, 'sale-prepared', { preparedId, userId }),
  );
  const details = { invoices: record.items.length, ...(pesos && { pesos: decimalOf(pesos) }) };
  await writeAudit(work, { action: 'sale.prepare', subject: `prepared-sale:${preparedId}`, details });
  await announce(work, 'sales', [preparedId]);
  return done({ data: preparedOnWire(record, work.actor, known) });
}

async function insert(
  { db, tenant, actor, at }: ClientWork,
  preparedId: string,
  { reading, note }: { readonly reading: QuoteReading; readonly note: string | null },
): Promise<void> {
  const of = { client_id: tenant, prepared_id: preparedId };
  await db
    .insertInto('prepared_sales')
    .values({ ...of, prepared_by: actor.userId, prepared_at: at, note })
    .execute();
  const rows = reading.quote.items.map((item, position) => ({
    document_id: item.invoice.documentId,
    position,
    due_date: item.dueDate,
    purchase_order: item.purchaseOrder,
    total: decimalOf(item.price.total),
    interest: decimalOf(item.price.interest),
    deposit: decimalOf(item.price.deposit),
  }));
  // As one parameter: a sale of a thousand invoices has more values than a statement may have.
  await sql`
    insert into prepared_items (client_id, prepared_id, document_id, position, due_date, purchase_order, total, interest, deposit)
    select ${tenant}, ${preparedId}, item.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item(
      document_id uuid, position integer, due_date date, purchase_order text, total numeric, interest numeric, deposit numeric
    )`.execute(db);
}

/** A notice about a prepared sale, in the name of the person who acts. */
const noticeOf = ({ actor }: ClientWork, record: PreparedRecord) => ({
  ...aboutPrepared(record),
  label: `${actor.firstName} ${actor.lastName}`,
});

function aboutPrepared({ preparedId, items }: PreparedRecord) {
  const [amount, otherAmount] = sumPerCurrency(items.map(({ total, currency }) => moneyOf(total, currency)));
  return {
    object: 'prepared-sale',
    objectId: preparedId,
    count: items.length,
    ...(amount && { amount, otherAmount }),
  } as const;
}

/** Returns a prepared sale to its preparer, with the reason. */
export async function returnPrepared(
  work: ClientWork,
  preparedId: string,
  { reason }: BodyOf<typeof returnPreparedSale>,
): Promise<Outcome<{ readonly status: 'success' }>> {
  const record = await preparedById(work, preparedId);
  if (!record) return refuse('NOT_FOUND');
  if (record.state === 'expired' || !(await take(work, preparedId, 'return', reason)))
    return refuse('PREPARED_SALE_ENDED');
  const userIds = [record.preparedById];
  await putNotice(work, { event: 'prepared-returned', ...noticeOf(work, record), userIds }, (userId) =>
    putMessage(work, 'sale-prepared-returned', { preparedId, userId }),
  );
  return done({ status: 'success' });
}

/** Withdraws a prepared sale: its preparer, or an administrator, since the preparer may have left. */
export async function withdrawPrepared(
  work: ClientWork,
  preparedId: string,
): Promise<Outcome<{ readonly status: 'success' }>> {
  const record = await preparedById(work, preparedId);
  if (!record) return refuse('NOT_FOUND');
  if (record.preparedById !== work.actor.userId && !work.actor.isAdmin) return refuse('NOT_ALLOWED');
  if (record.state === 'expired' || !(await take(work, preparedId, 'withdraw'))) return refuse('PREPARED_SALE_ENDED');
  return done({ status: 'success' });
}

/** Why invoices cannot be held as the acceptance of a prepared sale: it has ended, or they are not as it was prepared. */
export async function acceptanceProblem(
  work: ClientWork,
  preparedId: string,
  { quote }: QuoteReading,
): Promise<Refused | null> {
  const record = await preparedById(work, preparedId);
  if (!record) return refuse('NOT_FOUND');
  if (record.state !== 'waiting') return refuse('PREPARED_SALE_ENDED');
  const items = new Map(record.items.map((item) => [item.documentId, item]));
  const foreign = quote.items.filter(({ invoice }) => !items.has(invoice.documentId));
  if (foreign.length > 0)
    return refuseEach(
      'NOT_FOUND',
      foreign.map(({ invoice }) => invoice.documentId),
    );
  const changed = quote.items.flatMap(({ invoice, dueDate, purchaseOrder }) =>
    differences(record, { documentId: invoice.documentId, product: invoice.product, dueDate, purchaseOrder }),
  );
  return changed.length > 0 ? refuse('QUOTE_CHANGED', changed) : null;
}

/** Terms of an invoice that differ from the prepared ones. Factoraje has a fixed number of days from today. */
function differences(
  { items }: PreparedRecord,
  now: { documentId: string; product: string; dueDate: string; purchaseOrder: string | null },
) {
  const prepared = items.find(({ documentId }) => documentId === now.documentId);
  const fields = ['dueDate', 'purchaseOrder'] as const;
  return fields
    .filter((field) => !(field === 'dueDate' && now.product === 'FB') && prepared?.[field] !== now[field])
    .map((field) => ({
      path: `${now.documentId}.${field}`,
      code: 'QUOTE_CHANGED' as const,
      expected: prepared?.[field] ?? '',
    }));
}
