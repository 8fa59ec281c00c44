/** Books the estimate of a month for a client. */
import { estimateLines, suspensionLines } from '@anticipa/domain/estimate';
import type { LedgerLine } from '@anticipa/domain/ledger';
import { financedCurrencies } from '@anticipa/domain/money';
import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';
import type { Work } from '../../platform/work/work.ts';
import { accrueInterest, appendEntries, lockLedger } from '../ledger/commands.ts';
import { debtsAt, type EstimatedDebt, estimateTermsOn, toInvoice } from './queries.ts';

/**
 * Takes estimate and suspended late charges of each invoice to what its stage says at the end of the month, once: a second run finds the
 * month booked. Returns the number of invoices that changed.
 */
export async function bookEstimate(work: Work, month: Month): Promise<number> {
  const { db, tenant, at } = work;
  await accrueInterest(work);
  await lockLedger(work);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('estimated_months')
    .values({ client_id: tenant, month: firstDayOf(month), booked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return 0;
  const day = lastDayOf(month);
  const debts = await debtsAt(work, day, [tenant], await estimateTermsOn(work, day));
  await keep(work, month, debts);
  const linesOf = {
    estimate: ({ documentId, before, now }: EstimatedDebt) => estimateLines(documentId, before.estimate, now.estimate),
    suspension: ({ documentId, before, now }: EstimatedDebt) =>
      suspensionLines(documentId, before.suspended, now.suspended),
  };
  const entries = financedCurrencies.flatMap((currency) =>
    (['estimate', 'suspension'] as const).map((event) => ({
      event,
      currency,
      valueDate: day,
      lines: debts.filter((debt) => debt.currency === currency).flatMap((debt): LedgerLine[] => linesOf[event](debt)),
    })),
  );
  const booked = entries.filter(({ lines }) => lines.length > 0);
  if (booked.length > 0) await appendEntries(work, booked);
  return new Set(booked.flatMap(({ lines }) => lines.map(({ documentId }) => documentId))).size;
}

/** Rows of one statement, so that its parameters stay below the limit of the driver. */
const CHUNK = 1000;

async function keep({ db, tenant }: Work, month: Month, debts: readonly EstimatedDebt[]): Promise<void> {
  const rows = debts.map(toInvoice).map((row) => ({
    client_id: tenant,
    month: firstDayOf(month),
    document_id: row.documentId,
    currency: row.currency,
    due_date: row.dueDate,
    days_late: row.daysLate,
    stage: row.stage,
    exposure: row.exposure,
    percent: row.percent,
    estimate: row.estimate,
    estimate_moved: row.change,
    suspended: row.suspended,
    suspended_moved: row.suspendedChange,
    memo: row.memo,
  }));
  for (let start = 0; start < rows.length; start += CHUNK)
    await db
      .insertInto('estimates')
      .values(rows.slice(start, start + CHUNK))
      .execute();
}
