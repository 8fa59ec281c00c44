/** Variants of the golden sale's payment, with the resulting figures, written by hand. */

/**
 * A step of a variant: a payment (amount, value date), a shortfall that an operator closes, a second payment of the same reference, an
 * adjustment, or a deposit that came back or went to the account of somebody else and was paid again on the same day.
 */
export type Step =
  | readonly [amount: string, valueDate: string, payer?: 'client']
  | readonly ['close' | 'refer' | 'again' | 'recourse' | 'write-off', date: string]
  | readonly ['deposit-again', date: string, outcome: 'returned' | 'elsewhere']
  /** Whether the money was recovered. */
  | readonly ['recover', date: string]
  /** A second person confirms that the payment or the closing before it is undone. */
  | readonly ['undo', date: string]
  | readonly ['credit-note' | 'paid-to-client' | 'forward', date: string, amount: string]
  /** A new due date that two operators agree. */
  | readonly ['extend', date: string, dueDate: string];

export interface Variant {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Recargos and their IVA, in all. */
  readonly recargos?: readonly [string, string];
  readonly returned: string;
  /** Aforo paid to the client. Defaults to `returned` by transfer, and the rest kept. */
  readonly aforoPaid?: readonly [kept: string, byTransfer: string];
  /** The lender's bank once the devolución is transferred. */
  readonly bank: string;
  /** Credited by the supplier, or written off after the aforo. */
  readonly unpaid?: string;
  /** Balances left open; all other sale accounts end at zero. */
  readonly left?: Readonly<Record<string, string>>;
  readonly used?: string;
  /** IVA of the interest of March and April; sold on 10 March for 24 April. */
  readonly invoiced?: readonly [string, string];
  readonly total?: string;
  readonly currency?: 'USD';
  /** Interest that the journal earned, if the sale grants a rebate for early payment. */
  readonly earned?: string;
  /** Opening commission and its IVA. */
  readonly commission?: readonly [string, string];
  /** IVA of the interest that was never collected, and is written off with the rest. */
  readonly lostIva?: string;
}

/** The steps that were not undone. */
export const standingSteps = ({ steps }: Variant): readonly Step[] =>
  steps.filter(([kind], place) => kind !== 'undo' && steps[place + 1]?.[0] !== 'undo');

export const paymentsOf = (variant: Variant): readonly Step[] =>
  standingSteps(variant).filter(([kind]) => /^\d/.test(kind));

/** Payments of the receiver after a buy-back. */
export const forwardedOf = ({ steps }: Variant): readonly string[] =>
  steps.flatMap(([kind, , amount]) => (kind === 'forward' ? (amount ?? []) : []));

