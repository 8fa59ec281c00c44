import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { cancelPreSell } from '@anticipa/contract/sales';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { canStep, saleSteps } from '@anticipa/domain/sale';
import type { Caller } from '../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import { actingAs, type ClientWork, type Principal, type Work } from '../../platform/work/work.ts';
import { releaseHolds } from '../credit/commands.ts';
import { creditLines } from '../credit/queries.ts';
import type { Deps } from '../deps.ts';
import { applyTransition, clearedSaleColumns } from '../invoices/transition.ts';
import { writeAudit } from '../log/audit.ts';
import { latestExpiry, overdueSales } from './overdue-queries.ts';
import { type SaleRecord, salesByNumber, toSale } from './queries.ts';
import { announceSales, takeStep } from './step.ts';

/**
 * Ends locked sales without a deposit: each invoice returns to its previous status, and its credit is released. Throws if
 * a sale's state does not allow the step.
 */
async function endSales(work: Work<Principal>, sales: readonly SaleRecord[], step: 'cancel' | 'expire'): Promise<void> {
  if (sales.length === 0) return;
  const { db, tenant, at } = work;
  const saleIds = sales.map((sale) => sale.saleId);
  const items = sales.flatMap((sale) => sale.items).filter((item) => item.state === 'held');
  const documentIds = items.map((item) => item.documentId);
  await creditLines(work, 'update');
  await takeStep(work, saleIds, step, step === 'cancel' ? { cancelled_at: at } : {});
  await db
    .updateTable('sale_items')
    .set({ state: 'released' })
    .where('client_id', '=', tenant)
    .where('sale_id', 'in', saleIds)
    .where('state', '=', 'held')
    .execute();
  await releaseHolds(work, saleIds, documentIds);
  await putInvoicesBack(work, items);
  for (const { saleId } of sales) await writeAudit(work, { action: `sale.${step}`, subject: `sale:${saleId}` });
  await announceSales(work, sales);
}

async function putInvoicesBack(work: Work<Principal>, items: SaleRecord['items']): Promise<void> {
  const alike = Map.groupBy(
    items,
    ({ previous }) => `${previous.status} ${previous.motive} ${previous.rejectedAt?.toISOString()}`,
  );
  for (const group of alike.values()) {
    const previous = group[0]?.previous;
    if (!previous) continue;
    const documentIds = group.map((item) => item.documentId);
    const { status: to, motive, rejectedAt } = previous;
    const moved = await applyTransition(work, 'release', documentIds, {
      to,
      motive,
      rejectedAt,
      set: clearedSaleColumns,
    });
    if (moved !== documentIds.length) throw new Error('an invoice of a held sale was not in PREVENTA');
  }
}

/**
 * Cancels sales that the lender has not answered, releasing invoices and credit. With `onlyHeld`, accepted and ended sales
 * are left unchanged.
 */
export async function cancelSales(
  deps: Deps,
  caller: Caller,
  { numberOfSales, onlyHeld = false }: BodyOf<typeof cancelPreSell>,
): Promise<Outcome<ResponseOf<typeof cancelPreSell>>> {
  const numbers = [...new Set(numberOfSales)];
  return afterExpiry(deps, caller, async (work) => {
    const sales = unexpired(work, await salesByNumber(work, numbers, 'update'));
    if (sales.length < numbers.length) return refuse('NOT_FOUND');
    const live = sales.filter((sale) =>
      onlyHeld ? canStep(sale.state, 'expire') : sale.state !== saleSteps.cancel.to,
    );
    if (!live.every((sale) => canStep(sale.state, 'cancel'))) return refuse('SALE_STATE_CONFLICT');
    await endSales(work, live, 'cancel');
    const after = await salesByNumber(work, numbers, 'read');
    return done({ sales: after.map(toSale) });
  });
}

/** A sale's hold has expired, and nothing has ended the sale yet. */
class Overdue extends Error {
  override readonly name = 'Overdue';
}

/** The sales, if none has an expired hold; throws to `afterExpiry` otherwise. */
export function unexpired(work: Work, sales: readonly SaleRecord[]): readonly SaleRecord[] {
  const isOverdue = ({ state, expiresAt }: SaleRecord): boolean =>
    canStep(state, 'expire') && expiresAt !== null && (expiresAt <= work.at || expiresAt > latestExpiry(work.at));
  if (sales.some(isOverdue)) throw new Overdue();
  return sales;
}

/**
 * Runs a command on sales. If `unexpired` finds an expired hold, the client's expired sales are ended first, in their own
 * transaction, because that must persist even if the command is refused.
 */
export async function afterExpiry<T>(
  deps: Deps,
  caller: Caller,
  command: (work: ClientWork) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await attemptAs(deps, caller, command);
  } catch (cause) {
    if (!(cause instanceof Overdue)) throw cause;
  }
  await runAs(deps, caller, expireSales);
  return afterExpiry(deps, caller, command);
}

/**
 * Ends the client's sales with an expired hold. Needs its own transaction, so that it persists even if the current call is
 * refused. Returns their number.
 */
export async function expireSales(work: Work<Principal>): Promise<number> {
  const sales = await overdueSales(work);
  await endSales(actingAs(work, 'worker'), sales, 'expire');
  return sales.length;
}
