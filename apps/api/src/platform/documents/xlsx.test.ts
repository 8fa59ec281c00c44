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
