import { createHash } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { processPreSells, requestAuthorization } from '@anticipa/contract/sales';
import { ACCOUNT_BLOCKED_FROM } from '@anticipa/domain/approval';
import { promisedBy } from '@anticipa/domain/deposit-message';
import { done, type Failure, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { decimalOf, type Money, moneyOf } from '@anticipa/domain/money';
import { areAllIn, saleSteps, sentStates } from '@anticipa/domain/sale';
import { mayAccept, pesosOf } from '@anticipa/domain/sale-right';
import { contractText } from '@anticipa/texts/contract-text';
import { sql } from 'kysely';
import { putMessage } from '../../../platform/jobs/outbox.ts';
import type { Caller } from '../../../platform/work/caller.ts';
import type { ClientWork, Work } from '../../../platform/work/work.ts';
import { requestConstancia } from '../../conservation/change.ts';
import { extraHolidays, rateOfToday } from '../../credit/queries.ts';
import type { Deps } from '../../deps.ts';
import { invoiceFacts } from '../../invoices/queries.ts';
import { writeAudit } from '../../log/audit.ts';
import { putNotice } from '../../notices/put.ts';
import { factorRules, requireFreshFactor } from '../../session/fresh-factor.ts';
import { afterExpiry, unexpired } from '../end.ts';
import { preparerOf, type SaleRecord, salesByNumber, salesOfInvoices, toSale } from '../queries.ts';
import { toTotals } from '../sale-item.ts';
import { announceSales, takeStep } from '../step.ts';
import { acceptPrepared, expirePreparedOf } from './prepared.ts';
import { latestSaleState, termsInForce } from './request-queries.ts';

type Request = BodyOf<typeof requestAuthorization>;
type AcceptedTerms = NonNullable<Request['acceptedTerms']>;

/** Sales whose payment date has become today in the meantime, which cannot continue. */
const datePassed = (sales: readonly SaleRecord[], today: string): Failure[] =>
  sales.flatMap((sale) =>
    sale.items
      .filter((item) => item.state === 'held' && item.dueDate <= today)
      .map((item) => ({ path: item.documentId, code: 'PAYMENT_DATE_NOT_AFTER_TODAY' })),
  );

/**
 * Fixes the terms of held sales: renders the contract text with every figure, and its hash. Repeating it for sales fixed
 * together returns the same text.
 */
export async function fixTerms(
  deps: Deps,
  caller: Caller,
  numberOfSales: readonly number[],
): Promise<Outcome<ResponseOf<typeof processPreSells>>> {
  const numbers = [...new Set(numberOfSales)];
  return afterExpiry(deps, caller, async (work) => {
    const sales = unexpired(work, await salesByNumber(work, numbers, 'update'));
    if (sales.length < numbers.length) return refuse('NOT_FOUND');
    if (sales.some((sale) => sale.state === 'expired')) return refuse('SALE_EXPIRED');
    const fixed = fixedTerms(sales);
    if (fixed) return done({ sales: sales.map(toSale), terms: fixed });
    if (!areAllIn(sales, saleSteps.fixTerms.from)) return refuse('SALE_STATE_CONFLICT');
    const late = datePassed(sales, work.today);
    if (late.length > 0) return refuse('PAYMENT_DATE_NOT_AFTER_TODAY', late);
    return renderTerms(work, sales);
  });
}

/** The text fixed for all of the sales together; null if there is none. */
function fixedTerms(sales: readonly SaleRecord[]): { version: string; hash: string; text: string } | null {
  const [first] = sales;
  if (!first || !areAllIn(sales, [saleSteps.fixTerms.to])) return null;
  const { termsVersion: version, termsHash: hash, contractText: text } = first;
  if (version === null || hash === null || text === null) return null;
  return sales.every((sale) => sale.termsHash === hash) ? { version, hash, text } : null;
}

async function renderTerms(
  work: ClientWork,
  sales: readonly SaleRecord[],
): Promise<Outcome<ResponseOf<typeof processPreSells>>> {
  const published = await termsInForce(work);
  if (!published) return refuse('SERVICE_UNAVAILABLE');
  const text = contractText(published.body, work.actor, sales.map(toSale));
  const terms = { version: published.version, hash: createHash('sha256').update(text).digest('hex'), text };
  await takeStep(work, idsOf(sales), 'fixTerms', {
    terms_version: terms.version,
    terms_hash: terms.hash,
    contract_text: text,
    contract_sales: sales.length,
  });
  const details = { terms: terms.version, hash: terms.hash };
  for (const saleId of idsOf(sales))
    await writeAudit(work, { action: 'sale.process', subject: `sale:${saleId}`, details });
  await announceSales(work, sales);
  return done({ sales: sales.map((sale) => toSale({ ...sale, state: saleSteps.fixTerms.to })), terms });
}

const idsOf = (sales: readonly SaleRecord[]): string[] => sales.map((sale) => sale.saleId);

/**
 * Sends sales with fixed terms to the lender and records the acceptance with user, time, address and text. The hold lasts
 * until the lender answers. The invoices must be exactly those of the sales in the text.
 */
export async function requestSales(
  deps: Deps,
  caller: Caller,
  request: Request,
): Promise<Outcome<ResponseOf<typeof requestAuthorization>>> {
  const documentIds = [...new Set(request.invoices.map((invoice) => invoice.documentId))];
  if (documentIds.length === 0) return refuse('NO_INVOICE_SELECTED');
  return afterExpiry(deps, caller, async (work) => {
    const sales = unexpired(work, await salesOfInvoices(work, documentIds, 'update'));
    const problem =
      (await coverProblem(work, sales, documentIds)) ?? claimProblem(sales, request.invoices) ?? stepProblem(sales);
    if (problem) return problem;
    const { acceptedTerms } = request;
    if (acceptedTerms === undefined || !areTermsOf(sales, acceptedTerms)) return termsToAccept(sales);
    if (areAllIn(sales, sentStates)) return done({ sales: sales.map(toSale) });
    if (sales.some(({ contractSales }) => contractSales !== sales.length)) return refuse('SALE_STATE_CONFLICT');
    const late = datePassed(sales, work.today);
    if (late.length > 0) return refuse('PAYMENT_DATE_NOT_AFTER_TODAY', late);
    const pesos = await pesosOfHeld(work, sales);
    if (!mayAccept(work.actor, pesos)) return refuse('ABOVE_OWN_LIMIT');
    const stale = await factorProblem(work, pesos);
    if (stale) return stale;
    const preparedId = sales.find((sale) => sale.preparedId !== null)?.preparedId ?? null;
    const preparedBy = preparedId === null ? null : await acceptPrepared(work, preparedId);
    if (preparedId !== null && preparedBy === null) return refuse('PREPARED_SALE_ENDED');
    const { address, userAgent } = caller;
    if (deps.conservation !== null) await requestConstancia(work, acceptedTerms.hash);
    return acceptTerms(work, sales, { ...acceptedTerms, address, userAgent, preparedBy });
  });
}

/** The total of these sales in pesos at the rate in force, or null without one: it may have changed since they were held. */
async function pesosOfHeld(work: ClientWork, sales: readonly SaleRecord[]): Promise<Money<'MXN'> | null> {
  const rate = await rateOfToday(work);
  const totals = sales.flatMap(({ currency, items }) =>
    items.filter(({ state }) => state === 'held').map(({ price }) => moneyOf(decimalOf(price.total), currency)),
  );
  return pesosOf(totals, rate?.tipoCambio ?? null);
}

/** Why the client asks for a fresh second factor: the contract exceeds its amount, or is of unknown pesos. */
async function factorProblem(work: ClientWork, pesos: Money<'MXN'> | null): Promise<Refused | null> {
  const { freshAbove } = await factorRules(work);
  if (freshAbove === null || (pesos !== null && pesos.cents <= moneyOf(freshAbove, 'MXN').cents)) return null;
  return requireFreshFactor(work);
}

/** Why the invoices are not exactly those of live sales, or null. */
async function coverProblem(
  work: Work,
  sales: readonly SaleRecord[],
  documentIds: readonly string[],
): Promise<Refused | null> {
  const live = sales.flatMap((sale) => sale.items).map((item) => item.documentId);
  const unsold = documentIds.filter((id) => !live.includes(id));
  if (unsold.length > 0) {
    const known = await invoiceFacts(work, unsold, 'read');
    const missing = unsold.filter((id) => !known.some((invoice) => invoice.documentId === id));
    if (missing.length > 0) return refuseEach('NOT_FOUND', missing);
    const state = await latestSaleState(work, unsold);
    return refuse(state === 'expired' ? 'SALE_EXPIRED' : 'SALE_STATE_CONFLICT');
  }
  const left = live.filter((id) => !documentIds.includes(id));
  return left.length === 0 ? null : refuseEach('SALE_STATE_CONFLICT', left);
}

/** Compares values repeated by the browser with the record; they are never used. */
function claimProblem(sales: readonly SaleRecord[], claims: Request['invoices']): Refused | null {
  const items = new Map(sales.flatMap((sale) => sale.items.map((item) => [item.documentId, item])));
  const foreign: string[] = [];
  const changed: Failure[] = [];
  for (const claim of claims) {
    const item = items.get(claim.documentId);
    if (!item) continue;
    if ((claim.companyId ?? item.companyId) !== item.companyId) foreign.push(item.documentId);
    else if ((claim.productId ?? item.productId) !== item.productId) foreign.push(item.documentId);
    const statuses: number[] = [item.invoiceStatus, item.previous.status, invoiceStatus.PREVENTA];
    const path = item.documentId;
    if (claim.status !== undefined && !statuses.includes(claim.status)) {
      changed.push({ path: `${path}.status`, code: 'QUOTE_CHANGED', expected: String(item.invoiceStatus) });
    }
    for (const [name, expected] of [
      ['receiverRFC', item.receiverRfc],
      ['receiverName', item.receiverName],
    ] as const) {
      if ((claim[name] ?? expected) !== expected)
        changed.push({ path: `${path}.${name}`, code: 'QUOTE_CHANGED', expected });
    }
  }
  if (foreign.length > 0) return refuseEach('NOT_FOUND', foreign);
  return changed.length > 0 ? refuse('QUOTE_CHANGED', changed) : null;
}

const stepProblem = (sales: readonly SaleRecord[]): Refused | null =>
  areAllIn(sales, saleSteps.request.from) || areAllIn(sales, sentStates) ? null : refuse('SALE_STATE_CONFLICT');

const areTermsOf = (sales: readonly SaleRecord[], { version, hash }: AcceptedTerms): boolean =>
  sales.every((sale) => sale.termsVersion === version && sale.termsHash === hash);

/** The refusal of a request without the right terms; it carries those fixed for all of the sales together, if there are any. */
function termsToAccept(sales: readonly SaleRecord[]): Refused {
  const terms = fixedTerms(sales);
  return refuse(
    'TERMS_NOT_ACCEPTED',
    Object.entries(terms ?? {}).map(([name, expected]) => ({
      path: `acceptedTerms.${name}`,
      code: 'TERMS_NOT_ACCEPTED',
      expected,
    })),
  );
}

/** Records the client's acceptance of the terms, with evidence of its origin. */
async function acceptTerms(
  work: ClientWork,
  sales: readonly SaleRecord[],
  accepted: AcceptedTerms & Pick<Caller, 'address' | 'userAgent'> & { readonly preparedBy: string | null },
): Promise<Outcome<ResponseOf<typeof requestAuthorization>>> {
  const { db, tenant, actor, at } = work;
  const promised = promisedBy(new Set(sales.map(({ product }) => product)), at, await extraHolidays(work));
  await db
    .with('requested', (query) =>
      query
        .updateTable('sales')
        .set({
          state: saleSteps.request.to,
          requested_at: at,
          // A new account is paid later than the usual promise says.
          promised_at: sql<Date>`greatest(${promised}::timestamptz, (
            select nullif(pays_from, ${ACCOUNT_BLOCKED_FROM}::timestamptz) from bank_accounts
            where bank_accounts.client_id = sales.client_id and bank_accounts.product = sales.product
              and bank_accounts.currency = sales.currency))`,
          expires_at: null,
        })
        .where('client_id', '=', tenant)
        .where('sale_id', '=', sql<string>`any(${idsOf(sales)}::uuid[])`),
    )
    .insertInto('acceptances')
    .values(
      sales.map(({ saleId }) => ({
        client_id: tenant,
        sale_id: saleId,
        user_id: actor.userId,
        terms_version: accepted.version,
        terms_hash: accepted.hash,
        accepted_at: at,
        address: accepted.address,
        user_agent: accepted.userAgent,
      })),
    )
    .execute();
  const { preparedBy } = accepted;
  const details = { terms: accepted.version, hash: accepted.hash, ...(preparedBy !== null && { preparedBy }) };
  for (const saleId of idsOf(sales))
    await writeAudit(work, { action: 'sale.request', subject: `sale:${saleId}`, details });
  await expirePreparedOf(
    work,
    sales.flatMap(({ items }) => items.map(({ documentId }) => documentId)),
  );
  await tellOfSales(work, sales);
  await announceSales(work, sales);
  return done({
    sales: sales.map((sale) => toSale({ ...sale, state: saleSteps.request.to, expiresAt: null })),
  });
}

/**
 * Tells the administrators of each sale, and the person who had prepared it; one mail has all sales that were accepted together.
 * Nobody gets two notices: an administrator who prepared it gets the one of the preparer.
 */
async function tellOfSales(work: ClientWork, sales: readonly SaleRecord[]): Promise<void> {
  const { firstName, lastName, userId: acceptor } = work.actor;
  const maker = await preparerOf(work, sales[0]);
  const preparer = maker === acceptor ? undefined : maker;
  for (const [index, { numberOfSale, currency, items }] of sales.entries()) {
    const about = {
      object: 'sale',
      objectId: numberOfSale,
      label: `${firstName} ${lastName}`,
      count: items.length,
      amount: moneyOf(toTotals(currency, items).initialDeposit, currency),
    } as const;
    const mailAll = (userId: string) => putMessage(work, 'sale-sent', { saleIds: idsOf(sales), userId });
    const mail = index === 0 ? mailAll : null;
    await putNotice(work, { event: 'sale-sent', ...about, butFor: preparer }, mail);
    if (preparer !== undefined)
      await putNotice(work, { event: 'prepared-accepted', ...about, userIds: [preparer] }, mail);
  }
}
