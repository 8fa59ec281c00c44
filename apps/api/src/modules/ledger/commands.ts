import type { IsoDate } from '@anticipa/domain/calendar';
import { imbalance, type LedgerLine } from '@anticipa/domain/ledger';
import { decimalOf, type FinancedCurrency } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { decimal, valuesOf, whole } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';

/** Changes of a debt that no transfer makes. */
export type AdjustmentEvent = 'recourse' | 'supplier-credit' | 'paid-to-client' | 'write-off';

/** The record that an event is about. */
type Subject =
  | {
      readonly event: 'authorisation' | 'withdrawal' | 'commission' | 'disbursement' | 'opening';
      readonly saleId: string;
    }
  | { readonly event: 'collection' | 'balance-payment' | 'recovery' | 'forward'; readonly collectionId: string }
  | { readonly event: 'shortfall'; readonly shortfallId: string }
  | ({ readonly event: 'late-charges' | 'early-payment' | 'rebate' | 'release' | 'payout-owed' } & (
      | { readonly collectionId: string }
      | { readonly shortfallId: string }
    ))
  | {
      readonly event: AdjustmentEvent | 'late-charges' | 'early-payment' | 'rebate' | 'release' | 'estimate';
      readonly adjustmentId: string;
    }
  | {
      readonly event:
        | 'interest-invoice'
        | 'credit-note'
        | 'interest-cancellation'
        | 'late-charges-invoice'
        | 'late-charges-cancellation'
        | 'invoice-payment';
      readonly invoiceId: string;
    }
  | { readonly event: 'payout'; readonly payoutId: string }
  // The estimate of a month is about no record.
  | { readonly event: 'estimate' | 'suspension' };

/**
 * An event to book, in one currency. `reverses`: the number of the client's entry that this one cancels whole, with its lines
 * `reversed`; where only that entry tells what happened, also with its event and subject, so that sums by event come out even.
 */
export type LedgerEntry = Subject & {
  readonly reverses?: number;
  readonly currency: FinancedCurrency;
  readonly valueDate: IsoDate;
  readonly lines: readonly LedgerLine[];
};

/** Locks the client's ledger until the transaction ends: balances that decide what to book must be read after it. */
export async function lockLedger({ db, tenant }: Work): Promise<void> {
  await sql`select lock_ledger(${tenant})`.execute(db);
}

/**
 * Appends entries to the client's ledger in order, each chained to the previous one by SHA-256. Throws on an unbalanced or
 * empty entry. Returns the number of the last one.
 */
export async function appendEntries(work: Work, entries: readonly LedgerEntry[]): Promise<number> {
  const drafts = entries.map(({ lines, ...entry }) => {
    if (lines.length === 0 || imbalance(entry.currency, lines).cents !== 0n) {
      throw new Error(`${entry.event} of ${JSON.stringify(entry)} does not balance`);
    }
    return { ...entry, lines: lines.map(toDraftLine) };
  });
  const [last] = await valuesOf(work.db, decimal)`
    select append_entries(${work.tenant}, ${JSON.stringify(drafts)}::jsonb, ${work.today}::date, ${work.at})`;
  return Number(last);
}

const toDraftLine = ({ account, documentId: document, debit, credit }: LedgerLine) => ({
  account,
  document,
  debit: decimalOf(debit),
  credit: decimalOf(credit),
});

/**
 * Books the interest that the client's invoices in credit earned and that is not booked yet, through today: one entry per day
 * and currency. `documentIds` limits it to some invoices. Returns the number of entries.
 */
export async function accrueInterest(work: Work, documentIds: readonly string[] | null = null): Promise<number> {
  const { db, tenant, today, at } = work;
  const [entries = 0] = await valuesOf(db, whole)`
    select accrue_interest(${tenant}, ${documentIds}::uuid[], ${today}::date, ${today}::date, ${at})`;
  return entries;
}

/** Reverses the interest that an invoice earned after a day, on its days. Returns the sum as a decimal. */
export async function reverseAccruals(work: Work, documentId: string, after: IsoDate): Promise<string> {
  const { db, tenant, today, at } = work;
  const [reversed = '0.00'] = await valuesOf(db, decimal)`
    select reverse_accruals(${tenant}, ${documentId}, ${after}::date, ${today}::date, ${at})::numeric(18, 2)`;
  return reversed;
}

/** Appends the exact reverse of entries, the last one first, on their value dates. */
export async function reverseEntries({ db, tenant, today, at }: Work, numbers: readonly number[]): Promise<void> {
  await sql`select reverse_entries(${tenant}, ${numbers}::bigint[], ${today}::date, ${at})`.execute(db);
}

/** Appends the exact reverse of the entry of a payment, with the day on which the money came back as its value date. */
export async function reverseEntryOn(
  { db, tenant, today, at }: Work,
  number: number,
  valueDate: IsoDate,
): Promise<void> {
  await sql`
    select append_entries(${tenant}, jsonb_build_array(jsonb_build_object(
      'event', event, 'currency', currency, 'valueDate', ${valueDate}::date, 'saleId', sale_id, 'payoutId', payout_id,
      'reverses', entry_number, 'lines', (
        select jsonb_agg(jsonb_build_object('account', account, 'document', document_id, 'debit', credit, 'credit', debit)
          order by line_number)
        from ledger_lines line where line.client_id = entry.client_id and line.entry_number = entry.entry_number
      )
    )), ${today}::date, ${at})
    from ledger_entries entry where client_id = ${tenant} and entry_number = ${number}`.execute(db);
}
