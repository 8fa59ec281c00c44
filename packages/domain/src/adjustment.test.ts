import { describe, expect, it } from 'vitest';
import { type Adjusted, buyBackAmount, creditInvoice, payToClient, recourse, writeOff } from './adjustment.ts';
import { dateOf } from './calendar.ts';
import { imbalance, type LedgerLine } from './ledger.ts';
import { decimalOf, moneyOf, subtract, zero } from './money.ts';
import { priceOf } from './price.ts';
import {
  closeShortfall,
  type PaymentTerms,
  type Position,
  payInvoice,
  type Receipt,
  rebateOf,
  settle,
} from './settlement.ts';

const price = priceOf(moneyOf('116000.00', 'MXN'), 45, {
  interestRate: '24',
  advancePercent: '90',
  daysInYear: 360,
  ivaRate: '16',
});
const none = zero<'MXN'>('MXN');
const terms: PaymentTerms = { ivaRate: '16', moratoryRate: '48', daysInYear: 360, dueDate: dateOf('2026-04-24') };

/** The golden sale in credit; `unearned`: interest that it has not earned yet. */
const sold = (unearned = '0.00'): Position<'MXN'> => ({
  owed: price.total,
  buyBack: none,
  owedChanges: [{ on: dateOf('2026-03-10'), change: price.total }],
  aforo: price.aforo,
  unearned: moneyOf(unearned, 'MXN'),
  client: none,
  lateCharges: none,
  lateChargesIva: none,
  ivaToCome: price.iva,
});

type Step = readonly [
  what: 'recourse' | 'rebate' | 'note' | 'to client' | 'closed' | 'debtor' | 'client',
  day: string,
  amount?: string,
];

const noRebate = { interest: none, iva: none };

function take(before: Position<'MXN'>, [what, day, text = '0.00']: Step) {
  const on = dateOf(day);
  const amount = moneyOf<'MXN'>(text, 'MXN');
  switch (what) {
    case 'recourse':
      return recourse('a', before, { on, rebate: noRebate }, terms);
    case 'rebate':
      return recourse('a', before, { on, rebate: rebateOf(price, on, terms) }, terms);
    case 'note':
      return creditInvoice('a', before, { on, amount }, terms);
    case 'to client':
      return payToClient('a', before, amount);
    case 'closed':
      return closeShortfall('a', before, on, terms);
    default:
      return payInvoice('a', before, { amount, valueDate: on, from: 'BANCOS', payer: what }, terms);
  }
}

const areBalanced = (...entries: readonly (readonly LedgerLine<'MXN'>[])[]): boolean =>
  entries.every((lines) => imbalance('MXN', lines).cents === 0n);

/** Receiver's debt, capital to buy back, debt of the client and late charges after the steps, and the devolución of a settled one. */
function play(steps: readonly Step[], start: Position<'MXN'> = sold()) {
  let position = start;
  for (const step of steps) {
    const done: Receipt<'MXN'> & Partial<Pick<Adjusted<'MXN'>, 'rebateLines'>> = take(position, step);
    expect(areBalanced(done.lines, done.lateChargeLines, done.rebateLines ?? [])).toBe(true);
    position = done.position;
  }
  const { owed, buyBack, client, lateCharges, lateChargesIva } = position;
  return {
    position,
    cartera: decimalOf(subtract(owed, buyBack)),
    recompra: decimalOf(buyBack),
    client: decimalOf(client),
    charged: `${decimalOf(lateCharges)} + ${decimalOf(lateChargesIva)}`,
    returned: owed.cents === 0n ? decimalOf(settle('a', position).finalDeposit) : null,
  };
}

