import { sql } from 'kysely';
import type { Executor } from '../../lib/db/pool.ts';
import type { ClientId } from '../../lib/session-context.ts';

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

/** Which holds: of these sales, and of these invoices of them. */
export interface HoldsOf {
  readonly saleIds: readonly string[];
  readonly documentIds: readonly string[];
}

/** Gives held credit back. A hold that is no longer held is left alone, so that nothing is given back twice. */
export const releaseHolds = async (executor: Executor, tenant: ClientId, holds: HoldsOf): Promise<void> => {
  await sql`
    with freed as (
      update credit_holds set state = 'released'
      where client_id = ${tenant} and sale_id = any(${holds.saleIds}) and document_id = any(${holds.documentIds}) and state = 'held'
      returning credit_line_id, amount
    )
    update credit_lines set held = held - returned.amount
    from (select credit_line_id, sum(amount) as amount from freed group by credit_line_id) returned
    where client_id = ${tenant} and credit_lines.credit_line_id = returned.credit_line_id`.execute(executor);
};

/** Gives used credit back: the money came in. A hold that is no longer posted is left alone. */
export const repayHolds = async (executor: Executor, tenant: ClientId, holds: HoldsOf): Promise<void> => {
  await sql`
    with repaid as (
      update credit_holds set state = 'repaid'
      where client_id = ${tenant} and sale_id = any(${holds.saleIds}) and document_id = any(${holds.documentIds}) and state = 'posted'
      returning credit_line_id, amount
    )
    update credit_lines set used = used - returned.amount
    from (select credit_line_id, sum(amount) as amount from repaid group by credit_line_id) returned
    where client_id = ${tenant} and credit_lines.credit_line_id = returned.credit_line_id`.execute(executor);
};

/** Turns held credit into used credit: the money went out. A hold that is no longer held is left alone. */
export const postHolds = async (executor: Executor, tenant: ClientId, holds: HoldsOf): Promise<void> => {
  await sql`
    with posted as (
      update credit_holds set state = 'posted'
      where client_id = ${tenant} and sale_id = any(${holds.saleIds}) and document_id = any(${holds.documentIds}) and state = 'held'
      returning credit_line_id, amount
    )
    update credit_lines set held = held - moved.amount, used = used + moved.amount
    from (select credit_line_id, sum(amount) as amount from posted group by credit_line_id) moved
    where client_id = ${tenant} and credit_lines.credit_line_id = moved.credit_line_id`.execute(executor);
};
