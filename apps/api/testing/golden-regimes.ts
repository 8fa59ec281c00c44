/** The variants of the golden sale in the other regimes of IVA, with what differs from `devengado`, written by hand. */
import type { IvaRegime } from '@anticipa/domain/iva-regime';
import { isFullProof } from '@anticipa/sandbox/rounds';
import { type Variant, variants } from './golden-variants.ts';

type Difference = Partial<Omit<Variant, 'name'>>;

/** IVA of the interest that is owed is not collected: 556.80 × 16 / 116 = 76.80. */
const flujo: Readonly<Record<string, Difference>> = {
  'short, not covered, closed': { left: { CARTERA: '4400.00', CLIENTE: '556.80', IVA_NO_COBRADO: '76.80' } },
  // 76.80 of the interest, and 9.39 of the late charges.
  '… the client pays on 4 May, without the recargos and the IVA': {
    left: { CLIENTE: '624.86', IVA_NO_COBRADO: '86.19' },
  },
  'short, not covered, closed, written off': { left: { GASTO_ESTIMACION: '4880.00' }, lostIva: '76.80' },
  'nothing paid, written off': { left: { GASTO_ESTIMACION: '104880.00' }, lostIva: '76.80' },
};

/** Nobody owes IVA: the aforo comes back whole but for what it covers, and the bank has the interest and the late charges. */
const exento: Readonly<Record<string, Difference>> = {
  'on time': { returned: '11600.00', bank: '3480.00' },
  '10 days late': { recargos: ['1546.67', '0.00'], returned: '10053.33', bank: '5026.67' },
  'late, the payer pays the recargos': { recargos: ['1546.67', '0.00'], returned: '11600.00', bank: '5026.67' },
  'payout returned, sent again': { returned: '11600.00', bank: '3480.00' },
  'payout returned, sent again a day late by the lender': {
    returned: '11677.33',
    aforoPaid: ['0.00', '11600.00'],
    bank: '3402.67',
  },
  'payout to a wrong account, sent again and recovered': { returned: '11600.00', bank: '3480.00' },
  '10 days early, no rebate': { returned: '11600.00', bank: '3480.00' },
  '10 days early, rebate': { returned: '12373.33', aforoPaid: ['0.00', '11600.00'], bank: '2706.67' },
  'short, the aforo covers it, closed': { returned: '5600.00', aforoPaid: ['0.00', '5600.00'], bank: '3480.00' },
  'short, not covered, closed': { left: { CARTERA: '4400.00' } },
  '… the client pays on 4 May': {
    steps: [
      ['100000.00', '2026-04-24'],
      ['close', '2026-04-24'],
      ['4458.67', '2026-05-04', 'client'],
    ],
    recargos: ['58.67', '0.00'],
    bank: '3538.67',
  },
  '… the receiver pays 16,000.00 on 4 May': { recargos: ['58.67', '0.00'], returned: '11541.33', bank: '3538.67' },
  '… the client pays on 4 May, without the recargos and the IVA': {
    recargos: ['58.67', '0.00'],
    left: { CLIENTE: '58.67' },
  },
  over: { returned: '12600.00', aforoPaid: ['0.00', '11600.00'], bank: '3480.00' },
  'paid twice, sent back to the payer': { returned: '11600.00', bank: '3480.00' },
  'in two, not closed': { recargos: ['746.67', '0.00'], returned: '10853.33', bank: '4226.67' },
  'in two, both late': { recargos: ['2293.33', '0.00'], returned: '9306.67', bank: '5773.33' },
  'extended by 14 days, paid on the new date': {
    recargos: ['1082.67', '0.00'],
    returned: '10517.33',
    bank: '4562.67',
  },
  'extended five days late, paid five days after the new date': {
    recargos: ['2242.67', '0.00'],
    returned: '9357.33',
    bank: '5722.67',
  },
  'paid 10 days early, reversed that month, paid on time': { returned: '11600.00', bank: '3480.00' },
  'paid 10 days early, reversed after April was closed, paid 30 days late': {
    recargos: ['4640.00', '0.00'],
    returned: '6960.00',
    bank: '8120.00',
  },
  'a shortfall closed and reopened, paid 10 days late': {
    recargos: ['80.00', '0.00'],
    returned: '11520.00',
    bank: '3560.00',
  },
  'recourse on 24 May, the receiver pays on 3 June': {
    recargos: ['6032.00', '0.00'],
    returned: '5568.00',
    bank: '9512.00',
  },
  'recourse on 24 May, the client pays that day': {
    steps: [
      ['recourse', '2026-05-24'],
      ['109040.00', '2026-05-24', 'client'],
    ],
    recargos: ['4640.00', '0.00'],
    bank: '8120.00',
  },
  'recourse on 24 May, the client pays that day, then the receiver: the money is the client’s': {
    steps: [
      ['recourse', '2026-05-24'],
      ['109040.00', '2026-05-24', 'client'],
      ['forward', '2026-06-03', '116000.00'],
    ],
    recargos: ['4640.00', '0.00'],
    bank: '8120.00',
  },
  'cancelled on 1 April, rebate': {
    steps: [
      ['recourse', '2026-04-01'],
      ['102621.33', '2026-04-01', 'client'],
    ],
    bank: '1701.33',
  },
  'cancelled on 1 April, no rebate': {
    steps: [
      ['recourse', '2026-04-01'],
      ['104400.00', '2026-04-01', 'client'],
    ],
    bank: '3480.00',
  },
  'credit note of 10,000.00': { returned: '1600.00', aforoPaid: ['0.00', '1600.00'], bank: '3480.00' },
  'the receiver paid the client, which forwards it': { returned: '11600.00', bank: '3480.00' },
  'short, not covered, closed, written off': { left: { GASTO_ESTIMACION: '4400.00' } },
  'nothing paid, written off': { left: { GASTO_ESTIMACION: '104400.00' } },
  // The commission is no interest, and taxed.
  'commission of 1,000.00': { returned: '11600.00', bank: '4640.00' },
  'commission of 1,000.00, paid 10 days early, reversed that month, paid 5 days early': {
    returned: '11600.00',
    bank: '4640.00',
  },
  'in dollars': { returned: '1000.00', bank: '300.00' },
};

/** Names of the variants that show what a regime changes; the others are in the full proof. */
const telling = [
  'on time',
  '10 days late',
  'late, the payer pays the recargos',
  'payout returned, sent again a day late by the lender',
  '10 days early, rebate',
  'short, not covered, closed',
  '… the client pays on 4 May, without the recargos and the IVA',
  'paid 10 days early, reversed after April was closed, paid 30 days late',
  'recourse on 24 May, the receiver pays on 3 June',
  'short, not covered, closed, written off',
  'nothing paid, written off',
  'commission of 1,000.00',
  'commission of 1,000.00, paid 10 days early, reversed that month, paid 5 days early',
  'in dollars',
];

const played = isFullProof ? variants : variants.filter(({ name }) => telling.includes(name));

/** The variants to play in each regime. */
export const variantsIn: Readonly<Record<IvaRegime, readonly Variant[]>> = {
  devengado: variants,
  flujo: played.map((variant) => ({ ...variant, ...flujo[variant.name] })),
  exento: played.map((variant) => {
    const difference = exento[variant.name];
    if (!difference) throw new Error(`${variant.name} has no figures without IVA`);
    return { ...variant, invoiced: ['0.00', '0.00'], ...difference };
  }),
};
