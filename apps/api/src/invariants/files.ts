/** Compares the rows that name stored files with the stored files, both ways. */
import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { FileStorage, StoredFile } from '../gateways/storage/port.ts';
import { requireAllClients } from './check.ts';

/** Findings in each direction, as `client/sha256`. */
export interface FileFindings {
  /** Files compared. */
  readonly compared: number;
  /** Named by a row, but not stored. */
  readonly missing: readonly string[];
  /** Stored with other bytes. */
  readonly damaged: readonly string[];
  /** Stored, but named by no row: left by a refusal or a lost transaction, and harmless. */
  readonly unnamed: readonly string[];
}

const BATCH = 1000;

const NAMED = `(select client_id, sha256 from files union
  select client_id, sha256 from interest_invoices where sha256 is not null union
  select client_id, sha256 from payment_complements where sha256 is not null union
  select client_id, evidence_sha256 from assignment_notices where evidence_sha256 is not null union
  select client_id, sha256 from invoice_message_files) named`;

const nameOf = ({ clientId, sha256 }: StoredFile): string => `${clientId}/${sha256.toString('hex')}`;

/** Checks every file; throws InsufficientPrivileges, or StorageUnavailable. */
export async function checkFiles(client: pg.Client, storage: FileStorage): Promise<FileFindings> {
  await requireAllClients(client);
  const missing: string[] = [];
  const damaged: string[] = [];
  let compared = 0;
  for await (const file of namedFiles(client)) {
    compared += 1;
    const state = await stateOf(file, storage);
    // A file past its retention is deleted before its row.
    if (state === 'missing' && (await unnamedOf(client, [file])).length === 0) missing.push(nameOf(file));
    if (state === 'damaged') damaged.push(nameOf(file));
  }
  const unnamed: string[] = [];
  let batch: StoredFile[] = [];
  for await (const file of storage.list()) {
    batch.push(file);
    if (batch.length < BATCH) continue;
    unnamed.push(...(await unnamedOf(client, batch)));
    batch = [];
  }
  unnamed.push(...(await unnamedOf(client, batch)));
  return { compared, missing, damaged, unnamed };
}

/** Reads in slices, so that no transaction stays open while files are read. */
async function* namedFiles(client: pg.Client): AsyncGenerator<StoredFile> {
  let after: StoredFile = { clientId: '00000000-0000-0000-0000-000000000000', sha256: Buffer.alloc(0) };
  for (;;) {
    const { rows } = await client.query<{ client_id: string; sha256: Buffer }>(
      `select client_id, sha256 from ${NAMED} where (client_id, sha256) > ($1, $2) order by client_id, sha256 limit ${BATCH}`,
      [after.clientId, after.sha256],
    );
    for (const row of rows) {
      after = { clientId: row.client_id, sha256: row.sha256 };
      yield after;
    }
    if (rows.length < BATCH) return;
  }
}

async function stateOf(
  { clientId, sha256 }: StoredFile,
  storage: FileStorage,
): Promise<'good' | 'missing' | 'damaged'> {
  const content = await storage.open(clientId, sha256);
  if (content === null) return 'missing';
  const hash = createHash('sha256');
  await pipeline(content, hash);
  return hash.digest().equals(sha256) ? 'good' : 'damaged';
}

async function unnamedOf(client: pg.Client, files: readonly StoredFile[]): Promise<string[]> {
  const { rows } = await client.query<{ client_id: string; sha256: Buffer }>(
    `select stored.client_id, stored.sha256 from unnest($1::uuid[], $2::bytea[]) stored(client_id, sha256)
     where not exists (select from files where (files.client_id, files.sha256) = (stored.client_id, stored.sha256))
       and not exists (select from interest_invoices issued
         where (issued.client_id, issued.sha256) = (stored.client_id, stored.sha256))
       and not exists (select from payment_complements complement
         where (complement.client_id, complement.sha256) = (stored.client_id, stored.sha256))
       and not exists (select from assignment_notices notice
         where (notice.client_id, notice.evidence_sha256) = (stored.client_id, stored.sha256))
       and not exists (select from invoice_message_files sent
         where (sent.client_id, sent.sha256) = (stored.client_id, stored.sha256))`,
    [files.map(({ clientId }) => clientId), files.map(({ sha256 }) => sha256)],
  );
  return rows.map((row) => nameOf({ clientId: row.client_id, sha256: row.sha256 }));
}
