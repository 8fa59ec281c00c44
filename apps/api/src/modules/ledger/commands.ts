import { createHash } from 'node:crypto';
import { imbalance, type LedgerLine } from '@anticipa/domain/ledger';
import { decimalOf, type FinancedCurrency } from '@anticipa/domain/money';
import { sql } from 'kysely';
import type { Work } from '../../lib/work.ts';

/** An event of a sale or a collection to book, in one currency. */
export type LedgerEntry = (
  | { readonly event: 'authorisation' | 'withdrawal' | 'disbursement'; readonly saleId: string }
  | { readonly event: 'collection' | 'release'; readonly collectionId: string }
) & { readonly currency: FinancedCurrency; readonly lines: readonly LedgerLine[] };

const subjectOf = (entry: LedgerEntry): string => ('saleId' in entry ? entry.saleId : entry.collectionId);

/** Previous hash of a client's first entry. */
const CHAIN_START = Buffer.alloc(32);

/**
 * Appends an entry to the client's ledger, chained to the previous one by SHA-256. Throws on an unbalanced or empty entry.
 * Returns the entry's number.
 */
export async function appendEntry(work: Work, entry: LedgerEntry): Promise<number> {
  const { db, tenant } = work;
  const { lines } = entry;
  if (lines.length === 0 || imbalance(entry.currency, lines).cents !== 0n) {
    throw new Error(`${entry.event} of ${subjectOf(entry)} does not balance`);
  }
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ledger:${tenant}`}, 0))`.execute(db);
  const last = await db
    .selectFrom('ledger_entries')
    .select(['entry_number', 'hash'])
    .where('client_id', '=', tenant)
    .orderBy('entry_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const entryNumber = Number(last?.entry_number ?? 0) + 1;
  const previous = last?.hash ?? CHAIN_START;
  await db
    .insertInto('ledger_entries')
    .values({
      client_id: tenant,
      entry_number: String(entryNumber),
      event: entry.event,
      sale_id: 'saleId' in entry ? entry.saleId : null,
      collection_id: 'saleId' in entry ? null : entry.collectionId,
      currency: entry.currency,
      booked_on: work.today,
      recorded_at: work.at,
      previous_hash: previous,
      hash: createHash('sha256')
        .update(canonicalText(work, entry, entryNumber, previous))
        .digest(),
    })
    .execute();
  await insertLines(work, entryNumber, lines);
  return entryNumber;
}

/** The hashed text; queries.ts builds the same text in SQL to verify the chain. */
const canonicalText = (work: Work, entry: LedgerEntry, entryNumber: number, previous: Buffer): string =>
  [
    previous.toString('hex'),
    [work.tenant, entryNumber, entry.event, subjectOf(entry), entry.currency, work.today, work.at.toISOString()],
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

async function insertLines({ db, tenant }: Work, entryNumber: number, lines: readonly LedgerLine[]): Promise<void> {
  const rows = lines.map((line, index) => ({
    number: index + 1,
    account: line.account,
    document: line.documentId,
    debit: decimalOf(line.debit),
    credit: decimalOf(line.credit),
  }));
  await sql`
    insert into ledger_lines (client_id, entry_number, line_number, account, document_id, debit, credit)
    select ${tenant}, ${String(entryNumber)}::bigint, line.number, line.account, line.document, line.debit, line.credit
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line(
      number integer, account text, document uuid, debit numeric, credit numeric
    )`.execute(db);
}
