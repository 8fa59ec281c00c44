/** Changes of a financed invoice that no transfer makes: recourse, credit notes, payments to the client and write-offs. */
import type { IsoDate } from './calendar.ts';
import { type Account, type LedgerLine, linesOf, reversed } from './ledger.ts';
import {
  add,
  atLeastZero,
  type FinancedCurrency,
  isPositive,
  lesserOf,
  type Money,
  money,
  multiply,
  subtract,
  zero,
} from './money.ts';
import {
  chargeLate,
  commissionSides,
  lateChargesOn,
  lateIvaOf,
  owedByReceiver,
  type PaymentTerms,
  type Position,
  type Rebate,
  type Receipt,
  reduce,
  type Settlement,
} from './settlement.ts';

export const adjustmentKinds = ['recourse', 'credit-note', 'paid-to-client', 'write-off'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];

/** Whether a second person must confirm it whatever its amount. */
export const isGrave = (kind: AdjustmentKind): boolean => kind === 'recourse' || kind === 'write-off';

export interface Adjusted<C extends FinancedCurrency = FinancedCurrency> extends Receipt<C> {
  /** Capital to buy back, credit note, payment to the client, or written-off debt. */
  readonly amount: Money<C>;
  /** The part of the aforo that paid. */
  readonly covered: Money<C>;
  readonly rebateLines: readonly LedgerLine<C>[];
}

/**
 * The client must buy the invoice back: the receiver's debt becomes its own, less the aforo. A rebate of the interest of the
 * days that are left is the client's and pays a part of it, and so does its IVA if that is invoiced already.
 */
export function recourse<C extends FinancedCurrency>(
  documentId: string,
  before: Position<C>,
  { on, rebate }: { readonly on: IsoDate; readonly rebate: Rebate<C> },
  terms: PaymentTerms,
): Adjusted<C> {
  const taken = owedByReceiver(before);
  const covered = lesserOf(before.owed, before.aforo);
  const credited = subtract(before.client, rebate.interest);
  const ivaToCome = subtract(before.ivaToCome, rebate.iva);
  const left = subtract(before.owed, covered);
  const setOff = lesserOf(atLeastZero(negated(credited)), left);
  const ivaBack = lesserOf(atLeastZero(negated(ivaToCome)), subtract(left, setOff));
  const paid = add(add(covered, setOff), ivaBack);
  const reduced = reduce(
    {
      ...before,
      aforo: subtract(before.aforo, covered),
      buyBack: subtract(before.owed, paid),
      client: add(credited, setOff),
      unearned: subtract(before.unearned, rebate.interest),
      ivaToCome: add(ivaToCome, ivaBack),
    },
    paid,
    on,
  );
  return {
    amount: reduced.buyBack,
    covered,
    lines: linesOf<C>(documentId, [
      ['debit', 'RECOMPRA', taken],
      ['debit', 'AFORO_POR_DEVOLVER', covered],
      ['debit', 'CLIENTE', setOff],
      ['debit', 'IVA_POR_FACTURAR', ivaBack],
      ['credit', 'CARTERA', taken],
      ['credit', 'RECOMPRA', covered],
      ['credit', 'RECOMPRA', add(setOff, ivaBack)],
    ]),
    rebateLines: linesOf<C>(documentId, [
      ['debit', 'INTERES_POR_DEVENGAR', rebate.interest],
      ['credit', 'CLIENTE', rebate.interest],
    ]),
    ...chargeLate(documentId, reduced, terms),
  };
}

/** The supplier credited a part of the invoice to its receiver: the aforo pays it, and the client must buy back the rest. */
export function creditInvoice<C extends FinancedCurrency>(
  documentId: string,
  before: Position<C>,
  { on, amount }: { readonly on: IsoDate; readonly amount: Money<C> },
  terms: PaymentTerms,
): Adjusted<C> {
  const covered = lesserOf(amount, before.aforo);
  const rest = subtract(amount, covered);
  const reduced = reduce(
    { ...before, aforo: subtract(before.aforo, covered), buyBack: add(before.buyBack, rest) },
    covered,
    on,
  );
  return {
    amount,
    covered,
    lines: linesOf<C>(documentId, [
      ['debit', 'AFORO_POR_DEVOLVER', covered],
      ['debit', 'RECOMPRA', rest],
      ['credit', 'CARTERA', amount],
    ]),
    rebateLines: [],
    ...chargeLate(documentId, reduced, terms),
  };
}

/** The receiver paid the client, which must pay the lender. */
export function payToClient<C extends FinancedCurrency>(
  documentId: string,
  before: Position<C>,
  amount: Money<C>,
): Adjusted<C> {
  const none = zero(amount.currency);
  return {
    amount,
    covered: none,
    lines: linesOf<C>(documentId, [
      ['debit', 'RECOMPRA', amount],
      ['credit', 'CARTERA', amount],
    ]),
    rebateLines: [],
    lateCharges: none,
    lateChargesIva: none,
    lateChargeLines: [],
    position: { ...before, buyBack: add(before.buyBack, amount) },
  };
}

