import { deflateRawSync } from 'node:zlib';
import { coiRows } from '@anticipa/domain/accounting-programs';
import { dateOf } from '@anticipa/domain/calendar';
import { moneyOf, zero } from '@anticipa/domain/money';
import { monthOf } from '@anticipa/domain/month';
import { expect, test } from 'vitest';
import { rowsOfSheet } from './read-sheet.ts';
import { plainXlsxOf } from './xlsx.ts';

test('[LIB-44] the workbook for Aspel COI has its rows in their places, the first entry in the third', async () => {
  const day = dateOf('2028-02-29');
  const none = { concept: 'Depósito <&> "Ñ"', foreign: null, documents: [], transfers: [] };
  const amount = moneyOf('150.10', 'MXN');
  const lines = [
    { ...none, account: 'CARTERA', debit: amount, credit: zero('MXN') },
    { ...none, account: 'BANCOS', debit: zero('MXN'), credit: amount },
  ];
  const file = coiRows({
    rfc: 'ANA010101AA1',
    month: monthOf(day),
    entries: [{ number: '1', day, kind: 'expense', concept: 'Compra', lines }],
    numbers: new Map([
      ['CARTERA', '105-1'],
      ['BANCOS', '102-1'],
    ]),
    format: { levels: '3-2', separator: '-' },
  });
  if (!file.ok) throw new Error(JSON.stringify(file.problems));
  const rows = rowsOfSheet(await plainXlsxOf('Pólizas', file.content));
  expect(rows?.slice(2)).toEqual([
    { number: 3, cells: ['Eg', '1', 'Compra', '29'] },
    { number: 4, cells: ['', '105-01', '0', none.concept, '1', '150.10'] },
    { number: 5, cells: ['', '102-01', '0', none.concept, '1', '', '150.10'] },
    { number: 6, cells: ['', 'FIN_PARTIDAS'] },
  ]);
});

/** A workbook whose directory names one sheet `times` times, all at the same bytes. */
function workbookOf(sheet: string | Buffer, { times = 1, strings = '' } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content, copies] of [
    ['xl/worksheets/sheet1.xml', sheet, times],
    ['xl/sharedStrings.xml', strings, 1],
  ] as const) {
    const packed = deflateRawSync(content, { level: 9 });
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    // The stated size is a lie.
    entry.writeUInt32LE(10, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    for (let copy = 0; copy < copies; copy += 1) directory.push(entry, Buffer.from(name));
    parts.push(local, Buffer.from(name), packed);
    offset += local.length + name.length + packed.length;
  }
  const all = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(times + 1, 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, all, end]);
}
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

test('[EFE-20] a hostile workbook unpacks to a bounded size, once, and repeats no text without end', () => {
  const shared = `<sst><si><t>${'x'.repeat(100_000)}</t></si></sst>`;
  const good = sheetOf('<row r="2"><c r="B2" t="s"><v>0</v></c></row>');
  const [row] = rowsOfSheet(workbookOf(good, { strings: shared, times: 3_000 })) ?? [];
  expect([row?.number, row?.cells.map(({ length }) => length)]).toEqual([2, [0, 32_767]]);
  // More than the limit, though it states ten bytes.
  expect(rowsOfSheet(workbookOf(sheetOf(' '.repeat(9 * 1024 * 1024)), { strings: '<sst/>' }))).toBeNull();
  expect(rowsOfSheet(workbookOf(good, { strings: shared, times: 60_000 }))).toBeNull();
  const far = '<row><c r="ZZ1"><v>1</v></c></row>'.repeat(1_500);
  expect(rowsOfSheet(workbookOf(sheetOf(far), { strings: '<sst/>' }))).toBeNull();
});
