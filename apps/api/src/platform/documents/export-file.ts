/** Tables as files, complete before the first byte is sent: a failure half-way is an error, not a short file. */
import type { ExportFormat } from '@anticipa/contract/exports';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { csvText } from '@anticipa/texts/csv';
import type { TableColumn } from '@anticipa/texts/tables/table';
import type { FastifyReply } from 'fastify';
import { sendRefusal } from '../http/answers.ts';
import { attachmentHeader } from '../http/attachment.ts';
import { type Sheet, xlsxOf } from './xlsx.ts';

export interface ExportFile {
  readonly content: Buffer;
  readonly name: string;
  /** The media type. */
  readonly type: string;
}

interface Options {
  readonly format: ExportFormat;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly today: string;
}

const types: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/** A sheet of rows that are read at once. */
export function sheetOf<Row>(name: string, columns: readonly TableColumn<Row>[], read: Promise<readonly Row[]>): Sheet {
  async function* rows() {
    yield (await read).map((row) => columns.map(({ cell }) => cell(row)));
  }
  return { name, columns, rows: rows() };
}

/** The sheet as a file, named by its name and days; refused without a row. */
export async function fileOf({ name, columns, rows }: Sheet, options: Options): Promise<Outcome<ExportFile>> {
  let count = 0;
  async function* counted() {
    for await (const group of rows) {
      count += group.length;
      yield group;
    }
  }
  const { format } = options;
  const sheet = { name, columns, rows: counted() };
  const content = await (format === 'xlsx' ? xlsxOf(sheet) : csvOf(sheet));
  return count === 0
    ? refuse('NOTHING_TO_EXPORT')
    : done({ content, name: fileName(name, options), type: types[format] });
}

/** Sends a file, or why there is none. */
export function sendFile(reply: FastifyReply, made: Outcome<ExportFile>) {
  if (!made.ok) return sendRefusal(reply, made.code);
  const { content, name, type } = made.value;
  return reply
    .header('content-type', type)
    .header('content-disposition', attachmentHeader(name))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(content);
}

/** In UTF-8 with a byte order mark. */
async function csvOf({ columns, rows }: Sheet): Promise<Buffer> {
  const parts = [Buffer.from(`\uFEFF${csvText([columns.map(({ header }) => header)])}`)];
  for await (const group of rows) parts.push(Buffer.from(csvText(group)));
  return Buffer.concat(parts);
}

/** "Facturas Liquidadas" of March → `facturas-liquidadas-2026-03-01-a-2026-03-31.xlsx`. */
function fileName(name: string, { from, to, today, format }: Options): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(' ', '-');
  return `${plain}-${from ? `${from}-a-` : 'hasta-'}${to ?? today}.${format}`;
}