/** Written by hand: total 116,000.00, 45 days at 24 %, advance of 90 %, IVA 16 %, late at 48 %. */
export const variants: readonly Variant[] = [
  { name: 'on time', steps: [['116000.00', '2026-04-24']], returned: '11043.20', bank: '4036.80' },
  {
    name: '10 days late',
    steps: [['116000.00', '2026-05-04']],
    recargos: ['1546.67', '247.47'],
    returned: '9249.06',
    bank: '5830.94',
  },
  {
    name: 'late, the payer pays the recargos',
    steps: [['117546.67', '2026-05-04']],
    recargos: ['1546.67', '247.47'],
    returned: '10795.73',
    bank: '5830.94',
  },
  {
    name: 'payout returned, sent again',
    steps: [
      ['deposit-again', '2026-03-10', 'returned'],
      ['116000.00', '2026-04-24'],
    ],
    returned: '11043.20',
    bank: '4036.80',
  },
  {
    name: 'payout returned, sent again a day late by the lender',
    steps: [
      ['deposit-again', '2026-03-11', 'returned'],
      ['116000.00', '2026-04-24'],
    ],
    earned: '3402.67',
    returned: '11132.90',
    aforoPaid: ['544.43', '11055.57'],
    bank: '3947.10',
    invoiced: ['259.84', '284.59'],
  },
  {
    name: 'payout to a wrong account, sent again and recovered',
    steps: [
      ['deposit-again', '2026-03-10', 'elsewhere'],
      ['recover', '2026-04-14'],
      ['116000.00', '2026-04-24'],
    ],
    returned: '11043.20',
    bank: '4036.80',
  },
  { name: '10 days early, no rebate', steps: [['116000.00', '2026-04-14']], returned: '11043.20', bank: '4036.80' },
  {
    name: '10 days early, rebate',
    steps: [['116000.00', '2026-04-14']],
    earned: '2706.67',
    returned: '11940.26',
    aforoPaid: ['433.07', '11166.93'],
    bank: '3139.74',
    invoiced: ['259.84', '173.23'],
  },
  {
    name: 'short, the aforo covers it, closed',
    steps: [
      ['110000.00', '2026-04-24'],
      ['close', '2026-04-24'],
    ],
    returned: '5043.20',
    aforoPaid: ['556.80', '5043.20'],
    bank: '4036.80',
  },
  {
    name: 'short, not covered, closed',
    steps: [
      ['100000.00', '2026-04-24'],
      ['close', '2026-04-24'],
    ],
    returned: '0.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '-920.00',
    left: { CARTERA: '4400.00', CLIENTE: '556.80' },
    used: '4400.00',
  },
  {
    name: '… the client pays on 4 May',
    steps: [
      ['100000.00', '2026-04-24'],
      ['close', '2026-04-24'],
      ['5024.86', '2026-05-04', 'client'],
    ],
    recargos: ['58.67', '9.39'],
    returned: '0.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '4104.86',
  },
  {
    name: '… the receiver pays 16,000.00 on 4 May',
    steps: [
      ['100000.00', '2026-04-24'],
      ['close', '2026-04-24'],
      ['16000.00', '2026-05-04'],
    ],
    recargos: ['58.67', '9.39'],
    returned: '10975.14',
    bank: '4104.86',
  },
  {
    name: '… the client pays on 4 May, without the recargos and the IVA',
    steps: [
      ['100000.00', '2026-04-24'],
      ['close', '2026-04-24'],
      ['4400.00', '2026-05-04', 'client'],
    ],
    recargos: ['58.67', '9.39'],
    returned: '0.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '3480.00',
    left: { CLIENTE: '624.86', IVA_NO_COBRADO: '9.39' },
  },
  {
    name: 'over',
    steps: [['117000.00', '2026-04-24']],
    returned: '12043.20',
    aforoPaid: ['556.80', '11043.20'],
    bank: '4036.80',
  },
  {
    name: 'paid twice, sent back to the payer',
    steps: [
      ['refer', '2026-04-24'],
      ['116000.00', '2026-04-24'],
      ['again', '2026-04-24'],
    ],
    returned: '11043.20',
    bank: '4036.80',
  },
  {
    name: 'in two, not closed',
    steps: [
      ['60000.00', '2026-04-24'],
      ['56000.00', '2026-05-04'],
    ],
    recargos: ['746.67', '119.47'],
    returned: '10177.06',
    bank: '4902.94',
  },
  {
    name: 'in two, both late',
    steps: [
      ['60000.00', '2026-05-04'],
      ['56000.00', '2026-05-14'],
    ],
    recargos: ['2293.33', '366.94'],
    returned: '8382.93',
    bank: '6697.07',
  },
  {
    name: 'extended by 14 days, paid on the new date',
    steps: [
      ['extend', '2026-04-20', '2026-05-08'],
      ['116000.00', '2026-05-08'],
    ],
    recargos: ['1082.67', '173.23'],
    returned: '9787.30',
    bank: '5292.70',
  },
  {
    name: 'extended five days late, paid five days after the new date',
    steps: [
      ['extend', '2026-04-29', '2026-05-08'],
      ['116000.00', '2026-05-13'],
    ],
    recargos: ['2242.67', '358.83'],
    returned: '8441.70',
    bank: '6638.30',
  },
  {
    name: 'paid 10 days early, reversed that month, paid on time',
    steps: [
      ['116000.00', '2026-04-14'],
      ['undo', '2026-04-15'],
      ['116000.00', '2026-04-24'],
    ],
    returned: '11043.20',
    bank: '4036.80',
  },
  {
    name: 'paid 10 days early, reversed after April was closed, paid 30 days late',
    steps: [
      ['116000.00', '2026-04-14'],
      ['undo', '2026-05-14'],
      ['116000.00', '2026-05-24'],
    ],
    recargos: ['4640.00', '742.40'],
    returned: '5660.80',
    bank: '9419.20',
  },
  {
    name: 'a shortfall closed and reopened, paid 10 days late',
    steps: [
      ['110000.00', '2026-04-24'],
      ['close', '2026-04-24'],
      ['undo', '2026-04-27'],
      ['6000.00', '2026-05-04'],
    ],
    recargos: ['80.00', '12.80'],
    returned: '10950.40',
    bank: '4129.60',
  },
  {
    name: 'recourse on 24 May, the receiver pays on 3 June',
    steps: [
      ['recourse', '2026-05-24'],
      ['116000.00', '2026-06-03'],
    ],
    recargos: ['6032.00', '965.12'],
    returned: '4046.08',
    bank: '11033.92',
  },
  {
    name: 'recourse on 24 May, the client pays that day',
    steps: [
      ['recourse', '2026-05-24'],
      ['110339.20', '2026-05-24', 'client'],
    ],
    recargos: ['4640.00', '742.40'],
    returned: '0.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '9419.20',
  },
  {
    name: 'recourse on 24 May, the client pays that day, then the receiver: the money is the client’s',
    steps: [
      ['recourse', '2026-05-24'],
      ['110339.20', '2026-05-24', 'client'],
      ['forward', '2026-06-03', '116000.00'],
    ],
    recargos: ['4640.00', '742.40'],
    returned: '116000.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '9419.20',
  },
  {
    name: 'cancelled on 1 April, rebate',
    steps: [
      ['recourse', '2026-04-01'],
      ['102893.54', '2026-04-01', 'client'],
    ],
    earned: '1701.33',
    returned: '0.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '1973.54',
    invoiced: ['259.84', '12.37'],
  },
  {
    name: 'cancelled on 1 April, no rebate',
    steps: [
      ['recourse', '2026-04-01'],
      ['104956.80', '2026-04-01', 'client'],
    ],
    returned: '0.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '4036.80',
  },
  {
    name: 'credit note of 10,000.00',
    steps: [
      ['credit-note', '2026-04-20', '10000.00'],
      ['106000.00', '2026-04-24'],
    ],
    unpaid: '10000.00',
    returned: '1043.20',
    aforoPaid: ['556.80', '1043.20'],
    bank: '4036.80',
  },
  {
    name: 'the receiver paid the client, which forwards it',
    steps: [
      ['paid-to-client', '2026-04-24', '116000.00'],
      ['116000.00', '2026-04-24', 'client'],
    ],
    returned: '11043.20',
    bank: '4036.80',
  },
  {
    name: 'short, not covered, closed, written off',
    steps: [
      ['100000.00', '2026-04-24'],
      ['close', '2026-04-24'],
      ['write-off', '2026-05-04'],
    ],
    unpaid: '4400.00',
    returned: '0.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '-920.00',
    left: { GASTO_ESTIMACION: '4956.80' },
  },
  {
    name: 'nothing paid, written off',
    steps: [['write-off', '2026-05-04']],
    unpaid: '104400.00',
    returned: '0.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '-100920.00',
    left: { GASTO_ESTIMACION: '104956.80' },
  },
  {
    name: 'commission of 1,000.00',
    steps: [['116000.00', '2026-04-24']],
    commission: ['1000.00', '160.00'],
    returned: '11043.20',
    bank: '5196.80',
  },
  {
    name: 'commission of 1,000.00, paid 10 days early, reversed that month, paid 5 days early',
    steps: [
      ['116000.00', '2026-04-14'],
      ['undo', '2026-04-15'],
      ['116000.00', '2026-04-19'],
    ],
    commission: ['1000.00', '160.00'],
    returned: '11043.20',
    bank: '5196.80',
  },
  {
    name: 'in dollars',
    steps: [['10000.00', '2026-04-24']],
    returned: '952.00',
    bank: '348.00',
    invoiced: ['22.40', '25.60'],
    total: '10000.00',
    currency: 'USD',
  },
];
