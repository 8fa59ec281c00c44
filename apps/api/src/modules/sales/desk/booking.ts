import type { IsoDate } from '@anticipa/domain/calendar';
import { authorisationLines, commissionLines, payoutLines, withdrawalLines } from '@anticipa/domain/ledger';
import { type FinancedCurrency, sum } from '@anticipa/domain/money';
import type { SaleStep } from '@anticipa/domain/sale';
import { sql } from 'kysely';
import type { Principal, Work } from '../../../platform/work/work.ts';
import { closeAlertsOf } from '../../alerts/alert.ts';
import { releaseHolds, revalueHolds } from '../../credit/commands.ts';
import { rateOfToday } from '../../credit/queries.ts';
import { applyTransition, clearedSaleColumns } from '../../invoices/transition.ts';
import { appendEntries } from '../../ledger/commands.ts';
import { writeAudit } from '../../log/audit.ts';
import { putNotice } from '../../notices/put.ts';
import type { SaleItemRecord, SaleRecord } from '../queries.ts';
import { announceSales, takeStep } from '../step.ts';
import type { Decisions } from './ground.ts';

/** An operator's work on one client, or the worker's. */
export type SaleWork = Work<Principal>;

/** Books an answer, or reverses what a withdrawal revokes. */
export async function bookAnswer(
  work: SaleWork,
  sale: SaleRecord,
  decisions: Decisions,
  {
    step,
    answeredBy: answered_by,
    confirmedBy: confirmed_by,
  }: {
    readonly step: SaleStep;
    readonly answeredBy: string;
    /** The second person of an answer that needed one. */
    readonly confirmedBy: string | null;
  },
): Promise<void> {
  const { db, tenant } = work;
  const isFirst = sale.answeredAt === null;
  const rejected = decisions.filter((decision) => !decision.authorised);
  const rejectedIds = new Set(rejected.map((decision) => decision.documentId));
  await sql`
    update sale_items set
      state = case when decision.authorised then 'authorised' else 'rejected' end,
      motive = case when decision.authorised then null else decision.motive end,
      note = coalesce(decision.note, sale_items.note)
    from jsonb_to_recordset(${JSON.stringify(decisions)}::jsonb) as decision(
      "documentId" uuid, authorised boolean, motive text, note text
    )
    where client_id = ${tenant} and sale_id = ${sale.saleId}
      and document_id = decision."documentId" and state = ${isFirst ? 'held' : 'authorised'}`.execute(db);
  // After the invoices, of which the table takes the sum.
  await takeStep(work, [sale.saleId], step, { answered_at: sale.answeredAt ?? work.at, answered_by, confirmed_by });
  await releaseHolds(work, [sale.saleId], [...rejectedIds]);
  if (isFirst) await measureAgain(work, sale);
  for (const [motive, group] of Map.groupBy(rejected, (decision) => decision.motive)) {
    const documentIds = group.map((decision) => decision.documentId);
    await moveAll(work, 'reject', documentIds, { motive, set: clearedSaleColumns });
  }
  const authorised = sale.items.filter((item) => item.state !== 'rejected' && !rejectedIds.has(item.documentId));
  const withdrawn = sale.items.filter((item) => rejectedIds.has(item.documentId));
  if (!isFirst) await book(work, sale, { event: 'withdrawal', items: withdrawn });
  else if (authorised.length > 0) await book(work, sale, { event: 'authorisation', items: authorised });
  const details = { authorised: authorised.length, rejected: rejectedIds.size };
  await writeAudit(work, {
    action: isFirst ? (confirmed_by === null ? 'sale.answer' : 'sale.confirm') : 'sale.withdraw',
    subject: `sale:${sale.saleId}`,
    details,
  });
  if (isFirst) await tell(work, sale, 'sale-authorised', authorised);
  await tell(work, sale, 'sale-rejected', withdrawn);
  if (step === 'revoke') await closeAlertsOf(work, { saleId: sale.saleId, reasons: unpaidReasons }, 'ended');
  await announceSales(work, [sale]);
}

/** Tells the seller, its preparer and the administrators what became of invoices: what will be deposited for them, or what they came to. */
async function tell(
  work: SaleWork,
  { numberOfSale, createdBy, preparedId, currency }: SaleRecord,
  event: 'sale-authorised' | 'sale-rejected',
  items: readonly SaleItemRecord[],
): Promise<void> {
  if (items.length === 0) return;
  const amounts = items.map(({ price }) => (event === 'sale-authorised' ? price.deposit : price.total));
  const about = { object: 'sale', objectId: numberOfSale, label: numberOfSale, count: items.length } as const;
  const amount = sum<FinancedCurrency>(currency, amounts);
  await putNotice(work, { event, ...about, amount, sellerId: createdBy, preparedId });
}

/** The rate of the day on which the client sold may be another one by now. Without a rate in force it stays. */
async function measureAgain(work: SaleWork, { saleId, items }: SaleRecord): Promise<void> {
  if (items.every(({ exchangeRate }) => exchangeRate === '1')) return;
  const rate = await rateOfToday(work);
  if (rate) await revalueHolds(work, saleId, rate.tipoCambio);
}

/** Reasons of alerts about a deposit that did not arrive. */
export const unpaidReasons = ['failed', 'returned'];

/** Moves the invoices; they are locked with their sale, so failing to move one is a bug. */
export async function moveAll(...move: Parameters<typeof applyTransition>): Promise<void> {
  const [, transition, documentIds] = move;
  if ((await applyTransition(...move)) !== documentIds.length) {
    throw new Error(`not every invoice of a locked sale could ${transition}`);
  }
}

const linesOf = {
  authorisation: authorisationLines,
  withdrawal: withdrawalLines,
  commission: commissionLines,
  disbursement: ({ documentId, price }: SaleItemRecord) => payoutLines(documentId, price.deposit),
};

export const book = (
  work: SaleWork,
  { saleId, currency }: SaleRecord,
  {
    event,
    items,
    valueDate = work.today,
  }: {
    readonly event: keyof typeof linesOf;
    readonly items: readonly SaleItemRecord[];
    readonly valueDate?: IsoDate;
  },
): Promise<number> =>
  appendEntries(work, [{ event, saleId, currency, valueDate, lines: items.flatMap(linesOf[event]) }]);
