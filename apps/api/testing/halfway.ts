/** Ends of the golden sale, loaded three weeks after its deposit; written by hand. */
import type { LoadRow } from '../src/modules/portfolio-load/rows.ts';

interface Halfway {
  readonly name: string;
  readonly row?: Partial<LoadRow>;
  readonly steps: readonly (readonly [step: string, day: string])[];
  readonly returned: string;
  /** Charged after the cut. */
  readonly recargos?: string;
}

/** The golden sale of 10 March, loaded on 31 March: what remains ends where the whole sale ends. */
export const halfway: readonly Halfway[] = [
  { name: 'on time', steps: [['116000.00', '2026-04-24']], returned: '11043.20' },
  { name: '10 days late', steps: [['116000.00', '2026-05-04']], returned: '9249.06', recargos: '1546.67' },
  {
    name: 'in two, not closed',
    steps: [
      ['60000.00', '2026-04-24'],
      ['56000.00', '2026-05-04'],
    ],
    returned: '10177.06',
    recargos: '746.67',
  },
  {
    name: 'short, the aforo covers it, closed',
    steps: [
      ['110000.00', '2026-04-24'],
      ['close', '2026-04-24'],
    ],
    returned: '5043.20',
  },
  {
    name: 'recourse on 24 May, the receiver pays on 3 June',
    steps: [
      ['recourse', '2026-05-24'],
      ['116000.00', '2026-06-03'],
    ],
    returned: '4046.08',
    recargos: '6032.00',
  },
  {
    name: 'partly paid before the cut',
    row: { collected: '60000.00' },
    steps: [['56000.00', '2026-04-24']],
    returned: '11043.20',
  },
];
