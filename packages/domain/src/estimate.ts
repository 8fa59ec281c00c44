/** The estimate of what is not collected: stages by days late, and late charges that are no income until they are collected. */
import { type LedgerLine, linesOf, reversed } from './ledger.ts';
import {
  add,
  atLeastZero,
  type FinancedCurrency,
  lesserOf,
  type Money,
  money,
  multiply,
  subtract,
  zero,
} from './money.ts';
import { percent, ratioOf } from './ratio.ts';

/** 0: nothing is owed any more. */
export const stages = [0, 1, 2, 3] as const;
export type Stage = (typeof stages)[number];

/** The lender's choice: the first day late of stages 2 and 3, and which per cent of the exposure each stage estimates. */
export interface EstimateTerms {
  readonly stage2From: number;
  readonly stage3From: number;
  readonly percent1: string;
  readonly percent2: string;
  readonly percent3: string;
}

/**
 * The terms until the lender sets others. The days are those that NIF C-16 and article 110 Bis of the CUB presume: more than 30 days
 * late, and 90 or more. The percentages are a choice between the 0.5 and 100 of the tables for smaller lenders.
 */
export const usualEstimateTerms: EstimateTerms = {
  stage2From: 31,
  stage3From: 90,
  percent1: '0.50',
  percent2: '20.00',
  percent3: '60.00',
};

export type EstimateTermsProblem = 'stage3From' | 'percent2' | 'percent3';

/** The value that is lower than that of the stage before; null if all rise. */
export function estimateTermsProblem(terms: EstimateTerms): EstimateTermsProblem | null {
  if (terms.stage3From <= terms.stage2From) return 'stage3From';
  if (isLess(terms.percent2, terms.percent1)) return 'percent2';
  return isLess(terms.percent3, terms.percent2) ? 'percent3' : null;
}

const isLess = (one: string, other: string): boolean => {
  const [a, b] = [ratioOf(one), ratioOf(other)];
  return a.numerator * b.denominator < b.numerator * a.denominator;
};

/** The stage of a debt that is so many days late; below one day it is not due. */
export function stageOf(daysLate: number, { stage2From, stage3From }: EstimateTerms): Exclude<Stage, 0> {
  if (daysLate >= stage3From) return 3;
  return daysLate >= stage2From ? 2 : 1;
}

/** Balances of an invoice at the end of a day. */
export interface Debt<C extends FinancedCurrency = FinancedCurrency> {
  /** CARTERA and RECOMPRA. */
  readonly owed: Money<C>;
  readonly aforo: Money<C>;
  /** INTERES_POR_DEVENGAR. */
  readonly unearned: Money<C>;
  /** CLIENTE: above zero, the client owes it. */
  readonly client: Money<C>;
  readonly lateCharges: Money<C>;
  readonly lateChargesIva: Money<C>;
}

export interface Estimated<C extends FinancedCurrency = FinancedCurrency> {
  readonly stage: Stage;
  /** Per cent of the exposure. */
  readonly percent: string;
  /** The amount that the lender can lose. */
  readonly exposure: Money<C>;
  readonly estimate: Money<C>;
  /** Charged late charges, without IVA, that are no income yet. */
  readonly suspended: Money<C>;
}

/** The estimate of a debt that is so many days late. */
export function estimateOf<C extends FinancedCurrency>(
  debt: Debt<C>,
  daysLate: number,
  terms: EstimateTerms,
): Estimated<C> {
  const none = zero<C>(debt.owed.currency);
  const clientOwes = atLeastZero(debt.client);
  if (debt.owed.cents <= 0n && clientOwes.cents === 0n)
    return { stage: 0, percent: '0.00', exposure: none, estimate: none, suspended: none };
  const stage = stageOf(daysLate, terms);
  const share = terms[`percent${stage}`];
  const suspended = stage === 3 ? uncollectedCharges(debt) : none;
  const notLent = add(add(debt.aforo, debt.unearned), suspended);
  const exposure = atLeastZero(subtract(add(debt.owed, clientOwes), notLent));
  return { stage, percent: share, exposure, estimate: multiply(exposure, percent(share)), suspended };
}

/** Late charges that the client still owes, without their IVA: what it owes counts as charges first. */
function uncollectedCharges<C extends FinancedCurrency>({ client, lateCharges, lateChargesIva }: Debt<C>): Money<C> {
  const charged = add(lateCharges, lateChargesIva);
  if (charged.cents <= 0n) return zero<C>(client.currency);
  return multiply(lesserOf(atLeastZero(client), charged), { numerator: lateCharges.cents, denominator: charged.cents });
}

/** Lines that take the estimate of an invoice from one amount to another. */
export const estimateLines = <C extends FinancedCurrency>(
  documentId: string,
  from: Money<C>,
  to: Money<C>,
): LedgerLine<C>[] => moved(documentId, ['GASTO_ESTIMACION', 'ESTIMACION'], subtract(to, from));

/** Lines that take the late charges of an invoice that are no income from one amount to another. */
export const suspensionLines = <C extends FinancedCurrency>(
  documentId: string,
  from: Money<C>,
  to: Money<C>,
): LedgerLine<C>[] => moved(documentId, ['RECARGOS_SUSPENDIDOS', 'RECARGOS_POR_DEVENGAR'], subtract(to, from));

function moved<C extends FinancedCurrency>(
  documentId: string,
  [debit, credit]: readonly [LedgerLine['account'], LedgerLine['account']],
  change: Money<C>,
): LedgerLine<C>[] {
  const by = change.cents < 0n ? money(-change.cents, change.currency) : change;
  const lines = linesOf<C>(documentId, [
    ['debit', debit, by],
    ['credit', credit, by],
  ]);
  return change.cents < 0n ? reversed(lines) : lines;
}
