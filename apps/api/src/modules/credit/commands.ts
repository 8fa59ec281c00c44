import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../lib/db/pool.ts';
import type { ClientId } from '../../lib/session/context.ts';

/** What one invoice of a sale takes from a line: `amount` in the line's currency, as a decimal. */
export interface Hold {
  readonly saleId: string;
  readonly documentId: string;
  readonly creditLineId: string;
  readonly amount: string;
  readonly exchangeRate: string;
}

/** The last witness that a line stays within its limit: the trigger whose name a refused update carries. */
export const LIMIT_CONSTRAINT = 'credit_lines_within_limit';

/** Holds credit for the invoices of new sales. The lines must be locked already; over the limit the database refuses. */
export const takeHolds = async (executor: Executor, tenant: ClientId, holds: readonly Hold[]): Promise<void> => {
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(holds)}::jsonb) as wanted(
        "saleId" uuid, "documentId" uuid, "creditLineId" uuid, amount numeric, "exchangeRate" numeric
      )
    ), taken as (
      insert into credit_holds (client_id, sale_id, document_id, credit_line_id, amount, exchange_rate, state)
      select ${tenant}, "saleId", "documentId", "creditLineId", amount, "exchangeRate", 'held' from wanted
      returning credit_line_id, amount
    )
    update credit_lines set held = held + drawn.amount
    from (select credit_line_id, sum(amount) as amount from taken group by credit_line_id) drawn
    where client_id = ${tenant} and credit_lines.credit_line_id = drawn.credit_line_id`.execute(executor);
};

type HoldState = 'held' | 'posted' | 'released' | 'repaid';

/** Which holds: of these sales, and of these invoices of them. */
export interface HoldsOf {
  readonly saleIds: readonly string[];
  readonly documentIds: readonly string[];
}

/** Moves what holds took within their lines. A hold that is no longer `from` is left alone: nothing moves twice. */
const moveHolds = async (
  executor: Executor,
  tenant: ClientId,
  { saleIds, documentIds, from, to, change }: HoldsOf & { from: HoldState; to: HoldState; change: RawBuilder<unknown> },
): Promise<void> => {
  await sql`
    with moved as (
      update credit_holds set state = ${to}
      where client_id = ${tenant} and sale_id = any(${saleIds}) and document_id = any(${documentIds}) and state = ${from}
      returning credit_line_id, amount
    )
    update credit_lines set ${change}
    from (select credit_line_id, sum(amount) as amount from moved group by credit_line_id) total
    where client_id = ${tenant} and credit_lines.credit_line_id = total.credit_line_id`.execute(executor);
};

/** Gives held credit back. */
export const releaseHolds = (executor: Executor, tenant: ClientId, holds: HoldsOf): Promise<void> =>
  moveHolds(executor, tenant, { ...holds, from: 'held', to: 'released', change: sql`held = held - total.amount` });

/** Turns held credit into used credit: the money went out. */
export const postHolds = (executor: Executor, tenant: ClientId, holds: HoldsOf): Promise<void> =>
  moveHolds(executor, tenant, {
    ...holds,
    from: 'held',
    to: 'posted',
    change: sql`held = held - total.amount, used = used + total.amount`,
  });

/** Gives used credit back: the money came in. */
export const repayHolds = (executor: Executor, tenant: ClientId, holds: HoldsOf): Promise<void> =>
  moveHolds(executor, tenant, { ...holds, from: 'posted', to: 'repaid', change: sql`used = used - total.amount` });
