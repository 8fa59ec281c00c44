/** A month in one archive, of the lender or of a client. Each file is read in a transaction of its own, as of the same instant. */
import { parseAccountingMonth } from '@anticipa/domain/accounting-month';
import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';
import { bookProblemText } from '@anticipa/texts/book-problems';
import { formatMonth } from '@anticipa/texts/format';
import { balanceTable, bookLineTable } from '@anticipa/texts/tables/books';
import type { ArchivedFile } from '../../platform/documents/archive.ts';
import { fileOf, sheetOf } from '../../platform/documents/export-file.ts';
import type { Sheet } from '../../platform/documents/xlsx.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { letterheadOf } from '../brand/queries.ts';
import type { Deps } from '../deps.ts';
import { exportedTables } from '../exports/tables.ts';
import { filedMonth } from '../ledger/accountant.ts';
import { allLinesOfBooks, trialBalance } from '../ledger/books.ts';
import { bookFileOf } from '../ledger/month-files.ts';
import { statementPdf } from '../statements/commands.ts';
import { statementOf } from '../statements/statement.ts';
import { cfdiFiles } from './cfdi-files.ts';
import { entriesSheet } from './client-entries.ts';

type Read<W> = <T>(query: (work: W) => Promise<T>) => Promise<T>;
type PackageDeps = Pick<Deps, 'storage' | 'log' | 'payouts'>;

/** Files that the authority gets only with the number of its request are not part of a month. */
const monthly = ['catalogue', 'balance', 'contpaqi', 'coi'] as const;

/** The text that names the missing parts of an archive; none if it is complete. */
function* lacking(lines: readonly string[]): Generator<ArchivedFile> {
  if (lines.length > 0) yield { path: 'faltan.txt', content: Buffer.from(`${lines.join('\r\n')}\r\n`) };
}

/** A sheet as a file, whose rows are read before the transaction ends; none without a row. */
async function sheetFile(sheet: Sheet, month: Month, today: string): Promise<ArchivedFile[]> {
  const made = await fileOf(sheet, { format: 'xlsx', from: firstDayOf(month), to: lastDayOf(month), today });
  return made.ok ? [{ path: made.value.name, content: made.value.content }] : [];
}

/** The lender's month: its books in sheets, the files for its accountant, and all CFDI. */
export async function* lenderFiles(
  deps: PackageDeps,
  read: Read<WideWork>,
  month: Month,
): AsyncGenerator<ArchivedFile> {
  const stp = await deps.payouts.payingAccount();
  const days = { startDate: firstDayOf(month), endDate: lastDayOf(month) };
  const lacks: string[] = [];
  for (const make of [
    (work: WideWork) => sheetOf('Balanza', balanceTable, trialBalance(work, days, stp)),
    (work: WideWork) => sheetOf('Diario', bookLineTable, allLinesOfBooks(work, days, stp)),
  ])
    yield* await read(async (work) => sheetFile(make(work), month, work.today));
  const filed = parseAccountingMonth(month);
  if (filed !== null) {
    const books = await read((work) => filedMonth(work, filed, stp));
    for (const kind of monthly) {
      const made = bookFileOf(books, kind);
      if (made.ok) yield { path: `contabilidad/${made.name}`, content: Buffer.from(await made.content()) };
      else lacks.push(...made.problems.map(bookProblemText));
    }
  }
  yield* cfdiFiles(deps, read, { from: firstDayOf(month), to: lastDayOf(month) }, lacks);
  yield* lacking([...new Set(lacks)]);
}

/** Tables of a client's month, beside its statement, and what each is for. */
const tables = [
  ['movements', 'Movimientos del estado de cuenta'],
  ['sales', 'Ventas enviadas en el mes, con su importe y su estado'],
  ['settled', 'Facturas que se liquidaron en el mes, con su aforo, su interés y su devolución'],
  ['received', 'Cobros: lo que pagaron tus clientes por cada factura, con su clave de rastreo'],
  ['transfers', 'Depósitos y devoluciones que se te transfirieron, con su clave de rastreo'],
  ['costs', 'Costo por pagador: interés, IVA, recargos, comisión, tasa efectiva anual y días reales'],
  ['interest', 'Interés de cada factura y su IVA, por mes de devengo'],
  ['complements', 'Datos para tus complementos de pago'],
  ['issued', 'CFDI que se te emitieron en el mes'],
] as const;

/** The last file of a client's archive, which names the others. */
function indexOf(
  { month, rfc }: { readonly month: Month; readonly rfc: string },
  lines: readonly string[],
): ArchivedFile {
  const head = [`Paquete de ${formatMonth(month)} de ${rfc}`, ''];
  return { path: 'indice.txt', content: Buffer.from(`\uFEFF${[...head, ...lines].join('\r\n')}\r\n`) };
}

/** A client's month: statement, its tables, the lender's entries of the client, the CFDI, and an index of them all. */
export async function* clientFiles(
  deps: PackageDeps,
  read: Read<Work>,
  asked: { readonly month: Month; readonly clientId: ClientId; readonly knownAt: Date },
): AsyncGenerator<ArchivedFile> {
  const index: string[] = [];
  for await (const { about, ...file } of monthOfClient(deps, read, asked)) {
    index.push(`${file.path}: ${about}.`);
    yield file;
  }
  const { rfc } = await read(({ db }) =>
    db.selectFrom('clients').select('rfc').where('client_id', '=', asked.clientId).executeTakeFirstOrThrow(),
  );
  yield indexOf({ month: asked.month, rfc }, index);
}

interface ExplainedFile extends ArchivedFile {
  readonly about: string;
}

async function* monthOfClient(
  deps: PackageDeps,
  read: Read<Work>,
  { month, clientId, knownAt }: Parameters<typeof clientFiles>[2],
): AsyncGenerator<ExplainedFile> {
  const [from, to] = [firstDayOf(month), lastDayOf(month)];
  const period = { from, to, knownAt };
  const statement = await read((work) => statementOf(work, period));
  const brand = await read(letterheadOf);
  yield {
    path: `estado-de-cuenta-${from}-a-${to}.pdf`,
    content: await statementPdf(statement, brand),
    about: 'Estado de cuenta del mes',
  };
  for (const [table, about] of tables) {
    const { name, columns, rows } = exportedTables[table];
    yield* explained(
      await read((work) => sheetFile({ name, columns, rows: rows(work, { from, to }) }, month, work.today)),
      about,
    );
  }
  const entries = await read((work) => sheetFile(entriesSheet(work, period), month, work.today));
  yield* explained(entries, 'Asientos de la financiera sobre tus facturas');
  const lacks: string[] = [];
  for await (const file of cfdiFiles(deps, (query) => read(query), { from, to, clientId }, lacks))
    yield { ...file, about: file.path.endsWith('.xml') ? 'CFDI timbrado' : 'El mismo CFDI, impreso' };
  yield* explained(lacking(lacks), 'CFDI que no se pudieron incluir');
}

function* explained(files: Iterable<ArchivedFile>, about: string): Generator<ExplainedFile> {
  for (const file of files) yield { ...file, about };
}
