import { decimalOf, type FinancedCurrency, type Money } from '@anticipa/domain/money';
import { type RawBuilder, sql } from 'kysely';
import type { Work } from '../../platform/work/work.ts';

/** Credit held for one invoice: `amount` in the line's currency, as a decimal. */
export interface Hold {
  readonly saleId: string;
  readonly documentId: string;
  readonly creditLineId: string;
  readonly amount: string;
  readonly exchangeRate: string;
}

/** Last line of defence: the trigger that enforces the limit; failed updates carry its name. */
export const LIMIT_CONSTRAINT = 'credit_lines_within_limit';
/** Constraint of the trigger that refuses holds on a line after its last day. */
export const END_CONSTRAINT = 'credit_lines_in_force';

/** Amount that an invoice takes from a line of another currency at a rate, as SQL over its `item` and the `line`. */
export const heldAt = (pesosPerDollar: string | RawBuilder<unknown>): RawBuilder<string> => sql<string>`
  greatest(0.01, round(case when item.advance > 0 then item.advance else item.total end
    * case when line.currency = 'MXN' then ${pesosPerDollar}::numeric else 1 / ${pesosPerDollar}::numeric end, 2))`;

/** Holds credit for the invoices of new sales. The lines must be locked; the database refuses to exceed the limit. */
export async function takeHolds({ db, tenant }: Work, holds: readonly Hold[]): Promise<void> {
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(holds)}::jsonb) as wanted(
        "saleId" uuid, "documentId" uuid, "creditLineId" uuid, amount numeric, "exchangeRate" numeric
      )
    ), taken as (
      insert into credit_holds (
        client_id, sale_id, document_id, credit_line_id, amount, exchange_rate, state, company_id, face, currency
      )
      select ${tenant}, "saleId", "documentId", "creditLineId", amount, "exchangeRate", 'held', company_id, total, currency
      from wanted join invoices on invoices.client_id = ${tenant} and invoices.document_id = "documentId"
        -- So that they are found in one search of the index.
        and invoices.document_id = any(${holds.map((hold) => hold.documentId)}::uuid[])
      returning credit_line_id, amount
    )
    update credit_lines set held = held + drawn.amount
    from (select credit_line_id, sum(amount) as amount from taken group by credit_line_id) drawn
    where client_id = ${tenant} and credit_lines.credit_line_id = drawn.credit_line_id`.execute(db);
}

/**
 * Measures the held credit of a sale in another currency at this rate, from now on its own. The lines must be locked; the
 * database refuses to exceed the limit.
 */
export async function revalueHolds({ db, tenant }: Work, saleId: string, pesosPerDollar: string): Promise<void> {
  await sql`
    with wanted as (
      select hold.document_id, hold.credit_line_id, hold.amount, ${heldAt(pesosPerDollar)} as revalued
      from credit_holds hold
      join sale_items item using (client_id, sale_id, document_id)
      join credit_lines line using (client_id, credit_line_id)
      where hold.client_id = ${tenant} and hold.sale_id = ${saleId} and hold.state = 'held'
        and hold.currency <> line.currency
    ), revalued as (
      update credit_holds hold set amount = revalued, exchange_rate = ${pesosPerDollar}::numeric from wanted
      where hold.client_id = ${tenant} and hold.sale_id = ${saleId} and hold.document_id = wanted.document_id
    )
    update credit_lines line set held = held + moved.amount
    from (select credit_line_id, sum(revalued - amount) as amount from wanted group by credit_line_id) moved
    where line.client_id = ${tenant} and line.credit_line_id = moved.credit_line_id`.execute(db);
}

type HoldState = 'held' | 'posted' | 'released' | 'repaid';

/** Selects the holds of these sales and invoices in state `from`; others are skipped, so nothing moves twice. */
interface Move {
  readonly saleIds: readonly string[];
  readonly documentIds: readonly string[];
  readonly from: HoldState;
  readonly to: HoldState;
}

/** Moves the amounts of holds within their lines. */
async function moveHolds({ db, tenant }: Work, move: Move, change: RawBuilder<unknown>): Promise<void> {
  await sql`
    with moved as (
      update credit_holds set state = ${move.to}
      where client_id = ${tenant} and sale_id = any(${move.saleIds}) and document_id = any(${move.documentIds})
        and state = ${move.from}
      returning credit_line_id, amount
    )
    update credit_lines set ${change}
    from (select credit_line_id, sum(amount) as amount from moved group by credit_line_id) total
    where client_id = ${tenant} and credit_lines.credit_line_id = total.credit_line_id`.execute(db);
}

/** Releases held credit. */
export function releaseHolds(work: Work, saleIds: readonly string[], documentIds: readonly string[]): Promise<void> {
  return moveHolds(work, { saleIds, documentIds, from: 'held', to: 'released' }, sql`held = held - total.amount`);
}

/** Turns held credit into used credit when the deposit is paid. */
export function postHolds(work: Work, saleIds: readonly string[], documentIds: readonly string[]): Promise<void> {
  const change = sql`held = held - total.amount, used = used + total.amount`;
  return moveHolds(work, { saleIds, documentIds, from: 'held', to: 'posted' }, change);
}

/** Releases used credit of sales that were booked by mistake. */
export function unpostHolds(work: Work, saleIds: readonly string[], documentIds: readonly string[]): Promise<void> {
  return moveHolds(work, { saleIds, documentIds, from: 'posted', to: 'released' }, sql`used = used - total.amount`);
}

/** Releases used credit when the invoice is paid. */
export function repayHolds(work: Work, saleIds: readonly string[], documentIds: readonly string[]): Promise<void> {
  return moveHolds(work, { saleIds, documentIds, from: 'posted', to: 'repaid' }, sql`used = used - total.amount`);
}

/**
 * Uses credit again for invoices whose payment was reversed: their advance, or what is owed if that is less, at the rate of
 * their sale. The lines must be locked.
 */
export async function raiseHolds({ db, tenant }: Work, invoices: readonly Owed[]): Promise<void> {
  const rows = invoices.map(({ owed, owedByReceiver, ...invoice }) => ({
    ...invoice,
    owed: decimalOf(owed),
    face: decimalOf(owedByReceiver),
  }));
  await sql`
    with wanted as (
      select hold.sale_id, hold.document_id, hold.credit_line_id, invoice.face,
        case hold.state when 'posted' then hold.amount else 0 end as used, least(${inLine(FULL)}, ${inLine(sql`owed`)}) as raised
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as invoice("saleId" uuid, "documentId" uuid, owed numeric, face numeric)
      join credit_holds hold on hold.client_id = ${tenant} and hold.sale_id = "saleId" and hold.document_id = "documentId"
      join sale_items item on item.client_id = ${tenant} and item.sale_id = hold.sale_id and item.document_id = hold.document_id
      join credit_lines line on line.client_id = ${tenant} and line.credit_line_id = hold.credit_line_id
      where hold.state in ('posted', 'repaid')
    ), raised as (
      update credit_holds hold set state = 'posted', amount = raised, face = wanted.face from wanted
      where hold.client_id = ${tenant} and hold.sale_id = wanted.sale_id and hold.document_id = wanted.document_id
    )
    update credit_lines line set used = line.used + grown.amount
    from (select credit_line_id, sum(raised - used) as amount from wanted group by credit_line_id) grown
    where line.client_id = ${tenant} and line.credit_line_id = grown.credit_line_id`.execute(db);
}

const FULL = sql`case when item.advance > 0 then item.advance else item.total end`;

/** An amount of a `hold` in the currency of its `line`. */
const inLine = (amount: RawBuilder<unknown>) => sql<string>`case
  when line.currency = hold.currency then ${amount}
  when line.currency = 'MXN' then greatest(round(${amount} * hold.exchange_rate, 2), 0.01)
  else greatest(round(${amount} / hold.exchange_rate, 2), 0.01) end`;

interface Owed {
  readonly saleId: string;
  readonly documentId: string;
  /** Amounts in the invoice's currency; the receiver's part is not what the client must buy back. */
  readonly owed: Money<FinancedCurrency>;
  readonly owedByReceiver: Money<FinancedCurrency>;
}

/**
 * Sets used credit to the advance of invoices in credit, or to what is owed if that is less, at the rate of their sale, and
 * the exposure of their receivers. The database refuses to exceed a limit.
 */
export async function measureHolds({ db, tenant }: Work, invoices: readonly Owed[]): Promise<void> {
  const rows = invoices.map(({ saleId, documentId, owed, owedByReceiver }) => ({
    saleId,
    documentId,
    owed: decimalOf(owed),
    face: decimalOf(owedByReceiver),
  }));
  await sql`
    with wanted as (
      select hold.sale_id, hold.document_id, hold.credit_line_id, hold.amount, invoice.face, case
        when line.currency = hold.currency then least(case when item.advance > 0 then item.advance else item.total end, owed)
        when line.currency = 'MXN' then least(${heldAt(sql`hold.exchange_rate`)}, round(owed * hold.exchange_rate, 2))
        else least(${heldAt(sql`hold.exchange_rate`)}, greatest(round(owed / hold.exchange_rate, 2), 0.01)) end as measured
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as invoice(
        "saleId" uuid, "documentId" uuid, owed numeric, face numeric
      )
      join credit_holds hold on hold.client_id = ${tenant} and hold.sale_id = "saleId" and hold.document_id = "documentId"
      join sale_items item on item.client_id = ${tenant} and item.sale_id = "saleId" and item.document_id = "documentId"
      join credit_lines line on line.client_id = ${tenant} and line.credit_line_id = hold.credit_line_id
      where hold.state = 'posted'
    ), measured as (
      update credit_holds hold set amount = measured, face = wanted.face from wanted
      where hold.client_id = ${tenant} and hold.sale_id = wanted.sale_id and hold.document_id = wanted.document_id
    )
    update credit_lines line set used = used + moved.amount
    from (select credit_line_id, sum(measured - amount) as amount from wanted group by credit_line_id) moved
    where line.client_id = ${tenant} and line.credit_line_id = moved.credit_line_id`.execute(db);
}
