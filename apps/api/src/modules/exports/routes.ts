import { exportClientTable } from '@anticipa/contract/client-papers';
import { type ExportedTable, type ExportFormat, exportTable } from '@anticipa/contract/exports';
import { fileOf, sendFile } from '../../platform/documents/export-file.ts';
import { queueHeavyRead } from '../../platform/http/heavy-reads.ts';
import { type Served, serveRaw } from '../../platform/http/http.ts';
import { readLong } from '../../platform/work/transaction.ts';
import type { Work } from '../../platform/work/work.ts';
import { readClient } from '../clients/reading.ts';
import type { Deps } from '../deps.ts';
import { exportedTables, type Range } from './tables.ts';

const fileOfTable = (table: ExportedTable, format: ExportFormat, range: Range) => (work: Work) => {
  const { name, columns, rows } = exportedTables[table];
  return fileOf({ name, columns, rows: rows(work, range) }, { format, ...range, today: work.today });
};

export const exportRoutes: readonly Served<Deps>[] = [
  serveRaw(exportTable, async (deps, { caller, params: { table }, query: { format, ...range } }, reply) => {
    // The file comes from one snapshot of the database, and a slow reader of it holds no connection.
    const made = await queueHeavyRead(caller.actor, () => readLong(deps, caller, fileOfTable(table, format, range)));
    return sendFile(reply, made);
  }),
  serveRaw(exportClientTable, async (deps, { caller, params, query: { format, ...range } }, reply) => {
    const { clientId, table } = params;
    return sendFile(reply, await readClient(deps, caller, clientId, fileOfTable(table, format, range)));
  }),
];
