import { createHash } from 'node:crypto';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { processPreSells, requestAuthorization, sendSummary } from '@anticipa/contract/sales';
import { done, type Failure, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { areAllIn, saleSteps } from '@anticipa/domain/sale';
import { normaliseEmail } from '@anticipa/domain/user';
import { contractText } from '@anticipa/texts/contract-text';
import { writeAudit } from '../../lib/audit.ts';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import { putOutbox } from '../../lib/jobs/outbox.ts';
import { type Caller, sameAsSession } from '../../lib/session/context.ts';
import { inTenant } from '../../lib/transaction.ts';
import { clientProducts } from '../credit/queries.ts';
import { invoicesForSale } from '../invoices/queries.ts';
import { announceSales, expireSales } from './end.ts';
import { salesPolicy } from './policy.ts';
import { type SaleRecord, saleShown, salesByNumber, salesOfInvoices } from './queries.ts';
import { missingInvoices } from './quote.ts';
import { activeUsersByEmail, latestSaleState, salesUnderTerms, termsInForce } from './request-queries.ts';

const withDocuments = ({ saleId, items }: SaleRecord) => ({
  saleId,
  documentIds: items.map((item) => item.documentId),
});

const sweep = (deps: Deps, { actor }: Caller) =>
  expireSales(deps.db, { as: 'tenant', clientId: actor.clientId }, { tenant: actor.clientId, at: deps.clock.now() });

/** A payment date may have become today while the client read: such a sale can no longer go on. */
const datePassed = (sales: readonly SaleRecord[], today: string): Failure[] =>
  sales.flatMap((sale) =>
    sale.items
      .filter((item) => item.state === 'held' && item.shown.dueDate <= today)
      .map((item) => ({ path: item.documentId, code: 'PAYMENT_DATE_NOT_AFTER_TODAY' })),
  );

/**
 * Fixes the quote of held sales: renders the contract text that the client is asked to accept, with every figure, and its
 * hash. Sales processed together already answer with the same text.
 */
export async function processSales(
  deps: Deps,
  caller: Caller,
  { numberOfSales, rfc }: BodyOf<typeof processPreSells>,
): Promise<Outcome<ResponseOf<typeof processPreSells>>> {
  if (!sameAsSession(caller, { rfc })) return refuse('NOT_FOUND');
  const numbers = [...new Set(numberOfSales)];
  await sweep(deps, caller);
  return inTenant(deps, caller, async (executor) => {
    const sales = await salesByNumber(executor, caller.actor.clientId, { numbers, lock: 'update' });
    if (sales.length < numbers.length) return refuse('NOT_FOUND');
    if (sales.some((sale) => sale.state === 'expired')) return refuse('SALE_EXPIRED');
    const fixed = fixedTerms(sales);
    if (fixed) return done({ sales: sales.map(saleShown), terms: fixed });
    if (!areAllIn(sales, saleSteps.process.from)) return refuse('SALE_STATE_CONFLICT');
    const late = datePassed(sales, deps.clock.today());
    if (late.length > 0) return refuse('PAYMENT_DATE_NOT_AFTER_TODAY', late);
    return fixTerms(executor, { deps, caller, sales });
  });
}

/** The text that all of the sales were quoted with, together; null when they were not. */
function fixedTerms(sales: readonly SaleRecord[]): { version: string; hash: string; text: string } | null {
  const [first] = sales;
  if (!first || !areAllIn(sales, salesPolicy.process.repeatable)) return null;
  const { termsVersion: version, termsHash: hash, contractText: text } = first;
  if (version === null || hash === null || text === null) return null;
  return sales.every((sale) => sale.termsHash === hash) ? { version, hash, text } : null;
}

async function fixTerms(
  executor: Executor,
  { deps, caller, sales }: { deps: Deps; caller: Caller; sales: readonly SaleRecord[] },
): Promise<Outcome<ResponseOf<typeof processPreSells>>> {
  const at = deps.clock.now();
  const published = await termsInForce(executor, at);
  if (!published) return refuse('SERVICE_UNAVAILABLE');
  const text = contractText(published.body, caller.actor, sales.map(saleShown));
  const terms = { version: published.version, hash: createHash('sha256').update(text).digest('hex'), text };
  const { to } = saleSteps.process;
  await executor
    .updateTable('sales')
    .set({ state: to, terms_version: terms.version, terms_hash: terms.hash, contract_text: text })
    .where('client_id', '=', caller.actor.clientId)
    .where(
      'sale_id',
      'in',
      sales.map((sale) => sale.saleId),
    )
    .execute();
  for (const { saleId } of sales) {
    const details = { terms: terms.version, hash: terms.hash };
    await writeAudit(executor, caller, { action: 'sale.process', subject: `sale:${saleId}`, details, at });
  }
  await announceSales(executor, caller.actor.clientId, sales.map(withDocuments));
  return done({ sales: sales.map((sale) => saleShown({ ...sale, state: to })), terms });
}

/**
 * Sends quoted sales to the lender with the terms as accepted: who, when, from where and which text are kept, and the hold
 * stays until the lender answers. The invoices must be exactly those of the sales that the text covers.
 */
export async function requestSales(
  deps: Deps,
  caller: Caller,
  body: BodyOf<typeof requestAuthorization>,
): Promise<Outcome<ResponseOf<typeof requestAuthorization>>> {
  const claimed = [body, ...body.invoices];
  if (!claimed.every(({ clientId }) => sameAsSession(caller, { clientId }))) return refuse('NOT_FOUND');
  const documentIds = [...new Set(body.invoices.map((invoice) => invoice.documentId.toLowerCase()))];
  if (documentIds.length === 0) return refuse('NO_INVOICE_SELECTED');
  await sweep(deps, caller);
  return inTenant(deps, caller, async (executor) => {
    const tenant = caller.actor.clientId;
    const sales = await salesOfInvoices(executor, tenant, { documentIds, lock: 'update' });
    const problem =
      (await coverProblem(executor, { caller, sales, documentIds })) ??
      (await claimProblem(executor, { caller, sales, body })) ??
      stepProblem(sales) ??
      termsProblem(sales, body.acceptedTerms);
    if (problem) return problem;
    if (areAllIn(sales, salesPolicy.request.repeatable)) return done({ sales: sales.map(saleShown) });
    const covered = await salesUnderTerms(executor, tenant, body.acceptedTerms.hash);
    if (covered !== sales.length) return refuse('SALE_STATE_CONFLICT');
    const late = datePassed(sales, deps.clock.today());
    if (late.length > 0) return refuse('PAYMENT_DATE_NOT_AFTER_TODAY', late);
    return accept(executor, { deps, caller, sales, terms: body.acceptedTerms });
  });
}

interface Request {
  readonly caller: Caller;
  readonly sales: readonly SaleRecord[];
}

/** Why the invoices are not exactly those of live sales, or null. */
async function coverProblem(
  executor: Executor,
  { caller, sales, documentIds }: Request & { readonly documentIds: readonly string[] },
): Promise<Refused | null> {
  const live = sales.flatMap((sale) => sale.items).map((item) => item.documentId);
  const unsold = documentIds.filter((id) => !live.includes(id));
  if (unsold.length > 0) {
    const known = await invoicesForSale(executor, caller.actor.clientId, unsold);
    const missing = unsold.filter((id) => !known.some((invoice) => invoice.documentId === id));
    if (missing.length > 0) return missingInvoices(missing);
    const state = await latestSaleState(executor, caller.actor.clientId, unsold);
    return refuse(state === 'expired' ? 'SALE_EXPIRED' : 'SALE_STATE_CONFLICT');
  }
  const left = live.filter((id) => !documentIds.includes(id));
  return left.length === 0
    ? null
    : refuse(
        'SALE_STATE_CONFLICT',
        left.map((id) => ({ path: id, code: 'SALE_STATE_CONFLICT' })),
      );
}

/** What the browser repeats about each invoice is compared with the record, never used. */
async function claimProblem(
  executor: Executor,
  { caller, sales, body }: Request & { readonly body: BodyOf<typeof requestAuthorization> },
): Promise<Refused | null> {
  const products = await clientProducts(executor, caller.actor.clientId);
  const items = new Map(sales.flatMap((sale) => sale.items.map((item) => [item.documentId, item])));
  const foreign: string[] = [];
  const changed: Failure[] = [];
  for (const claim of body.invoices) {
    const item = items.get(claim.documentId.toLowerCase());
    if (!item) continue;
    const productId = products.find((each) => each.product === item.shown.product)?.productId;
    if ((claim.companyId ?? item.companyId).toLowerCase() !== item.companyId) foreign.push(item.documentId);
    else if (claim.productId !== undefined && claim.productId.toLowerCase() !== productId)
      foreign.push(item.documentId);
    const statuses: number[] = [item.invoiceStatus, item.previous.status, invoiceStatus.PREVENTA];
    const path = item.documentId;
    if (claim.status !== undefined && !statuses.includes(claim.status)) {
      changed.push({ path: `${path}.status`, code: 'QUOTE_CHANGED', expected: String(item.invoiceStatus) });
    }
    for (const name of ['receiverRFC', 'receiverName'] as const) {
      const expected = item.shown[name];
      if ((claim[name] ?? expected) !== expected)
        changed.push({ path: `${path}.${name}`, code: 'QUOTE_CHANGED', expected });
    }
  }
  if (foreign.length > 0) return missingInvoices(foreign);
  return changed.length > 0 ? refuse('QUOTE_CHANGED', changed) : null;
}

const stepProblem = (sales: readonly SaleRecord[]): Refused | null =>
  areAllIn(sales, saleSteps.request.from) || areAllIn(sales, salesPolicy.request.repeatable)
    ? null
    : refuse('SALE_STATE_CONFLICT');

const termsProblem = (
  sales: readonly SaleRecord[],
  accepted: BodyOf<typeof requestAuthorization>['acceptedTerms'],
): Refused | null =>
  sales.every((sale) => sale.termsVersion === accepted.version && sale.termsHash === accepted.hash)
    ? null
    : refuse('TERMS_NOT_ACCEPTED');

async function accept(
  executor: Executor,
  { deps, caller, sales, terms }: Request & { readonly deps: Deps; readonly terms: { version: string; hash: string } },
): Promise<Outcome<ResponseOf<typeof requestAuthorization>>> {
  const at = deps.clock.now();
  const { clientId, userId } = caller.actor;
  await executor
    .updateTable('sales')
    .set({ state: saleSteps.request.to, requested_at: at, expires_at: null })
    .where('client_id', '=', clientId)
    .where(
      'sale_id',
      'in',
      sales.map((sale) => sale.saleId),
    )
    .execute();
  await executor
    .insertInto('acceptances')
    .values(
      sales.map(({ saleId }) => ({
        client_id: clientId,
        sale_id: saleId,
        user_id: userId,
        terms_version: terms.version,
        terms_hash: terms.hash,
        accepted_at: at,
        address: caller.address,
        user_agent: caller.userAgent,
      })),
    )
    .execute();
  for (const { saleId } of sales) {
    const details = { terms: terms.version, hash: terms.hash };
    await writeAudit(executor, caller, { action: 'sale.request', subject: `sale:${saleId}`, details, at });
  }
  await announceSales(executor, clientId, sales.map(withDocuments));
  return done({
    sales: sales.map((sale) => saleShown({ ...sale, state: saleSteps.request.to, expiresAt: null })),
  });
}

/** Leaves the summary of requested sales for the worker to mail, one message per person, to active users of the client only. */
export async function summariseSales(
  deps: Deps,
  caller: Caller,
  { numberOfSales, emails, rfc }: BodyOf<typeof sendSummary>,
): Promise<Outcome<ResponseOf<typeof sendSummary>>> {
  if (!sameAsSession(caller, { rfc })) return refuse('NOT_FOUND');
  const numbers = [...new Set(numberOfSales)];
  const tenant = caller.actor.clientId;
  return inTenant(deps, caller, async (executor) => {
    const sales = await salesByNumber(executor, tenant, { numbers, lock: 'read' });
    if (sales.length < numbers.length) return refuse('NOT_FOUND');
    if (!areAllIn(sales, salesPolicy.summarise.states)) return refuse('SALE_STATE_CONFLICT');
    const users = await activeUsersByEmail(executor, tenant, emails);
    const strangers = emails.filter((email) => !users.has(normaliseEmail(email)));
    if (strangers.length > 0) {
      return refuseEach('INVALID_EMAIL', strangers);
    }
    const at = deps.clock.now();
    const saleIds = sales.map((sale) => sale.saleId);
    for (const userId of users.values()) {
      await putOutbox(executor, {
        clientId: tenant,
        kind: 'sale-summary',
        payload: { saleIds, userIds: [userId] },
        at,
      });
    }
    const details = { recipients: users.size };
    for (const saleId of saleIds) {
      await writeAudit(executor, caller, { action: 'sale.summary', subject: `sale:${saleId}`, details, at });
    }
    return done({ status: 'success' });
  });
}
