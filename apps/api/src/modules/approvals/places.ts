/** Credit lines and accounts of clients. */

import { randomUUID } from 'node:crypto';
import { approvalRoles, type Changes, type propose as proposeRoute } from '@anticipa/contract/approvals';
import { lineTerms } from '@anticipa/contract/line-terms';
import type { BodyOf } from '@anticipa/contract/route';
import { ACCOUNT_BLOCKED_FROM, ACCOUNT_COOLING_MS } from '@anticipa/domain/approval';
import { done, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { accountTyped, problemOfClabe } from '@anticipa/domain/spei-banks';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { storedClient } from '../../platform/work/caller.ts';
import type { Lock, OperatorWork, Work } from '../../platform/work/work.ts';
import { creditLines } from '../credit/queries.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { clientById } from '../session/client-by-id.ts';
import { administratorIds } from '../users/queries.ts';
import { effectOf, type Handler, isNothingNew, ofClient } from './handler.ts';
import { type Submitted, submit } from './submit.ts';

type Place = Changes['credit-line']['about'];

/** Lines are locked in the order of every sale. */
async function lineAt(work: OperatorWork, place: Place, lock: Lock) {
  const lines = await creditLines(ofClient(work, place), lock);
  return lines.find(({ product, currency }) => product === place.product && currency === place.currency);
}

/** Whether the client may work with the product at all. */
export async function isAuthorised({ db, tenant }: Work, product: ProductCode): Promise<boolean> {
  const row = await db
    .selectFrom('client_products')
    .select('authorised')
    .where('client_id', '=', tenant)
    .where('product', '=', product)
    .executeTakeFirst();
  return row?.authorised === true;
}

async function termsAt(work: OperatorWork, place: Place, lock: Lock): Promise<Changes['credit-line']['before']> {
  const line = await lineAt(work, place, lock);
  if (line === undefined) return null;
  const { interestRate, advancePercent, moratoryRate, isMultiCurrency: multiCurrency, validUntil } = line;
  const daysInYear = line.daysInYear === 365 ? 365 : 360;
  const rates = { interestRate, advancePercent, daysInYear, moratoryRate } as const;
  return { limit: decimalOf(line.limit), ...rates, multiCurrency, validUntil };
}

export const creditLine: Handler<'credit-line'> = {
  standing: (work, { about }, lock) => termsAt(work, about, lock),
  isPossible: (work, { about }) => isAuthorised(ofClient(work, about), about.product),
  effect: async (work, { about, proposed }) => {
    const line = await lineAt(work, about, 'read');
    const [used, held] = line ? [decimalOf(line.used), decimalOf(line.held)] : ['0.00', '0.00'];
    return effectOf(about.currency, proposed.limit, { used, held });
  },
  apply: async ({ db }, { about: { clientId, product, currency }, proposed }) => {
    const terms = {
      credit_limit: proposed.limit,
      interest_rate: proposed.interestRate,
      advance_percent: proposed.advancePercent,
      days_in_year: proposed.daysInYear,
      moratory_rate: proposed.moratoryRate,
      is_multi_currency: proposed.multiCurrency,
      valid_until: proposed.validUntil,
    };
    await db
      .insertInto('credit_lines')
      .values({ client_id: storedClient(clientId), credit_line_id: randomUUID(), product, currency, ...terms })
      .onConflict((conflict) => conflict.columns(['client_id', 'product', 'currency']).doUpdateSet(terms))
      .execute();
    return done(null);
  },
};

async function accountAt({ db }: OperatorWork, { clientId, product, currency }: Place, lock: Lock) {
  const query = db
    .selectFrom('bank_accounts')
    .select(['bank', 'clabe', 'pays_from'])
    .where('client_id', '=', storedClient(clientId))
    .where('product', '=', product)
    .where('currency', '=', currency);
  return (lock === 'update' ? query.forUpdate() : query).executeTakeFirst();
}

export const bankAccount: Handler<'bank-account'> = {
  standing: async (work, { about }, lock) => {
    const account = await accountAt(work, about, lock);
    return account ? { bank: account.bank, clabe: account.clabe } : null;
  },
  isPossible: (work, { about }) => isAuthorised(ofClient(work, about), about.product),
  apply: async (work, { about, proposed }, { approvalId: proposalId }) => {
    const { product, currency } = about;
    const narrow = ofClient(work, about);
    const isBlocked = await isBlockedElsewhere(work, about, proposed.clabe);
    const account = {
      ...proposed,
      pays_from: isBlocked ? ACCOUNT_BLOCKED_FROM : new Date(work.at.getTime() + ACCOUNT_COOLING_MS),
    };
    await work.db
      .insertInto('bank_accounts')
      .values({ client_id: narrow.tenant, product, currency, ...account })
      .onConflict((conflict) => conflict.columns(['client_id', 'product', 'currency']).doUpdateSet(account))
      .execute();
    if (proposalId !== null)
      for (const userId of await administratorIds(narrow))
        await putMessage(narrow, 'account-changed', { proposalId, userId });
    return done(null);
  },
};

/** Whether the account was changed so lately that no money goes to it yet. */
async function isCooling(work: OperatorWork, place: Place): Promise<boolean> {
  const account = await accountAt(work, place, 'read');
  return account?.pays_from != null && account.pays_from > work.at;
}

/** Whether a payment to this CLABE came back for another product or currency of the client. */
async function isBlockedElsewhere({ db }: OperatorWork, { clientId, product, currency }: Place, clabe: string) {
  const other = await db
    .selectFrom('bank_accounts')
    .select('product')
    .where('client_id', '=', storedClient(clientId))
    .where('clabe', '=', clabe)
    .where('pays_from', '=', ACCOUNT_BLOCKED_FROM)
    .where((eb) => eb.or([eb('product', '!=', product), eb('currency', '!=', currency)]))
    .executeTakeFirst();
  return other !== undefined;
}

/** Releases an account. The release applies to the CLABE, so every product and currency of the client that uses it receives again. */
export const accountRelease: Handler<'account-release'> = {
  standing: async (work, { about }, lock) => {
    const account = await accountAt(work, about, lock);
    if (account === undefined) return null;
    const { bank, clabe, pays_from } = account;
    return { bank, clabe, paysFrom: pays_from?.toISOString() ?? null };
  },
  isPossible: (work, { about }) => isCooling(work, about),
  apply: async (work, { about }) => {
    const { clientId, product, currency } = about;
    const clabe = (await accountAt(work, about, 'update'))?.clabe ?? '';
    await work.db
      .updateTable('bank_accounts')
      .set({ pays_from: null })
      .where('client_id', '=', storedClient(clientId))
      .where((eb) => eb.or([eb.and({ product, currency }), eb.and({ clabe, pays_from: ACCOUNT_BLOCKED_FROM })]))
      .execute();
    return done(null);
  },
};

/** A value in the body of a proposal. */
const pathOf = (field: string): string => `change.proposed.${field}`;

/** Proposes a change of a line or an account, or its early release. */
export async function propose(work: OperatorWork, body: BodyOf<typeof proposeRoute>): Submitted {
  const { product, currency, reason, change } = body;
  const { kind } = change;
  if (!(await hasRoleNow(work, approvalRoles[kind]))) return refuse('ROLE_NEEDED');
  const clientId = await clientById(work, body.clientId);
  if (clientId === undefined) return refuse('NOT_FOUND');
  const about = { clientId, product, currency };
  if (kind === 'account-release') return proposeRelease(work, about, reason);
  if (!(await isAuthorised(ofClient(work, about), product))) return refuse('PRODUCT_INACTIVE');
  return kind === 'bank-account'
    ? proposeAccount(work, about, change.proposed, reason)
    : proposeLine(work, about, change.proposed, reason);
}

async function proposeRelease(work: OperatorWork, about: Place, reason: string): Submitted {
  const wanted = { kind: 'account-release', about, proposed: { paysFrom: null } } as const;
  if (!(await isCooling(work, about))) return refuse('ACCOUNT_NOT_COOLING');
  const before = await accountRelease.standing(work, wanted, 'read');
  return submit(work, accountRelease, { ...wanted, before }, reason);
}

async function proposeAccount(
  work: OperatorWork,
  about: Place,
  { clabe }: { clabe: string },
  reason: string,
): Submitted {
  const wanted = { kind: 'bank-account', about, proposed: accountTyped(clabe) } as const;
  const before = await bankAccount.standing(work, wanted, 'read');
  if (isNothingNew(wanted.proposed, before)) return refuse('NOTHING_CHANGED');
  const problem = problemOfClabe(wanted.proposed.clabe);
  return problem ? refuseEach(problem, [pathOf('clabe')]) : submit(work, bankAccount, { ...wanted, before }, reason);
}

type TypedTerms = Extract<BodyOf<typeof proposeRoute>['change'], { kind: 'credit-line' }>['proposed'];

/** Rates in their shortest form, so that equal ones are equal texts. */
const withoutZeros = (rate: string): string => (rate.includes('.') ? rate.replace(/\.?0+$/, '') : rate);

/** An existing line keeps the terms that are not typed. */
async function proposeLine(work: OperatorWork, about: Place, typed: TypedTerms, reason: string): Submitted {
  const before = await termsAt(work, about, 'read');
  const merged = { validUntil: null, ...before, ...typed };
  const { validUntil } = merged;
  if (validUntil && validUntil !== before?.validUntil && validUntil < work.today)
    return refuseEach('VALIDITY_OVER', [pathOf('validUntil')]);
  const complete = lineTerms.safeParse(merged);
  if (!complete.success)
    return refuseEach(
      'TERMS_INCOMPLETE',
      complete.error.issues.map(({ path }) => pathOf(path.join('.'))),
    );
  const { limit, interestRate, advancePercent, moratoryRate } = complete.data;
  const proposed = {
    ...complete.data,
    limit: decimalOf(moneyOf(limit, about.currency)),
    interestRate: withoutZeros(interestRate),
    advancePercent: withoutZeros(advancePercent),
    moratoryRate: withoutZeros(moratoryRate),
  };
  if (isNothingNew(proposed, before)) return refuse('NOTHING_CHANGED');
  return submit(work, creditLine, { kind: 'credit-line', about, before, proposed }, reason);
}
