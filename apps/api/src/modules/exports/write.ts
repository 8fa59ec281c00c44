import type { ExportedTable, ExportFormat, exportTable } from '@anticipa/contract/exports';
import type { QueryOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { csvText, plainText } from '@anticipa/texts/csv';
import type { Deps } from '../../lib/deps.ts';
import type { Caller } from '../../lib/session/context.ts';
import { runAs } from '../../lib/transaction.ts';
import { type Sheet, xlsxOf } from '../../lib/xlsx.ts';
import { exportedTables } from './tables.ts';

interface ExportFile {
  readonly content: Buffer;
  readonly name: string;
  /** The media type. */
  readonly type: string;
}

const types: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/**
 * Writes a table from one snapshot of the database. The file is sent once complete: a failure half-way is an error, not a
 * short file, and a slow reader holds no connection.
 */
export function makeExport(
  deps: Deps,
  caller: Caller,
  table: ExportedTable,
  { format, ...range }: QueryOf<typeof exportTable>,
): Promise<Outcome<ExportFile>> {
  const { name, columns, rows } = exportedTables[table];
  return runAs(deps, caller, async (work) => {
    let count = 0;
    async function* counted() {
      for await (const group of rows(work, range)) {
        count += group.length;
        yield group;
      }
    }
    const sheet = { name, columns, rows: counted() };
    const content = await (format === 'xlsx' ? xlsxOf(sheet) : csvOf(sheet));
    if (count === 0) return refuse('NOTHING_TO_EXPORT');
    return done({ content, name: fileName(name, range, work.today, format), type: types[format] });
  });
}

/** In UTF-8 with a byte order mark. */
async function csvOf({ columns, rows }: Sheet): Promise<Buffer> {
  const parts = [Buffer.from(`\uFEFF${csvText([columns.map(({ header }) => header)])}`)];
  for await (const group of rows) parts.push(Buffer.from(csvText(group.map((row) => row.map(plainText)))));
  return Buffer.concat(parts);
}

/** "Facturas Liquidadas" of March → `facturas-liquidadas-2026-03-01-a-2026-03-31.xlsx`. */
function fileName(
  name: string,
  { from, to }: { readonly from?: string | undefined; readonly to?: string | undefined },
  today: string,
  format: ExportFormat,
): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(' ', '-');
  return `${plain}-${from ? `${from}-a-` : 'hasta-'}${to ?? today}.${format}`;
}
