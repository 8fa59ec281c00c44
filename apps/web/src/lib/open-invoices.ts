/** The open invoices as the server sends them, in tables, and as the screens use them. */
import type { Invoice } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import type { RejectionMotive } from '@anticipa/domain/motives';
import { motiveTexts } from '@anticipa/texts/texts';
import { callUnlessKnown } from './api-client.ts';

/** The fields of an invoice that the home screen and the sale need. */
export type OpenInvoice = Pick<
  Invoice,
  | 'documentId'
  | 'serie'
  | 'folio'
  | 'receiverKey'
  | 'receiverRFC'
  | 'receiverName'
  | 'receiverStatus'
  | 'currency'
  | 'total'
  | 'emittedOn'
  | 'productId'
  | 'status'
  | 'isSynced'
  | 'verification'
  | 'motive'
  | 'rejectedDate'
  | 'purchaseOrder'
> & { readonly Product: Pick<Invoice['Product'], 'code'> };

export interface OpenList {
  /** The server's version of exactly these invoices; null once they were changed here. */
  readonly version: string | null;
  /** Newest first. */
  readonly invoices: readonly OpenInvoice[];
}

/** Reads the list, or keeps the known one if the server's is the same. */
export async function readOpenInvoices(known: OpenList | undefined, signal: AbortSignal): Promise<OpenList> {
  const read = await callUnlessKnown(listOpenInvoices, { query: {}, signal }, known?.version ?? null);
  if (read === null && known) return known;
  if (read === null) throw new Error('the server answered that nothing changed since no version');
  return { version: read.version, invoices: openInvoicesOf(read.answer) };
}

function openInvoicesOf({ products, receivers, invoices }: ResponseOf<typeof listOpenInvoices>): OpenInvoice[] {
  const productIds = new Map(products);
  const known = receivers.map(([receiverKey, receiverRFC, receiverName, receiverStatus]) => {
    return { receiverKey, receiverRFC, receiverName, receiverStatus };
  });
  return invoices.flatMap((row): OpenInvoice[] => {
    const [documentId, serie, folio, number, currency, total, emittedOn, code, status, ...rest] = row;
    const [isSynced, verification, motive, rejectedDate, purchaseOrder] = rest;
    const [receiver, productId] = [known[number], productIds.get(code)];
    if (!receiver || !productId) return [];
    const dates = { emittedOn, rejectedDate };
    const ids = { documentId, serie, folio, productId, Product: { code }, purchaseOrder };
    return [
      { ...ids, ...receiver, ...dates, currency, total, status, isSynced, verification, motive: motiveOf(motive) },
    ];
  });
}

function motiveOf(code: RejectionMotive | null): Invoice['motive'] {
  if (code === null) return null;
  const { reason, remedy } = motiveTexts[code];
  return { code, description: reason, remedy, user: code === 'DELETED_BY_USER' };
}
