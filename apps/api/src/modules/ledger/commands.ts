import { createHash } from 'node:crypto';
import type { IsoDate } from '@anticipa/domain/calendar';
import { imbalance, type LedgerLine } from '@anticipa/domain/ledger';
import { decimalOf, type FinancedCurrency } from '@anticipa/domain/money';
import { sql } from 'kysely';
import type { Executor } from '../../lib/db/pool.ts';
import type { ClientId } from '../../lib/session/context.ts';

/** What an entry is about. */
type Happening =
  | { readonly event: 'authorisation' | 'withdrawal' | 'disbursement'; readonly saleId: string }
  | { readonly event: 'collection' | 'release'; readonly collectionId: string };

/** One event of a sale or of a collection to book, in one currency. */
export type Entry = Happening & {
  readonly clientId: ClientId;
  readonly currency: FinancedCurrency;
  readonly bookedOn: IsoDate;
  readonly at: Date;
  readonly lines: readonly LedgerLine[];
};

const subjectOf = (entry: Entry): string => ('saleId' in entry ? entry.saleId : entry.collectionId);

/** The hash that a client's first entry follows. */
const CHAIN_START = Buffer.alloc(32);

/**
 * Appends an entry to the client's journal, chained to the one before by SHA-256. Throws on an entry that does not balance
 * or is empty: no caller may want one. Returns the entry's number.
 */
export async function appendEntry(executor: Executor, entry: Entry): Promise<number> {
  const { clientId, lines } = entry;
  if (lines.length === 0 || imbalance(entry.currency, lines).cents !== 0n) {
    throw new Error(`${entry.event} of ${subjectOf(entry)} does not balance`);
  }
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ledger:${clientId}`}, 0))`.execute(executor);
  const last = await executor
    .selectFrom('ledger_entries')
    .select(['entry_number', 'hash'])
    .where('client_id', '=', clientId)
    .orderBy('entry_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entryNumber = Number(last?.entry_number ?? 0) + 1;
  const previous = last?.hash ?? CHAIN_START;
  await executor
    .insertInto('ledger_entries')
    .values({
      client_id: clientId,
      entry_number: String(entryNumber),
      event: entry.event,
      sale_id: 'saleId' in entry ? entry.saleId : null,
      collection_id: 'saleId' in entry ? null : entry.collectionId,
      currency: entry.currency,
      booked_on: entry.bookedOn,
      recorded_at: entry.at,
      previous_hash: previous,
      hash: createHash('sha256')
        .update(canonicalText(entry, entryNumber, previous))
        .digest(),
    })
    .execute();
  await insertLines(executor, { clientId, entryNumber, lines });
  return entryNumber;
}

/** What the hash covers, line by line; queries.ts writes the same text in SQL to verify the chain. */
const canonicalText = (entry: Entry, entryNumber: number, previous: Buffer): string =>
  [
    previous.toString('hex'),
    [
      entry.clientId,
      entryNumber,
      entry.event,
      subjectOf(entry),
      entry.currency,
      entry.bookedOn,
      entry.at.toISOString(),
    ],
    ...entry.lines.map((line, index) => [
      index + 1,
      line.account,
      line.documentId,
      decimalOf(line.debit),
      decimalOf(line.credit),
    ]),
  ]
    .map((part) => (typeof part === 'string' ? part : part.join('|')))
    .join('\n');

async function insertLines(
  executor: Executor,
  { clientId, entryNumber, lines }: { clientId: string; entryNumber: number; lines: readonly LedgerLine[] },
): Promise<void> {
  const rows = lines.map((line, index) => ({
    number: index + 1,
    account: line.account,
    document: line.documentId,
    debit: decimalOf(line.debit),
    credit: decimalOf(line.credit),
  }));
  await sql`
    insert into ledger_lines (client_id, entry_number, line_number, account, document_id, debit, credit)
    select ${clientId}, ${String(entryNumber)}::bigint, line.number, line.account, line.document, line.debit, line.credit
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line(
      number integer, account text, document uuid, debit numeric, credit numeric
    )`.execute(executor);
}
