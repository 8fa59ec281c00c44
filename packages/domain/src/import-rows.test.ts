import { describe, expect, test } from 'vitest';
import { ordersOf, termsOf } from './import-rows.ts';

const sheet = (...lines: readonly string[]) =>
  lines.map((line, index) => ({ number: index + 1, cells: line.split('|') }));
const UUID = '6F9619FF-8B86-4D01-B42D-00CF4FC964FF';

describe('[EFE-20] a table of purchase orders', () => {
  const cases: readonly [string, string, string | null, string][] = [
    ['a UUID in any case and with braces', `{${UUID.toLowerCase()}}|||oc 12`, null, 'OC12'],
    ['a folio alone', '||12|AB-1', null, 'AB-1'],
    ['a formula as the text that it is', '||12|=1+1', null, '=1+1'],
    ['no invoice', '|A||OC1', 'INVOICE_UNNAMED', 'OC1'],
    ['half a UUID', '6F9619FF|||OC1', 'UUID_UNREADABLE', 'OC1'],
    ['no order', '||12|  ', 'ORDER_MISSING', ''],
    [
      'an order of which a spreadsheet lost digits',
      '||12|4.50001234500001E+19',
      'ORDER_SHORTENED',
      '4.50001234500001E+19',
    ],
    ['an order of 61 characters', `||12|${'9'.repeat(61)}`, 'ORDER_TOO_LONG', '9'.repeat(61)],
    ['a missing cell', '||12', 'ORDER_MISSING', ''],
  ];
  test.each(cases)('reads %s', (_case, line, problem, order) => {
    const read = ordersOf(sheet('Órdenes de marzo', 'UUID|Serie|Folio|Orden de Compra', line));
    expect(read).toMatchObject([{ row: 3, problem, order }]);
  });

  test('needs a heading for the order and one for the invoice', () => {
    expect(ordersOf(sheet('UUID|Cliente', `${UUID}|X`))).toBeNull();
    expect(ordersOf(sheet('OC|Cliente', '1|X'))).toBeNull();
    expect(ordersOf(sheet('oc|FOLIO FISCAL', `7|${UUID}`))).toMatchObject([{ uuid: UUID, order: '7', problem: null }]);
  });
});

describe('[EFE-20] a table of terms', () => {
  const cases: readonly [string, string | null, number, string][] = [
    ['CLM940822RT5|30|viernes', null, 30, '5'],
    ['clm-940822-rt5|30.0 días|L, V', null, 30, '15'],
    ['CLM940822RT5|45 dias|Lunes y miércoles', null, 45, '13'],
    ['CLM940822RT5|45|lunes a viernes', null, 45, '12345'],
    ['CLM940822RT5|45|', null, 45, 'null'],
    ['CLM94|45|', 'RFC_UNREADABLE', 45, 'null'],
    ['XEXX010101000|45|', 'RFC_SHARED', 45, 'null'],
    ['CLM940822RT5|contado|', 'TERM_UNREADABLE', 0, 'null'],
    ['CLM940822RT5|0|', 'TERM_OUT_OF_RANGE', 0, 'null'],
    ['CLM940822RT5|1,030|', 'TERM_OUT_OF_RANGE', 1030, 'null'],
    ['CLM940822RT5|30|sábado', 'WEEKDAY_UNREADABLE', 30, 'null'],
    ['CLM940822RT5|30|M', 'WEEKDAY_UNREADABLE', 30, 'null'],
  ];
  test.each(cases)('reads %s', (line, problem, term, days) => {
    const [row] = termsOf(sheet('RFC|Plazo en días|Día de pago', line)) ?? [];
    const on = row?.weekDays && Object.values(row.weekDays).flatMap((isOn, index) => (isOn ? [index + 1] : []));
    expect([row?.problem, row?.term, on ? on.join('') : 'null']).toEqual([problem, term, days]);
  });
});
