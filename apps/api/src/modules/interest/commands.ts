/** The month cut: what a client's financed invoices earned in a month becomes the lender's invoices for it. */
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { InterestInvoice, interestInvoiceFile } from '@anticipa/contract/interest';
import type { ParamsOf, ResponseOf } from '@anticipa/contract/route';
import type { IsoDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, sum } from '@anticipa/domain/money';
import { firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { productCodes } from '@anticipa/domain/product';
import { sql } from 'kysely';
import { type InvoiceOrder, InvoicingUnavailable } from '../../gateways/invoicing/port.ts';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { writeAudit } from '../../lib/audit.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps, JobDeps } from '../../lib/deps.ts';
import { announce } from '../../lib/live/events.ts';
import { type Caller, type ClientId, type OperatorActor, provenClient } from '../../lib/session/context.ts';
import { readTenant } from '../../lib/transaction.ts';
import { extraHolidays, rateInForce } from '../credit/queries.ts';
import { interestInvoicePdf } from './pdf.ts';
import { type EarnedInterest, earnedInterest, invoicesOfCut, pendingInvoices, storedInvoice } from './queries.ts';

export type CutDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'storage' | 'invoicing'>;

type Who = Pick<Caller<OperatorActor>, 'actor' | 'requestId'> | { readonly actor: 'worker' };

interface Cut {
  readonly clientId: string;
  readonly month: Month;
}

/** Series of the lender's invoices for interest. */
const SERIE = 'INT';

/**
 * Invoices a client's month: one CFDI per product and currency, with a line per financed invoice. First the invoices are
 * numbered and added up, then each is stamped; whatever stops in between, the next cut of the same month goes on from
 * there and nothing is invoiced twice.
 */
export async function cutMonth(deps: CutDeps, who: Who, { clientId, month }: Cut): Promise<Outcome<InterestInvoice[]>> {
  if (deps.invoicing === null) return refuse('INVOICING_NOT_CONFIGURED');
  if (month >= monthOf(deps.clock.today())) return refuse('MONTH_NOT_OVER');
  const as = who.actor === 'worker' ? 'worker' : 'operator';
  const numbered = await deps.db.attempt({ as }, (executor) =>
    numberInvoices(executor, deps, { who, clientId, month }),
  );
  if (!numbered.ok) return numbered;
  const tenant = numbered.value;
  try {
    const pending = await deps.db.withTransaction({ as }, (executor) => pendingInvoices(executor, tenant, month));
    for (const { documentIds, order } of pending) {
      const { uuid, xml } = await deps.invoicing.issue(order);
      const sha256 = await deps.storage.put(tenant, xml);
      await deps.db.withTransaction({ as }, (executor) =>
        keepIssued(executor, { tenant, order, uuid, sha256, documentIds }),
      );
    }
  } catch (cause) {
    if (!(cause instanceof InvoicingUnavailable || cause instanceof StorageUnavailable)) throw cause;
    deps.log.warn({ err: cause, month }, 'a month cut is not finished; cutting it again goes on with it');
    return refuse('SERVICE_UNAVAILABLE');
  }
  return done(await deps.db.withTransaction({ as }, (executor) => invoicesOfCut(executor, tenant, month)));
}

/** Numbers what the month has earned and no invoice bills yet; gives the client's proven id. */
async function numberInvoices(
  executor: Executor,
  { clock }: CutDeps,
  { who, clientId, month }: Cut & { readonly who: Who },
): Promise<Outcome<ClientId>> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`month-cut:${clientId}`}, 0))`.execute(executor);
  const client = await executor
    .selectFrom('clients')
    .select(['client_id', 'fiscal_regime', 'postal_code'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!client) return refuse('NOT_FOUND');
  const tenant = provenClient(client.client_id);
  const accrual = { from: firstDayOf(month), to: lastDayOf(month), products: productCodes };
  const earned = await earnedInterest(executor, tenant, accrual);
  const known = await executor
    .selectFrom('interest_invoices')
    .select(['product', 'currency'])
    .where('client_id', '=', tenant)
    .where('month_cut', '=', firstDayOf(month))
    .where('invoice_type', '=', true)
    .where('active', '=', true)
    .execute();
  const kindOf = ({ product, currency }: { product: string; currency: string }): string => `${product} ${currency}`;
  const invoiced = new Set(known.map(kindOf));
  const groups = Map.groupBy(earned, ({ product, interest }) => kindOf({ product, currency: interest.currency }));
  const missing = [...groups].flatMap(([kind, lines]) => (invoiced.has(kind) ? [] : [lines]));
  if (missing.length > 0 && (client.fiscal_regime === null || client.postal_code === null)) {
    return refuse('FISCAL_DATA_MISSING');
  }
  for (const lines of missing) {
    const numbered = await numberInvoice(executor, clock, { who, tenant, month, lines });
    if (!numbered.ok) return numbered;
  }
  return done(tenant);
}

interface NewInvoice {
  readonly who: Who;
  readonly tenant: ClientId;
  readonly month: Month;
  /** Of one product and currency, at least one. */
  readonly lines: readonly EarnedInterest[];
}

async function numberInvoice(
  executor: Executor,
  clock: Clock,
  { who, tenant, month, lines }: NewInvoice,
): Promise<Outcome<null>> {
  const [first] = lines;
  if (!first) return done(null);
  const { currency } = first.interest;
  const exchangeRate = currency === 'MXN' ? null : await rateOfDay(executor, clock.today());
  if (currency !== 'MXN' && exchangeRate === null) return refuse('EXCHANGE_RATE_MISSING');
  const at = clock.now();
  const invoiceId = randomUUID();
  const { rows } = await sql<{ next: string }>`select nextval('interest_invoice_numbers') as next`.execute(executor);
  await executor
    .insertInto('interest_invoices')
    .values({
      client_id: tenant,
      invoice_id: invoiceId,
      product: first.product,
      currency,
      month_cut: firstDayOf(month),
      serie: SERIE,
      folio: String(rows[0]?.next),
      state: 'pending',
      exchange_rate: exchangeRate,
      sub_total: totalOf(currency, lines, 'interest'),
      iva: totalOf(currency, lines, 'iva'),
      emitted_at: at,
    })
    .execute();
  await insertLines(executor, { tenant, invoiceId, lines });
  const details = { month, product: first.product, currency, invoices: lines.length };
  const subject = `interest-invoice:${invoiceId}`;
  await writeAudit(executor, who, { action: 'month.cut', subject, details, at, clientId: tenant });
  return done(null);
}

const totalOf = (currency: FinancedCurrency, lines: readonly EarnedInterest[], part: 'interest' | 'iva'): string =>
  decimalOf(
    sum<FinancedCurrency>(
      currency,
      lines.map((line) => line[part]),
    ),
  );

const rateOfDay = async (executor: Executor, today: IsoDate): Promise<string | null> =>
  (await rateInForce(executor, today, await extraHolidays(executor)))?.tipoCambio ?? null;

async function insertLines(
  executor: Executor,
  { tenant, invoiceId, lines }: { tenant: ClientId; invoiceId: string; lines: readonly EarnedInterest[] },
): Promise<void> {
  const rows = lines.map((line, index) => ({
    document: line.documentId,
    position: index + 1,
    folio: line.folio,
    rate: line.ivaRate,
    interest: decimalOf(line.interest),
    iva: decimalOf(line.iva),
  }));
  await sql`
    insert into interest_invoice_lines (client_id, invoice_id, document_id, position, folio, iva_rate, sub_total, iva)
    select ${tenant}, ${invoiceId}, line.document, line.position, line.folio, line.rate, line.interest, line.iva
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line(
      document uuid, position integer, folio text, rate numeric, interest numeric, iva numeric
    )`.execute(executor);
}

interface Issued {
  readonly tenant: ClientId;
  readonly order: InvoiceOrder;
  readonly uuid: string;
  readonly sha256: Buffer;
  readonly documentIds: readonly string[];
}

/** Remembers a stamped invoice and tells the client's open screens; the second of two at once changes nothing. */
async function keepIssued(executor: Executor, { tenant, order, uuid, sha256, documentIds }: Issued): Promise<void> {
  await executor
    .updateTable('interest_invoices')
    .set({ state: 'issued', uuid, sha256 })
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', order.id)
    .where('state', '=', 'pending')
    .execute();
  await announce(executor, tenant, { noun: 'invoices', ids: [...documentIds] });
}

/** An invoice's XML as it was stamped, or its printed form, for one of the client's own people. */
export async function readInvoice(
  deps: Deps,
  caller: Caller,
  { fileType, id }: ParamsOf<typeof interestInvoiceFile>,
): Promise<Outcome<ResponseOf<typeof interestInvoiceFile>>> {
  const { clientId } = caller.actor;
  const stored = await readTenant(deps, caller, (executor) => storedInvoice(executor, clientId, id));
  if (!stored) return refuse('NOT_FOUND');
  const content = await deps.storage.open(clientId, stored.sha256);
  if (content === null) {
    deps.log.error({ invoiceId: id }, 'the bytes of an issued invoice are not in the store');
    return refuse('SERVICE_UNAVAILABLE');
  }
  const xml = await buffer(content);
  const isPdf = fileType === 'pdf';
  const bytes = isPdf ? await interestInvoicePdf(xml) : xml;
  return done({
    file: {
      Content: bytes.toString('base64'),
      ContentType: isPdf ? 'application/pdf' : 'application/xml',
      ContentEncoding: 'base64',
      FileName: `${stored.name}.${fileType}`,
    },
  });
}
