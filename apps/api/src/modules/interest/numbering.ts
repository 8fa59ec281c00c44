/** Numbers and lines of interest invoices and credit notes. */
import { decimalOf, type FinancedCurrency, type Money } from '@anticipa/domain/money';
import { sql } from 'kysely';
import type { WideWork, Work } from '../../lib/work.ts';

/** Series of interest invoices and their credit notes. */
export const SERIE = 'INT';

/** Waits for other cuts and cancellations of a client. */
export async function lockCuts({ db }: WideWork, clientId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`month-cut:${clientId}`}, 0))`.execute(db);
}

export async function nextFolio({ db }: Work): Promise<string> {
  const { rows } = await sql<{ next: string }>`select nextval('interest_invoice_numbers') as next`.execute(db);
  return String(rows[0]?.next);
}

/** Interest of a financed invoice on an interest invoice or a credit note. */
export interface InvoiceLine {
  readonly documentId: string;
  readonly folio: string;
  readonly ivaRate: string;
  readonly interest: Money<FinancedCurrency>;
  readonly iva: Money<FinancedCurrency>;
}

/** Inserts the lines of an invoice, in their order. */
export async function insertLines(
  { db, tenant }: Work,
  invoiceId: string,
  lines: readonly InvoiceLine[],
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
    )`.execute(db);
}
