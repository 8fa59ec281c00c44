/** Variants of the golden sale's payment, with the resulting figures, written by hand. */
import { randomUUID } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { adjustedVariants } from './adjusted-variants.ts';
import { anOperator } from './builders.ts';
import { runCron } from './jobs.ts';
import type { Portal } from './portal.ts';
import {
  adjustAsTwo,
  aPayment,
  approveAsOther,
  closeAsTwo,
  depositAgainAsTwo,
  forwardToClient,
  recoverAsTwo,
  referenceFor,
  registerAsTwo,
  reverseAsTwo,
  sellAndDeposit,
} from './sale-steps.ts';
import { aSeller, type Seller } from './seller.ts';
import type { Session } from './session.ts';

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
}

/** The steps that were not undone. */
export const standingSteps = ({ steps }: Variant): readonly Step[] =>
  steps.filter(([kind], place) => kind !== 'undo' && steps[place + 1]?.[0] !== 'undo');

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
  ...adjustedVariants,
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

const OUTSIDE = { smtpUrl: 'smtp://127.0.0.1:1' };

/** The days on which a month is cut. */
const CUTS = ['2026-04-01', '2026-05-01', '2026-06-01'];

interface Played {
  readonly clientId: string;
  /** State on the last day. */
  readonly session: Session;
  readonly operator: Session;
  /** Document ids. */
  readonly sold: ReadonlyMap<Variant, string>;
}

/** Sells an invoice of one client for each variant, plays their steps and the month cuts, and transfers the devoluciones. */
export async function playVariants(portal: Portal): Promise<Played> {
  await portal.pki.lenderSealer();
  const { client, user, invoices } = await aSeller(portal);
  const on = async (day: string) => {
    portal.clock.set(new Date(`${day}T19:45:00-06:00`));
    const operator = await portal.signIn((await anOperator(portal)).email);
    return { session: await portal.signIn(user.email), operator };
  };
  let people = await on('2026-03-10');
  const sold = await sellVariants(portal, people, invoices);
  const references = new Map<string, string>();
  const days = new Set([...CUTS, ...variants.flatMap(({ steps }) => steps.map(([, day]) => day))]);
  for (const day of [...days].toSorted()) {
    people = await on(day);
    if (CUTS.includes(day)) await cutLastMonth(portal, day);
    for (const [variant, documentId] of sold) {
      const steps = variant.steps.filter(([, stepDay]) => stepDay === day);
      for (const step of steps)
        await play(portal, people, { documentId, references, currency: variant.currency ?? 'MXN' }, step);
    }
  }
  const problems = await runCron(portal, OUTSIDE, 'invoice-late-charges');
  if (problems.length > 0) throw new Error(`late charges were not invoiced: ${problems.join(', ')}`);
  const { operator } = people;
  for (const { clientId, currency, amount } of (await operator.call(routes.listDuePayouts)).data) {
    const body = { clientId, currency, amount, trackingKey: `RETURN${currency}` };
    await operator.call(routes.confirmPayout, { body });
  }
  return { clientId: client.clientId, sold, ...people };
}

type People = Pick<Played, 'session' | 'operator'>;

/** Sells the invoices, those with a rebate while the lines grant one. */
async function sellVariants(
  { db }: Portal,
  people: People,
  invoices: Seller['invoices'],
): Promise<Map<Variant, string>> {
  const sold = new Map<Variant, string>();
  for (const currency of ['MXN', 'USD'] as const) {
    const own = variants.filter((variant) => (variant.currency ?? 'MXN') === currency);
    const documentIds = await invoices({ count: own.length, total: own[0]?.total ?? '116000.00', currency });
    for (const [index, variant] of own.entries()) sold.set(variant, documentIds[index] ?? '');
  }
  for (const hasRebate of [true, false]) {
    await db.owner.query(`update credit_lines set early_rebate = $1`, [hasRebate]);
    const group = [...sold].filter(([{ earned }]) => (earned !== undefined) === hasRebate);
    // A deposit comes back as a whole.
    const alone = group.filter(([{ steps }]) => steps.some(([kind]) => kind === 'deposit-again'));
    for (const sale of [group.filter((each) => !alone.includes(each)), ...alone.map((each) => [each])])
      await sellAndDeposit(
        people,
        sale.map(([, documentId]) => documentId),
      );
  }
  return sold;
}

async function cutLastMonth(portal: Portal, day: string): Promise<void> {
  await portal.db.owner.query(`insert into exchange_rates values ($1, 18.5, 'DOF', $2)`, [day, portal.clock.now()]);
  const problems = await runCron(portal, OUTSIDE, 'cut-last-month');
  if (problems.length > 0) throw new Error(`the month was not cut: ${problems.join(', ')}`);
}

interface Owed {
  readonly documentId: string;
  readonly currency: string;
  /** Payment references by document id. */
  readonly references: Map<string, string>;
}

/** Reverses the last payment or closing that stands. */
async function undoLast(portal: Portal, operator: Session, documentId: string): Promise<void> {
  const { movements } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
  for (const { collectionId, shortfallId, reverses, reversedBy } of movements) {
    const id = shortfallId ?? collectionId;
    if (id === null || reverses !== null || reversedBy !== null) continue;
    return reverseAsTwo(portal, operator, { kind: id === shortfallId ? 'shortfall' : 'collection', id });
  }
}

async function play(
  portal: Portal,
  { session, operator }: People,
  owed: Owed,
  [kind, day, third]: Step,
): Promise<void> {
  const { documentId, currency, references } = owed;
  if (kind === 'extend') {
    const body = { dueDate: third ?? '', reason: 'Lo pidió el receptor' };
    const { proposal } = await operator.call(routes.proposeExtension, { params: { documentId }, body });
    await approveAsOther(portal, proposal);
    return;
  }
  if (kind === 'deposit-again')
    return depositAgainAsTwo(portal, operator, documentId, third === 'elsewhere' ? third : 'returned');
  if (kind === 'recover') return recoverAsTwo(portal, operator);
  if (kind === 'close') {
    await closeAsTwo(portal, operator, documentId);
    return;
  }
  if (kind === 'undo') {
    await undoLast(portal, operator, documentId);
    return;
  }
  if (kind === 'recourse' || kind === 'write-off' || kind === 'credit-note' || kind === 'paid-to-client') {
    await adjustAsTwo(portal, operator, documentId, {
      kind,
      ...(kind === 'credit-note' && { amount: third, cfdiUuid: randomUUID() }),
      ...(kind === 'paid-to-client' && { amount: third, paidOn: day }),
    });
    return;
  }
  if (kind === 'forward') {
    await forwardToClient(
      operator,
      documentId,
      aPayment({ reference: 'DESPUES' }, { amount: third, valueDate: day, currency }),
    );
    return;
  }
  if (kind === 'refer') {
    references.set(documentId, (await referenceFor(session, [documentId])).paymentReference);
    return;
  }
  const isAgain = kind === 'again';
  const pays = isAgain ? { reference: references.get(documentId) } : { documentIds: [documentId] };
  const body = aPayment(pays, { amount: isAgain ? '116000.00' : kind, valueDate: day, currency, payer: third });
  const { unidentified } = await registerAsTwo(portal, operator, body);
  if (!unidentified) return;
  const params = { paymentId: unidentified.paymentId };
  await operator.call(routes.sendBackPayment, { params });
  await operator.call(routes.confirmReturn, { params, body: { trackingKey: 'SENTBACK' } });
}
