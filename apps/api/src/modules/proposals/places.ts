/** Lines and accounts of clients, as proposals change them. */
import { randomUUID } from 'node:crypto';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { decimalOf, moneyOf, subtract, sum, zero } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { ACCOUNT_COOLING_MS, NO_END, NO_LIMIT, type PlaceKind, type ProposedValues } from '@anticipa/domain/proposal';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Lock, OperatorWork, Work } from '../../platform/work/work.ts';
import { creditLines } from '../credit/queries.ts';

/** The line or account of a client's product and currency. */
export interface Place {
  readonly kind: PlaceKind;
  readonly clientId: ClientId;
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
}

type ClientsWork = Work<OperatorWork['actor']>;

/** Values, and the credit in use in the line's currency. */
export interface Standing {
  /** Null if there is nothing yet. */
  readonly values: ProposedValues | null;
  readonly used: string;
  readonly held: string;
}

/** The present values; `update` locks them, lines in the order of every sale. */
export async function placeStanding(
  work: ClientsWork,
  { kind, product, currency }: Place,
  lock: Lock,
): Promise<Standing> {
  if (kind === 'credit-line') {
    const lines = await creditLines(work, lock);
    const found = lines.find((one) => one.product === product && one.currency === currency);
    if (found === undefined) return { values: null, used: '0.00', held: '0.00' };
    const { limit, interestRate, advancePercent, daysInYear, moratoryRate, isMultiCurrency, validUntil, used, held } =
      found;
    const rates = { interestRate, advancePercent, moratoryRate };
    const values = {
      limit: decimalOf(limit),
      ...rates,
      daysInYear: String(daysInYear),
      multiCurrency: String(isMultiCurrency),
      validUntil: validUntil ?? NO_END,
    };
    return { values, used: decimalOf(used), held: decimalOf(held) };
  }
  const query = work.db
    .selectFrom('bank_accounts')
    .select(['bank', 'clabe', 'pays_from'])
    .where('client_id', '=', work.tenant)
    .where('product', '=', product)
    .where('currency', '=', currency);
  const row = await (lock === 'update' ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) return { values: null, used: '0.00', held: '0.00' };
  const { bank, clabe, pays_from } = row;
  const paysFrom = kind === 'account-release' && pays_from ? { paysFrom: pays_from.toISOString() } : {};
  return { values: { bank, clabe, ...paysFrom }, used: '0.00', held: '0.00' };
}

/** What a change of a limit does to what is in use. */
export function effectOf(currency: FinancedCurrency, { values, used, held }: Standing, proposed: ProposedValues) {
  const none = decimalOf(zero(currency));
  const limit = proposed.limit ?? values?.limit ?? none;
  if (limit === NO_LIMIT) return { used, held, available: null, excess: none };
  const left = subtract(moneyOf(limit, currency), sum(currency, [moneyOf(used, currency), moneyOf(held, currency)]));
  const isOver = left.cents < 0n;
  return {
    used,
    held,
    available: isOver ? none : decimalOf(left),
    excess: isOver ? decimalOf(subtract(zero(currency), left)) : none,
  };
}

/** Applies the proposed values to the locked line or account. */
export async function applyToPlace(work: ClientsWork, place: Place, proposed: ProposedValues): Promise<void> {
  const { db, tenant, at } = work;
  const { kind, product, currency } = place;
  const { values } = await placeStanding(work, place, 'update');
  const { limit, interestRate, advancePercent, daysInYear, moratoryRate, multiCurrency, validUntil, bank, clabe } = {
    ...values,
    ...proposed,
  };
  if (kind === 'credit-line') {
    const terms = {
      credit_limit: limit ?? '',
      interest_rate: interestRate ?? '',
      advance_percent: advancePercent ?? '',
      days_in_year: daysInYear === '365' ? (365 as const) : (360 as const),
      moratory_rate: moratoryRate ?? '',
      is_multi_currency: multiCurrency === 'true',
      valid_until: validUntil === undefined || validUntil === NO_END ? null : validUntil,
    };
    await db
      .insertInto('credit_lines')
      .values({ client_id: tenant, credit_line_id: randomUUID(), product, currency, ...terms })
      .onConflict((conflict) => conflict.columns(['client_id', 'product', 'currency']).doUpdateSet(terms))
      .execute();
    return;
  }
  if (kind === 'account-release') {
    await db
      .updateTable('bank_accounts')
      .set({ pays_from: null })
      .where('client_id', '=', tenant)
      .where('product', '=', product)
      .where('currency', '=', currency)
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

/** Whether the change can be made: a release only while the account waits. */
export async function isPlacePossible(work: ClientsWork, place: Place): Promise<boolean> {
  const { kind, product, currency } = place;
  if (kind !== 'account-release') return isAuthorised(work, product);
  const waiting = await work.db
    .selectFrom('bank_accounts')
    .select('pays_from')
    .where('client_id', '=', work.tenant)
    .where('product', '=', product)
    .where('currency', '=', currency)
    .where('pays_from', '>', work.at)
    .executeTakeFirst();
  return waiting !== undefined;
}
