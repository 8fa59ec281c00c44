import { exportTable } from '@anticipa/contract/exports';
import { fileOf, sendFile } from '../../platform/documents/export-file.ts';
import { queueHeavyRead } from '../../platform/http/heavy-reads.ts';
import { type Served, serveRaw } from '../../platform/http/http.ts';
import { readLong } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { exportedTables } from './tables.ts';

export const exportRoutes: readonly Served<Deps>[] = [
  serveRaw(exportTable, async (deps, { caller, params: { table }, query: { format, ...range } }, reply) => {
    const { name, columns, rows } = exportedTables[table];
    const made = await queueHeavyRead(caller.actor, () =>
      // One snapshot of the database; a slow reader of the file holds no connection.
      readLong(deps, caller, (work) =>
        fileOf({ name, columns, rows: rows(work, range) }, { format, ...range, today: work.today }),
      ),
    );
    return sendFile(reply, made);
  }),
];
