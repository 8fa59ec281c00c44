/** Variants of the golden sale with a recourse, a credit note, a payment to the client, a write-off or a reversal, written by hand. */
import type { Variant } from './golden-variants.ts';

export const adjustedVariants: readonly Variant[] = [
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
    left: { ESTIMACION: '4956.80' },
  },
  {
    name: 'nothing paid, written off',
    steps: [['write-off', '2026-05-04']],
    unpaid: '104400.00',
    returned: '0.00',
    aforoPaid: ['0.00', '0.00'],
    bank: '-100920.00',
    left: { ESTIMACION: '104956.80' },
  },
];
