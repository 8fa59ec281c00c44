import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { cancelPreSell } from '@anticipa/contract/sales';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { areAllIn, canStep, saleSteps } from '@anticipa/domain/sale';
import { writeAudit } from '../../lib/audit.ts';
import type { Context, Database, Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import { announce } from '../../lib/live/events.ts';
import type { Caller, ClientId } from '../../lib/session/context.ts';
import { inTenant } from '../../lib/transaction.ts';
import { releaseHolds } from '../credit/commands.ts';
import { linesForUpdate } from '../credit/queries.ts';
import { applyTransition, noSale } from '../invoices/transition.ts';
import { salesPolicy } from './policy.ts';
import { overdueSales, type SaleRecord, saleShown, salesByNumber } from './queries.ts';

/** Tells the client's screens that sales, their invoices and the credit changed. */
export const announceSales = async (
  executor: Executor,
  tenant: ClientId,
  sales: readonly { readonly saleId: string; readonly documentIds: readonly string[] }[],
): Promise<void> => {
  const invoices = sales.flatMap((sale) => sale.documentIds);
  await announce(executor, tenant, { noun: 'invoices', ids: invoices });
  await announce(executor, tenant, { noun: 'sales', ids: sales.map((sale) => sale.saleId) });
  await announce(executor, tenant, { noun: 'credit', ids: [] });
};

interface Ending {
  readonly step: 'cancel' | 'expire';
  readonly actor: { readonly kind: 'user' | 'worker'; readonly id: string | null };
  readonly at: Date;
}

/**
 * Ends locked sales without a deposit: each invoice goes back to the status it was sold from, and its credit is free again.
 * The sales must be in a state that the step may be taken from.
 */
async function endSales(executor: Executor, sales: readonly SaleRecord[], ending: Ending): Promise<void> {
  const [first] = sales;
  if (!first) return;
  const tenant = first.clientId;
  const saleIds = sales.map((sale) => sale.saleId);
  const items = sales.flatMap((sale) => sale.items).filter((item) => item.state === 'held');
  const documentIds = items.map((item) => item.documentId);
  await linesForUpdate(executor, tenant);
  const { numUpdatedRows } = await executor
    .updateTable('sales')
    .set({ state: saleSteps[ending.step].to })
    .where('client_id', '=', tenant)
    .where('sale_id', 'in', saleIds)
    .where('state', 'in', saleSteps[ending.step].from)
    .executeTakeFirstOrThrow();
  if (Number(numUpdatedRows) !== saleIds.length) throw new Error(`a sale may not ${ending.step} from its state`);
  await executor
    .updateTable('sale_items')
    .set({ state: 'released' })
    .where('client_id', '=', tenant)
    .where('sale_id', 'in', saleIds)
    .where('state', '=', 'held')
    .execute();
  await releaseHolds(executor, tenant, { saleIds, documentIds });
  await putInvoicesBack(executor, { tenant, items, ending });
  await announceSales(executor, tenant, sales.map(withDocuments));
}

const withDocuments = ({ saleId, items }: SaleRecord) => ({
  saleId,
  documentIds: items.map((item) => item.documentId),
});

async function putInvoicesBack(
  executor: Executor,
  { tenant, items, ending }: { tenant: ClientId; items: readonly SaleRecord['items'][number][]; ending: Ending },
): Promise<void> {
  const alike = Map.groupBy(
    items,
    ({ previous }) => `${previous.status} ${previous.motive} ${previous.rejectedAt?.toISOString()}`,
  );
  for (const group of alike.values()) {
    const previous = group[0]?.previous;
    if (!previous) continue;
    const documentIds = group.map((item) => item.documentId);
    const moved = await applyTransition(executor, {
      clientId: tenant,
      documentIds,
      transition: 'release',
      to: previous.status,
      ...(previous.motive === null ? {} : { motive: previous.motive }),
      ...(previous.rejectedAt === null ? {} : { rejectedAt: previous.rejectedAt }),
      set: noSale,
      actor: ending.actor,
      at: ending.at,
    });
    if (moved !== documentIds.length) throw new Error('an invoice of a held sale was not in PREVENTA');
  }
}

/** Cancels sales that the lender has not answered: the invoices and their credit are free again. */
export async function cancelSales(
  deps: Deps,
  caller: Caller,
  { numberOfSales }: BodyOf<typeof cancelPreSell>,
): Promise<Outcome<ResponseOf<typeof cancelPreSell>>> {
  const tenant = caller.actor.clientId;
  const numbers = [...new Set(numberOfSales)];
  await expireSales(deps.db, { as: 'tenant', clientId: tenant }, { tenant, at: deps.clock.now() });
  return inTenant(deps, caller, async (executor) => {
    const sales = await salesByNumber(executor, tenant, { numbers, lock: 'update' });
    if (sales.length < numbers.length) return refuse('NOT_FOUND');
    const live = sales.filter((sale) => !areAllIn([sale], salesPolicy.cancel.repeatable));
    if (!live.every((sale) => canStep(sale.state, 'cancel'))) return refuse('SALE_STATE_CONFLICT');
    const at = deps.clock.now();
    await endSales(executor, live, { step: 'cancel', actor: { kind: 'user', id: caller.actor.userId }, at });
    for (const { saleId } of live) {
      await writeAudit(executor, caller, { action: 'sale.cancel', subject: `sale:${saleId}`, at });
    }
    const after = await salesByNumber(executor, tenant, { numbers, lock: 'read' });
    return done({ sales: after.map(saleShown) });
  });
}

/**
 * Ends the client's sales whose hold has run out, in a transaction of its own: it stays done although the call that met
 * them may be refused. Returns how many ended.
 */
export const expireSales = (
  db: Database,
  context: Context,
  { tenant, at }: { readonly tenant: ClientId; readonly at: Date },
): Promise<number> =>
  db.withTransaction(context, async (executor) => {
    const sales = await overdueSales(executor, tenant, at);
    await endSales(executor, sales, { step: 'expire', actor: { kind: 'worker', id: null }, at });
    for (const { saleId } of sales) {
      const entry = { action: 'sale.expire', subject: `sale:${saleId}`, at, clientId: tenant };
      await writeAudit(executor, { actor: 'worker' }, entry);
    }
    return sales.length;
  });
