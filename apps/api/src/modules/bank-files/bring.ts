/** Takes in files of movements: each row becomes a movement, is one that is known, or is left out with a reason. */
import { createHash, randomUUID } from 'node:crypto';
import {
  type BankFile,
  type BankFilePreview,
  type BankRowKind,
  type bringBankFile,
  PREVIEWED_ROWS,
} from '@anticipa/contract/bank-files';
import type { QueryOf } from '@anticipa/contract/route';
import { bankLineKey, type KnownLine } from '@anticipa/domain/bank-line';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import type { OperatorWork, WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { accountById, fileById, lockAccount } from './queries.ts';
import { decimal, type ReadFile, readFile, statedBalances, totalsOf } from './read.ts';

/** A file as it would be taken in, with its first rows of each kind. */
export async function preview(work: WideWork, accountId: string, bytes: Uint8Array): Promise<Outcome<BankFilePreview>> {
  const account = await accountById(work, accountId);
  if (!account) return refuse('NOT_FOUND');
  const read = await readFile(work, account, bytes);
  if (!read.ok) return read;
  return done({ ...totalsOf(read.value), rows: previewedRows(read.value) });
}

const nameOf = ({ trackingKey, reference, text }: Pick<KnownLine, 'trackingKey' | 'reference' | 'text'>): string =>
  [trackingKey, reference, text].filter((part) => part !== '').join(' · ');

function previewedRows({ lines, unread }: ReadFile): BankFilePreview['rows'] {
  const rows: BankFilePreview['rows'] = [
    ...unread.map(({ row, content }) => ({ row, kind: 'unread' as const, content, movement: null, resembles: null })),
    ...lines.map(({ row, line: { cents, balance, isReversal: _, ...line }, as }) => ({
      row,
      kind: as.kind,
      content: null,
      movement: { ...line, amount: decimal(cents), balance: balance === null ? null : decimal(balance) },
      resembles: as.kind === 'resembles' ? nameOf(as.like) : null,
    })),
  ];
  const first = (kind: BankRowKind) => rows.filter((each) => each.kind === kind).slice(0, PREVIEWED_ROWS);
  return (['unread', 'resembles', 'new', 'known'] as const).flatMap(first);
}

/** The same file again adds nothing: its rows are those of movements that are known. */
export async function bring(
  work: OperatorWork,
  accountId: string,
  { name, unread: reason }: QueryOf<typeof bringBankFile>,
  bytes: Uint8Array,
): Promise<Outcome<{ file: BankFile }>> {
  const account = await lockAccount(work, accountId);
  if (!account) return refuse('NOT_FOUND');
  const read = await readFile(work, account, bytes);
  if (!read.ok) return read;
  if (read.value.unread.length > 0 && reason === undefined) return refuse('BANK_ROWS_UNREAD');
  const fileId = randomUUID();
  await work.db
    .insertInto('bank_files')
    .values({
      file_id: fileId,
      account_id: accountId,
      name,
      digest: createHash('sha256').update(bytes).digest(),
      ...statedBalances(read.value.balances),
      unread_reason: read.value.unread.length > 0 ? (reason ?? null) : null,
      brought_by: work.actor.operatorId,
      brought_at: work.at,
    })
    .execute();
  await store(work, accountId, fileId, read.value);
  const { counts } = totalsOf(read.value);
  const details = {
    name,
    rows: counts.new + counts.known + counts.resembles + counts.unread,
    added: counts.new + counts.resembles,
  };
  await writeAudit(work, { action: 'bank-file.bring', subject: `bank-file:${fileId}`, details });
  const file = await fileById(work, fileId);
  if (file === undefined) throw new Error('a file of the bank that vanished');
  return done({ file });
}

async function store(
  { db }: OperatorWork,
  accountId: string,
  fileId: string,
  { lines, unread }: ReadFile,
): Promise<void> {
  const rows = lines.map(({ row, line, as }) => ({
    row,
    kind: as.kind,
    line: as.kind === 'known' ? as.known.lineId : randomUUID(),
    ordinal: as.kind === 'known' ? null : as.ordinal,
    like: as.kind === 'resembles' ? as.like.lineId : null,
    cause: as.kind === 'resembles' ? 'resembles' : line.isReversal ? 'reversal' : null,
    key: bankLineKey(line),
    day: line.date,
    amount: decimal(line.cents),
    tracking_key: line.trackingKey,
    reference: line.reference,
    text: line.text,
    balance: line.balance === null ? null : decimal(line.balance),
  }));
  await sql`
    insert into bank_lines (line_id, account_id, line_key, ordinal, booked_on, amount, tracking_key, reference, text, balance, state, cause, resembles)
    select line, ${accountId}, key, ordinal, day, amount, tracking_key, reference, text, balance,
      case when cause is null then 'due' else 'waiting' end, cause, "like"
    from jsonb_to_recordset(${JSON.stringify(rows.filter(({ kind }) => kind !== 'known'))}::jsonb) as row(
      line uuid, key text, ordinal integer, day date, amount numeric, tracking_key text, reference text, text text, balance numeric,
      cause text, "like" uuid)`.execute(db);
  const all = [
    ...rows.map(({ row, kind, line }) => ({ row, kind, line, content: null })),
    ...unread.map(({ row, content }) => ({ row, kind: 'unread', line: null, content })),
  ];
  await sql`
    insert into bank_file_rows (file_id, row_number, kind, line_id, content)
    select ${fileId}, row, kind, line, content
    from jsonb_to_recordset(${JSON.stringify(all)}::jsonb) as of_file(row integer, kind text, line uuid, content text)`.execute(
    db,
  );
}