/**
 * The lender gives up what is owed for an invoice once its aforo and any credit of the client have paid their part. Late
 * charges that were charged are taken back, because no CFDI bills them yet. Nothing is written off if nothing is left. IVA that
 * waits to be collected is no loss, as far as nothing pays it.
 */
export function writeOff<C extends FinancedCurrency>(
  documentId: string,
  before: Position<C>,
  on: IsoDate,
): Adjusted<C> & { readonly earlyLines: readonly LedgerLine<C>[]; readonly loss: Money<C> } {
  const none = zero(before.owed.currency);
  const charged = add(before.lateCharges, before.lateChargesIva);
  const client = subtract(before.client, charged);
  const clientHas = atLeastZero(negated(client));
  const ivaBack = atLeastZero(negated(before.ivaToCome));
  const clientOwes = atLeastZero(client);
  const ivaDue = atLeastZero(before.ivaToCome);
  const available = add(add(before.aforo, clientHas), ivaBack);
  const owing = add(add(before.owed, clientOwes), ivaDue);
  const amount = atLeastZero(subtract(owing, available));
  const unpaid = lesserOf(clientOwes, amount);
  const lostIva = isPositive(unpaid)
    ? multiply(before.ivaUncollected ?? none, { numerator: unpaid.cents, denominator: clientOwes.cents })
    : none;
  const loss = subtract(subtract(owing, available), lostIva);
  return {
    amount,
    loss,
    covered: before.aforo,
    lines: linesOf<C>(documentId, [
      ['debit', 'ESTIMACION', loss],
      ['debit', 'IVA_NO_COBRADO', lostIva],
      ['debit', 'AFORO_POR_DEVOLVER', before.aforo],
      ['debit', 'CLIENTE', clientHas],
      ['debit', 'IVA_POR_FACTURAR', ivaBack],
      ['credit', 'CARTERA', owedByReceiver(before)],
      ['credit', 'RECOMPRA', before.buyBack],
      ['credit', 'CLIENTE', clientOwes],
      ['credit', 'IVA_POR_FACTURAR', ivaDue],
    ]),
    rebateLines: [],
    earlyLines: linesOf<C>(documentId, [
      ['debit', 'INTERES_POR_DEVENGAR', before.unearned],
      ['credit', 'INGRESO_INTERES', before.unearned],
      ...commissionSides(before),
    ]),
    lateCharges: negated(before.lateCharges),
    lateChargesIva: negated(before.lateChargesIva),
    lateChargeLines: reversed(
      linesOf<C>(documentId, [
        ['debit', 'CLIENTE', charged],
        ['credit', 'RECARGOS', before.lateCharges],
        ['credit', 'IVA_COBRADO', before.lateChargesIva],
      ]),
    ),
    position: {
      ...reduce(before, before.owed, on),
      buyBack: none,
      aforo: none,
      unearned: none,
      client: none,
      ivaToCome: none,
      lateCharges: none,
      lateChargesIva: none,
    },
  };
}

/** The end of an invoice that was written off: nothing is returned, and what is due is what was given up. */
export const endOfWriteOff = <C extends FinancedCurrency>(
  { amount, earlyLines }: Pick<ReturnType<typeof writeOff<C>>, 'amount' | 'earlyLines'>,
  rebate: Rebate<C>,
): Settlement<C> => ({
  earlyLines,
  rebateLines: [],
  releaseLines: [],
  finalDeposit: zero(amount.currency),
  balanceDue: amount,
  rebate,
});

/** The position once entries of a value date are booked. */
export function afterLines<C extends FinancedCurrency>(
  before: Position<C>,
  on: IsoDate,
  lines: readonly LedgerLine<C>[],
): Position<C> {
  const moved = (...accounts: readonly Account[]): Money<C> =>
    lines
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, { debit, credit }) => add(sum, subtract(debit, credit)), zero<C>(before.owed.currency));
  const change = moved('CARTERA', 'RECOMPRA');
  return {
    ...before,
    owed: add(before.owed, change),
    owedChanges: [...before.owedChanges, { on, change }],
    buyBack: add(before.buyBack, moved('RECOMPRA')),
    aforo: subtract(before.aforo, moved('AFORO_POR_DEVOLVER')),
    unearned: subtract(before.unearned, moved('INTERES_POR_DEVENGAR')),
    client: add(before.client, moved('CLIENTE')),
    lateCharges: subtract(before.lateCharges, moved('RECARGOS')),
    lateChargesIva: subtract(before.lateChargesIva, moved('IVA_COBRADO')),
  };
}

/** Pays everything that the client owes for an invoice on a day once it must buy it back: capital, interest and late charges with their IVA. */
export function buyBackAmount<C extends FinancedCurrency>(
  position: Position<C>,
  terms: PaymentTerms,
  on: IsoDate,
): Money<C> {
  const accrued = lateChargesOn(position, terms, on);
  const charged = add(position.lateCharges, position.lateChargesIva);
  const charges = subtract(add(accrued, lateIvaOf(position, accrued, terms)), charged);
  return atLeastZero(add(add(position.owed, position.client), add(position.ivaToCome, charges)));
}

const negated = <C extends FinancedCurrency>({ cents, currency }: Money<C>): Money<C> => money(-cents, currency);
