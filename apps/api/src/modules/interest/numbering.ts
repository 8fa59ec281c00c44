/** Numbers and lines of interest invoices and credit notes. */
import { randomUUID } from 'node:crypto';
import { decimalOf, type FinancedCurrency, type Money, moneyOf, sum } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { sql } from 'kysely';
import { decimal, valuesOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';

/** Series of interest invoices and their credit notes. */
const SERIE = 'INT';

/** Waits for other cuts and cancellations of a client. */
export async function lockCuts({ db }: WideWork, clientId: ClientId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`month-cut:${clientId}`}, 0))`.execute(db);
}

async function nextFolio({ db }: Work): Promise<string> {
  const [next] = await valuesOf(db, decimal)`select nextval('interest_invoice_numbers')`;
  return String(next);
}

/** Charges that a CFDI of the lender bills. */
export type CfdiKind = 'interest' | 'late-charges' | 'commission';

/** Interest, late charges or commission of a financed invoice. */
export interface InvoiceLine {
  readonly documentId: string;
  readonly folio: string;
  readonly ivaRate: string;
  readonly interest: Money<FinancedCurrency>;
  readonly iva: Money<FinancedCurrency>;
}

/** An invoice, or a credit note if it `credits` another one. */
interface NewInvoice {
  readonly kind: CfdiKind;
  readonly product: ProductCode;
  readonly currency: FinancedCurrency;
  /** The first day of the month. */
  readonly monthCut: string;
  /** Null in MXN. */
  readonly exchangeRate: string | null;
  readonly credits?: string;
  /** The sale whose deposit kept this interest or commission. */
  readonly saleId?: string | null;
  /** Unpaid late charges, IVA included. */
  readonly unpaid?: string;
  readonly substitutes?: string;
  /** Defaults to now. */
  readonly emittedAt?: Date;
}

/** Numbers and totals an invoice, to be stamped; returns its id. */
export async function insertInvoice(work: Work, invoice: NewInvoice, lines: readonly InvoiceLine[]): Promise<string> {
  const {
    kind,
    product,
    currency,
    monthCut,
    exchangeRate,
    credits = null,
    saleId = null,
    unpaid = '0.00',
    substitutes = null,
    emittedAt = work.at,
  } = invoice;
  const invoiceId = randomUUID();
  const total = (part: 'interest' | 'iva'): string =>
    decimalOf(
      sum<FinancedCurrency>(
        currency,
        lines.map((line) => line[part]),
      ),
    );
  await work.db
    .insertInto('interest_invoices')
    .values({
      client_id: work.tenant,
      invoice_id: invoiceId,
      kind,
      product,
      currency,
      month_cut: monthCut,
      serie: SERIE,
      folio: await nextFolio(work),
      state: 'pending',
      credits,
      sale_id: saleId,
      substitutes,
      active: substitutes === null,
      exchange_rate: exchangeRate,
      sub_total: total('interest'),
      iva: total('iva'),
      unpaid,
      emitted_at: emittedAt,
    })
    .execute();
  await insertLines(work, invoiceId, lines);
  return invoiceId;
}

/** Inserts the lines of an invoice, in their order. */
async function insertLines({ db, tenant }: Work, invoiceId: string, lines: readonly InvoiceLine[]): Promise<void> {
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
    )`.execute(db);
}

/** Numbers a substitute with the lines of an invoice; it counts once that invoice is cancelled. */
export async function numberSubstitute(work: Work, invoiceId: string): Promise<void> {
  const { db, tenant } = work;
  const { currency, ...invoice } = await db
    .selectFrom('interest_invoices')
    .select(['kind', 'product', 'currency', 'month_cut as monthCut', 'exchange_rate as exchangeRate', 'unpaid'])
    .select('sale_id as saleId')
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirstOrThrow();
  const lines = await db
    .selectFrom('interest_invoice_lines')
    .select(['document_id as documentId', 'folio', 'iva_rate as ivaRate', 'sub_total', 'iva'])
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .orderBy('position')
    .execute();
  await insertInvoice(
    work,
    { ...invoice, currency, substitutes: invoiceId },
    lines.map(({ sub_total, iva, ...line }) => ({
      ...line,
      interest: moneyOf(sub_total, currency),
      iva: moneyOf(iva, currency),
    })),
  );
}
