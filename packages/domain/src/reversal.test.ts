import { describe, expect, it } from 'vitest';
import { decimalOf, moneyOf } from './money.ts';
import { changesOf } from './reversal.ts';

const line = (event: string, account: string, documentId: string, amounts: { debit?: string; credit?: string }) => ({
  event,
  account,
  documentId,
  debit: moneyOf(amounts.debit ?? '0.00', 'MXN'),
  credit: moneyOf(amounts.credit ?? '0.00', 'MXN'),
});

/** The golden sale, paid ten days late. */
const LATE = [
  line('collection', 'BANCOS', 'A', { debit: '116000.00' }),
  line('collection', 'CARTERA', 'A', { credit: '116000.00' }),
  line('late-charges', 'CLIENTE', 'A', { debit: '1794.14' }),
  line('late-charges', 'RECARGOS', 'A', { credit: '1546.67' }),
  line('late-charges', 'IVA_COBRADO', 'A', { credit: '247.47' }),
  line('release', 'AFORO_POR_DEVOLVER', 'A', { debit: '11600.00' }),
  line('release', 'CLIENTE', 'A', { credit: '2350.94' }),
  line('release', 'POR_DEPOSITAR', 'A', { credit: '9249.06' }),
];

describe('[DIN-42] what the reversal of booked lines changes', () => {
  const changed = (lines: typeof LATE, paidOut: string[] = []) =>
    changesOf('MXN', lines, new Set(paidOut)).map(({ kind, documentId, amount }) => [
      kind,
      documentId,
      decimalOf(amount),
    ]);

  it.each([
    ['is undone while its devolución waits', [], 'devolucion-undone'],
    ['leaves a devolución that was paid to the client', ['A'], 'devolucion-owed'],
  ])('a late receipt %s', (_, paidOut, kind) => {
    expect(changed(LATE, paidOut)).toEqual([
      ['owed-again', 'A', '116000.00'],
      ['late-charges-undone', 'A', '1794.14'],
      [kind, 'A', '9249.06'],
    ]);
  });

  it('a shortfall gives its aforo back, and each invoice is told apart', () => {
    const closed = [
      line('shortfall', 'AFORO_POR_DEVOLVER', 'A', { debit: '6000.00' }),
      line('shortfall', 'CARTERA', 'A', { credit: '6000.00' }),
      line('rebate', 'CLIENTE', 'B', { credit: '773.33' }),
      line('early-payment', 'INGRESO_INTERES', 'C', { credit: '10.00' }),
      line('late-charges', 'CLIENTE', 'C', { credit: '3.00' }),
    ];
    expect(changed(closed)).toEqual([
      ['owed-again', 'A', '6000.00'],
      ['aforo-back', 'A', '6000.00'],
      ['rebate-undone', 'B', '773.33'],
      ['interest-unearned', 'C', '10.00'],
      ['late-charges-undone', 'C', '-3.00'],
    ]);
  });
});