describe('an invoice that the client must buy back', () => {
  it('[DIN-60] takes the debt from the receiver, less the aforo, with the late charges until that day', () => {
    expect(play([['recourse', '2026-05-24']])).toMatchObject({
      cartera: '0.00',
      recompra: '104400.00',
      client: '5382.40',
      charged: '4640.00 + 742.40',
    });
  });

  it.each<[string, readonly Step[], string]>([
    [
      'the receiver pays ten days later',
      [
        ['recourse', '2026-05-24'],
        ['debtor', '2026-06-03', '116000.00'],
      ],
      '4046.08',
    ],
    [
      'the client pays that day',
      [
        ['recourse', '2026-05-24'],
        ['client', '2026-05-24', '110339.20'],
      ],
      '0.00',
    ],
    [
      'after a credit note above the aforo, receiver and client pay their parts',
      [
        ['note', '2026-04-20', '20000.00'],
        ['debtor', '2026-04-24', '96000.00'],
        ['client', '2026-04-24', '8956.80'],
      ],
      '0.00',
    ],
    [
      'a credit note within the aforo, the receiver pays the rest',
      [
        ['note', '2026-04-20', '10000.00'],
        ['debtor', '2026-04-24', '106000.00'],
      ],
      '1043.20',
    ],
    [
      'the receiver paid the client, which forwards it',
      [
        ['to client', '2026-04-24', '116000.00'],
        ['client', '2026-04-24', '116000.00'],
      ],
      '11043.20',
    ],
  ])('[DIN-60] [DIN-62] [DIN-63] %s', (_case, steps, returned) => {
    expect(play(steps)).toMatchObject({ cartera: '0.00', recompra: '0.00', returned });
  });

  it.each([
    ['without a rebate', 'recourse', '104400.00', '104956.80'],
    ['with a rebate, which pays a part', 'rebate', '102621.33', '102893.54'],
  ] as const)('[DIN-61] before its due date %s', (_case, kind, recompra, wanted) => {
    const { position, ...after } = play([[kind, '2026-04-01']], sold('1778.67'));
    expect(after).toMatchObject({ recompra, client: '0.00', charged: '0.00 + 0.00' });
    expect(decimalOf(buyBackAmount(position, terms, dateOf('2026-04-01')))).toBe(wanted);
    expect(play([['client', '2026-04-01', wanted]], position)).toMatchObject({ recompra: '0.00', returned: '0.00' });
  });

  it('[DIN-60] what buys it back grows by late charges and their IVA on the capital', () => {
    const { position } = play([['recourse', '2026-05-24']]);
    const on = (day: string) => decimalOf(buyBackAmount(position, terms, dateOf(day)));
    expect([on('2026-05-24'), on('2026-06-03')]).toEqual(['110339.20', '111953.92']);
  });

  it('[DIN-63] the receiver pays its own debt first, and the client what it has to buy back', () => {
    const paid: Step = ['to client', '2026-04-20', '50000.00'];
    expect(play([paid, ['debtor', '2026-04-20', '10000.00']])).toMatchObject({
      cartera: '56000.00',
      recompra: '50000.00',
    });
    expect(play([paid, ['client', '2026-04-20', '10000.00']])).toMatchObject({
      cartera: '66000.00',
      recompra: '40000.00',
    });
  });
});

describe('a debt that is written off', () => {
  const shown = (steps: readonly Step[]) => {
    const { position } = play(steps);
    const { amount, lines, lateChargeLines } = writeOff('a', position, dateOf('2026-06-30'));
    expect(areBalanced(lines, lateChargeLines)).toBe(true);
    return {
      amount: decimalOf(amount),
      lines: [...lateChargeLines, ...lines].map(
        ({ account, debit, credit }) => `${account} ${decimalOf(debit)} / ${decimalOf(credit)}`,
      ),
    };
  };

  it('[DIN-64] is what the aforo and the IVA to come leave', () => {
    const closed: readonly Step[] = [
      ['debtor', '2026-04-24', '100000.00'],
      ['closed', '2026-04-24'],
    ];
    expect(shown(closed)).toEqual({
      amount: '4956.80',
      lines: ['ESTIMACION 4956.80 / 0.00', 'CARTERA 0.00 / 4400.00', 'IVA_POR_FACTURAR 0.00 / 556.80'],
    });
  });

  it('[DIN-64] takes the whole aforo of an invoice of which nothing was paid', () => {
    expect(shown([])).toEqual({
      amount: '104956.80',
      lines: [
        'ESTIMACION 104956.80 / 0.00',
        'AFORO_POR_DEVOLVER 11600.00 / 0.00',
        'CARTERA 0.00 / 116000.00',
        'IVA_POR_FACTURAR 0.00 / 556.80',
      ],
    });
  });

  it('[DIN-64] takes back late charges, and leaves nothing to write off where the aforo is enough', () => {
    const { amount, lines } = shown([['recourse', '2026-05-24']]);
    expect([amount, ...lines.slice(0, 3)]).toEqual([
      '104956.80',
      'CLIENTE 0.00 / 5382.40',
      'RECARGOS 4640.00 / 0.00',
      'IVA_COBRADO 742.40 / 0.00',
    ]);
    const { position } = play([['debtor', '2026-04-24', '110000.00']]);
    expect(writeOff('a', position, dateOf('2026-06-30')).amount.cents).toBe(0n);
  });
});
