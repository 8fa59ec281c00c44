/** The adjustments of an invoice, and their entries. */
import { type Adjustment, listAdjustments } from '@anticipa/contract/adjustments';
import { financedCurrency } from '@anticipa/contract/wire';
import { accounts, type LedgerLine } from '@anticipa/domain/ledger';
import { moneyOf } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, instant, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { isInForce } from '../ledger/queries.ts';
import { folioIn } from '../log/queries.ts';

const listed = listAdjustments.response.shape;
const adjustmentRow = listed.data.element.extend({ bookedAt: instant });

/**
 * Whether nothing that stands was booked for its invoice after the last entry of an adjustment: interest, its CFDI and estimates change nothing, and the
 * CFDI of late charges of an invoice in credit is cancelled.
 */
const wasLast = sql`not exists (
  select from ledger_lines line join ledger_entries entry using (client_id, entry_number)
  where line.client_id = made.client_id and line.document_id = made.document_id and ${isInForce}
    and entry.event not in ('accrual', 'accrual-reversal', 'interest-invoice', 'credit-note', 'interest-cancellation',
      'late-charges-invoice', 'late-charges-cancellation', 'estimate', 'suspension')
    and entry.entry_number > (
      select max(own.entry_number) from ledger_entries own
      where own.client_id = made.client_id and own.adjustment_id = made.adjustment_id and own.reverses is null))`;

/** For an adjustment `made` in a query. */
export const isWithdrawn = sql<boolean>`exists (
  select from adjustments ended where ended.client_id = made.client_id and ended.withdraws = made.adjustment_id)`;

/** For settled `invoices` in a query: whether their receiver paid, which says how late it pays. No bought-back invoice and no loss counts. */
export const isPaidByReceiver = sql<boolean>`(invoices.written_off = 0 and not exists (
  select from adjustments made
  where made.client_id = invoices.client_id and made.document_id = invoices.document_id and made.kind = 'recourse' and not ${isWithdrawn}))`;

const select = sql`
  select made.adjustment_id as "adjustmentId", made.kind, made.amount, made.covered, made.value_date as "valueDate",
    made.pay_by as "payBy", made.cfdi_uuid as "cfdiUuid", made.reason, made.booked_at as "bookedAt", trim(first_name || ' ' || last_name) as "bookedBy",
    made.kind in ('recourse', 'credit-note', 'paid-to-client') and invoices.status = 30 and ${wasLast} and not ${isWithdrawn} as "canWithdraw"
  from adjustments made
  join invoices using (client_id, document_id)
  join operators on operators.operator_id = made.booked_by`;

/** The adjustments of an invoice, oldest first. */
export async function adjustmentsOf({ db, tenant }: Work, documentId: string): Promise<Adjustment[]> {
  return await rowsOf(db, adjustmentRow)`
    ${select} where made.client_id = ${tenant} and made.document_id = ${documentId} order by made.booked_at, made.withdraws is not null, made.adjustment_id`;
}

/** The adjustment with an id. Throws if there is none. */
export async function adjustmentById({ db }: WideWork, adjustmentId: string): Promise<Adjustment> {
  const [row] = await rowsOf(db, adjustmentRow)`${select} where made.adjustment_id = ${adjustmentId}`;
  if (!row) throw new Error(`adjustment ${adjustmentId} was not stored`);
  return row;
}

/** Whether a supplier's credit note has reduced an invoice, and was not withdrawn. */
export async function isNoteUsed({ db }: WideWork, cfdiUuid: string): Promise<boolean> {
  const used = await db
    .selectFrom('adjustments as made')
    .select('adjustment_id')
    .where('cfdi_uuid', '=', cfdiUuid)
    .where((eb) => eb.not(isWithdrawn))
    .executeTakeFirst();
  return used !== undefined;
}

/** Credit notes of the issuer that name the invoice, are in force and reduce nothing yet. */
export const unusedNotes = ({ db, tenant }: Work, documentId: string) => rowsOf(db, listed.creditNotes.element)`
  select note.uuid as "cfdiUuid", ${folioIn('note')} as folio, note.total
  from invoices
  join cfdi_relations stated on stated.client_id = invoices.client_id and stated.related_uuid = invoices.uuid and stated.type = 'E'
  join credit_notes note on note.client_id = stated.client_id and note.uuid = stated.uuid
  where invoices.client_id = ${tenant} and invoices.document_id = ${documentId} and not note.is_cancelled
    and note.currency = invoices.currency and not exists (
      select from adjustments used where used.cfdi_uuid = note.uuid and not exists (
        select from adjustments ended where ended.client_id = used.client_id and ended.withdraws = used.adjustment_id))
  order by note.emitted_on, note.uuid`;

/** Events of an adjustment that can be withdrawn. */
const withdrawnEvents = z.enum(['recourse', 'supplier-credit', 'paid-to-client', 'rebate', 'late-charges']);

interface Entry {
  readonly number: number;
  readonly event: z.output<typeof withdrawnEvents>;
  readonly lines: readonly LedgerLine[];
}

const lineRow = z.object({
  number: z.coerce.number(),
  event: withdrawnEvents,
  currency: financedCurrency,
  account: z.enum(accounts),
  documentId: z.string(),
  debit: decimal,
  credit: decimal,
});

/** Entries that an adjustment booked, with those that hang on it. */
export async function entriesOfAdjustment({ db, tenant }: Work, adjustmentId: string): Promise<Entry[]> {
  const rows = await rowsOf(db, lineRow)`
    select entry.entry_number as number, event, entry.currency, account, document_id as "documentId", debit, credit
    from ledger_entries entry join ledger_lines using (client_id, entry_number)
    where entry.client_id = ${tenant} and adjustment_id = ${adjustmentId} and reverses is null
    order by entry_number, line_number`;
  return [...Map.groupBy(rows, ({ number }) => number)].flatMap(([number, [first, ...rest]]) =>
    first === undefined
      ? []
      : {
          number,
          event: first.event,
          lines: [first, ...rest].map(({ account, documentId, currency, debit, credit }) => ({
            account,
            documentId,
            debit: moneyOf(debit, currency),
            credit: moneyOf(credit, currency),
          })),
        },
  );
}
