/** What proposals change: reads its present values and applies new ones. */
import { createHash, randomUUID } from 'node:crypto';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { decimalOf, moneyOf, subtract, sum, zero } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { ACCOUNT_COOLING_MS, type ProposalKind, type ProposedValues } from '@anticipa/domain/proposal';
import type { Lock, OperatorWork, Work } from '../../lib/work.ts';
import { creditLines } from '../credit/queries.ts';

/** The line or account of a product and currency. */
export interface Subject {
  readonly kind: ProposalKind;
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
}

export type ClientsWork = Work<OperatorWork['actor']>;

/** Credit in use, in the line's currency. */
export interface Standing {
  /** Null if there is no such line or account yet. */
  readonly values: ProposedValues | null;
  readonly used: string;
  readonly held: string;
}

/** The present values; `update` locks them, lines in the order of every sale. */
export async function standingOf(
  work: ClientsWork,
  { kind, product, currency }: Subject,
  lock: Lock,
): Promise<Standing> {
  if (kind === 'credit-line') {
    const lines = await creditLines(work, lock);
    const found = lines.find((one) => one.product === product && one.currency === currency);
    if (found === undefined) return { values: null, used: '0.00', held: '0.00' };
    const { limit, interestRate, advancePercent, daysInYear, moratoryRate, isMultiCurrency, used, held } = found;
    const rates = { interestRate, advancePercent, moratoryRate };
    const values = {
      limit: decimalOf(limit),
      ...rates,
      daysInYear: String(daysInYear),
      multiCurrency: String(isMultiCurrency),
    };
    return { values, used: decimalOf(used), held: decimalOf(held) };
  }
  const query = work.db
    .selectFrom('bank_accounts')
    .select(['bank', 'clabe'])
    .where('client_id', '=', work.tenant)
    .where('product', '=', product)
    .where('currency', '=', currency);
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst();
  return { values: row ?? null, used: '0.00', held: '0.00' };
}

/** What a change of a line does to the credit in use; null for an account. */
export function effectOf({ kind, currency }: Subject, { values, used, held }: Standing, proposed: ProposedValues) {
  if (kind !== 'credit-line') return null;
  const limit = moneyOf(proposed.limit ?? values?.limit ?? '0.00', currency);
  const left = subtract(limit, sum(currency, [moneyOf(used, currency), moneyOf(held, currency)]));
  const none = decimalOf(zero(currency));
  const isOver = left.cents < 0n;
  return {
    used,
    held,
    available: isOver ? none : decimalOf(left),
    excess: isOver ? decimalOf(subtract(zero(currency), left)) : none,
  };
}

/**
 * What an approval rests on: the present values, and of the credit in use, which every sale moves, only whether it fits.
 */
export function groundOf(subject: Subject, standing: Standing, proposed: ProposedValues): string {
  const effect = effectOf(subject, standing, proposed);
  const fits = effect === null || effect.excess === decimalOf(zero(subject.currency));
  return createHash('sha256')
    .update(JSON.stringify([standing.values, fits]))
    .digest('hex');
}

/** Applies the proposed values to the locked subject. */
export async function applyTo(work: ClientsWork, subject: Subject, proposed: ProposedValues): Promise<void> {
  const { db, tenant, at } = work;
  const { kind, product, currency } = subject;
  const { values } = await standingOf(work, subject, 'update');
  const { limit, interestRate, advancePercent, daysInYear, moratoryRate, multiCurrency, bank, clabe } = {
    ...values,
    ...proposed,
  };
  if (kind === 'credit-line') {
    const terms = {
      limite_credito: limit ?? '',
      interest_rate: interestRate ?? '',
      porcentaje_adelanto: advancePercent ?? '',
      dias_base: daysInYear === '365' ? (365 as const) : (360 as const),
      moratory_rate: moratoryRate ?? '',
      multimoneda: multiCurrency === 'true',
    };
    await db
      .insertInto('credit_lines')
      .values({ client_id: tenant, credit_line_id: randomUUID(), product, currency, ...terms })
      .onConflict((conflict) => conflict.columns(['client_id', 'product', 'currency']).doUpdateSet(terms))
      .execute();
    return;
  }
  const account = { bank: bank ?? '', clabe: clabe ?? '', pays_from: new Date(at.getTime() + ACCOUNT_COOLING_MS) };
  await db
    .insertInto('bank_accounts')
    .values({ client_id: tenant, product, currency, ...account })
    .onConflict((conflict) => conflict.columns(['client_id', 'product', 'currency']).doUpdateSet(account))
    .execute();
}

/** Whether the client may work with the product at all. */
export async function isAuthorised({ db, tenant }: ClientsWork, product: ProductCode): Promise<boolean> {
  const row = await db
    .selectFrom('client_products')
    .select('authorised')
    .where('client_id', '=', tenant)
    .where('product', '=', product)
    .executeTakeFirst();
  return row?.authorised === true;
}
