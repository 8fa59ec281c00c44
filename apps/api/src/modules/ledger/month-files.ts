/** The files of a month of the books, each written by the writer of its format. */
import { writeChart, writeTrialBalance } from '@anticipa/cfdi/electronic-accounting';
import { writeAccountDetail, writeEntries, writeFolios } from '@anticipa/cfdi/electronic-entries';
import type { BookFileKind, downloadBookFile } from '@anticipa/contract/accountant';
import type { QueryOf } from '@anticipa/contract/route';
import type { AccountingRequest, BookFile, BookProblem } from '@anticipa/domain/accounting-books';
import { civilMonth } from '@anticipa/domain/accounting-month';
import { type AccountingProgram, coiRows, contpaqiFile } from '@anticipa/domain/accounting-programs';
import { dateOf } from '@anticipa/domain/calendar';
import { filedEntries } from '@anticipa/domain/filed-books';
import { plainXlsxOf } from '../../platform/documents/xlsx.ts';
import type { FiledMonth } from './accountant.ts';

type Options = QueryOf<typeof downloadBookFile>;
type Content = string | Uint8Array | Promise<Buffer>;

/** A request of each kind is checked with this one until it is given. */
const SAMPLE: AccountingRequest = { type: 'AF', number: 'ABC1234567/26' };

/** Writes a file, or says what keeps it from being written; a sheet is drawn later. */
export function bookFileOf(
  filed: FiledMonth,
  kind: BookFileKind,
  { changed, request, number = '' }: Options = {},
): BookFile<() => Content> {
  const { month, rfc, chart, balances, problems } = filed;
  const period = { rfc, ...month };
  const asked = request === undefined ? SAMPLE : { type: request, number };
  const requested = () => ({ request: asked, chart, entries: filedEntries(filed.entries, filed.numbers), balances });
  switch (kind) {
    case 'catalogue':
      return writtenBy(problems.balances, () => writeChart(period, chart), asIs);
    case 'balance': {
      const type =
        changed === undefined ? ({ type: 'N' } as const) : ({ type: 'C', changed: dateOf(changed) } as const);
      return writtenBy(problems.balances, () => writeTrialBalance(period, type, { chart, balances }), asIs);
    }
    case 'entries':
      return writtenBy(problems.entries, () => writeEntries(period, requested()), asIs);
    case 'folios':
      return writtenBy(problems.entries, () => writeFolios(period, requested()), asIs);
    case 'accounts':
      return writtenBy(
        [...problems.balances, ...problems.entries],
        () => writeAccountDetail(period, requested()),
        asIs,
      );
    case 'contpaqi':
      return writtenBy(problems.entries, () => forProgram(filed, 'contpaqi', contpaqiFile), asIs);
    case 'coi':
      return writtenBy(
        problems.entries,
        () => forProgram(filed, 'coi', coiRows),
        (rows) => plainXlsxOf('Polizas', rows),
      );
  }
}

/** The file of a writer, unless something already keeps it from being written; each problem once. */
function writtenBy<C>(
  problems: readonly BookProblem[],
  write: () => BookFile<C>,
  draw: (content: C) => Content,
): BookFile<() => Content> {
  const file = problems.length > 0 ? ({ ok: false, problems } as const) : write();
  if (file.ok) return { ...file, content: () => draw(file.content) };
  return { ok: false, problems: [...new Map(file.problems.map((one) => [`${one.code} ${one.at}`, one])).values()] };
}

const asIs = <C extends Content>(content: C): C => content;

/** A program takes civil months alone. */
function forProgram<C>(
  { month, rfc, entries, numbers, formatOf }: FiledMonth,
  program: AccountingProgram,
  write: (books: Parameters<typeof contpaqiFile>[0]) => BookFile<C>,
): BookFile<C> {
  const civil = civilMonth(month);
  if (civil === null) return { ok: false, problems: [{ code: 'PERIOD_INVALID', at: String(month.year) }] };
  return write({ rfc, month: civil, entries, numbers, format: formatOf(program) });
}
