/** Lines of an interest invoice that the provider refuses: the others are invoiced without them. */
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import type { InvoicingRefused } from '../../gateways/invoicing/port.ts';
import type { Principal, Work } from '../../platform/work/work.ts';
import { raiseAlert } from '../alerts/alert.ts';
import { writeAudit } from '../log/audit.ts';
import { insertInvoice } from './numbering.ts';
import type { PendingInvoice } from './queries.ts';
import { subjectOf } from './stamping.ts';

/**
 * Numbers the lines that the provider does not name anew and withdraws the invoice that it refused; false if it names none, or all.
 * Interest that was taken out is invoiced with the next month, and raises an alert until then.
 */
export async function takeOutLines(
  work: Work<Principal>,
  { kind, documentIds, order }: PendingInvoice,
  { reason, concepts }: InvoicingRefused,
): Promise<boolean> {
  const refused = new Set(concepts);
  const lines = order.concepts.map((concept, index) => ({ ...concept, documentId: documentIds[index] ?? '', index }));
  const left = lines.filter(({ index }) => !refused.has(index));
  const isWhole = left.length === 0 || left.length === lines.length;
  if (isWhole || kind !== 'interest' || order.credits !== null || order.substitutes !== null) return false;
  const { product, currency, monthCut, exchangeRate, emittedAt, saleId } = await withdraw(work, order.id);
  const invoiceId = await insertInvoice(
    work,
    { kind, product, currency, monthCut, exchangeRate, emittedAt, saleId },
    left.map(({ subTotal, iva, ...line }) => ({
      ...line,
      interest: moneyOf(decimalOf(subTotal), currency),
      iva: moneyOf(decimalOf(iva), currency),
    })),
  );
  const folio = `${order.serie}-${order.folio}`;
  for (const { documentId, folio: invoice } of lines.filter(({ index }) => refused.has(index))) {
    await raiseAlert(work, {
      kind: 'invoicing-refused',
      subject: `invoice:${documentId}`,
      reason,
      details: { folio: invoice, cfdi: folio },
    });
  }
  const details = { folio, invoices: lines.length - left.length };
  await writeAudit(work, {
    action: 'interest.take-out',
    subject: subjectOf({ table: 'interest_invoices', id: invoiceId }),
    details,
  });
  return true;
}

/** An invoice that was certainly not stamped is no more. */
const withdraw = ({ db, tenant, at }: Work, invoiceId: string) =>
  db
    .updateTable('interest_invoices')
    .set({ active: false, cancelled_at: at, cancel_motive: '02' })
    .where('client_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', 'pending')
    .returning([
      'product',
      'currency',
      'month_cut as monthCut',
      'exchange_rate as exchangeRate',
      'emitted_at as emittedAt',
      'sale_id as saleId',
    ])
    .executeTakeFirstOrThrow();
