/** The open invoices as the server sends them, in tables, and as the screens use them. */
import type { Invoice, OrderSource } from '@anticipa/contract/invoices';
import { listOpenInvoices, MAX_IDS } from '@anticipa/contract/open-invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import type { RejectionMotive } from '@anticipa/domain/motives';
import { type KnownHabit, weekDaysOf } from '@anticipa/domain/payment-habit';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { call, callUnlessKnown } from './api-client.ts';

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
  | 'paymentMethod'
> & {
  readonly orderSource: OrderSource | null;
  readonly Product: Pick<Invoice['Product'], 'code'>;
  /** Payment days of the receiver; null if it has to be asked for. */
  readonly habit: KnownHabit | null;
  /** Whether invoices of the receiver were in the client's last sale. */
  readonly isOfLastSale: boolean;
};

export interface OpenList {
  /** The server's version of exactly these invoices; null once they were changed here. */
  readonly version: string | null;
  /** Newest first. */
  readonly invoices: readonly OpenInvoice[];
  /** Their ids in that order, and those of invoices that have left the list: they may come back. */
  readonly order: readonly string[];
}

/** Reads the list, or keeps the known one if the server's is the same. */
export async function readOpenInvoices(known: OpenList | undefined, signal: AbortSignal): Promise<OpenList> {
  const read = await callUnlessKnown(listOpenInvoices, { query: {}, signal }, known?.version ?? null);
  if (read === null && known) return known;
  if (read === null) throw new Error('the server answered that nothing changed since no version');
  const invoices = openInvoicesOf(read.answer);
  return { version: read.version, invoices, order: invoices.map(({ documentId }) => documentId) };
}

/** The open ones among some invoices, newest first within each {@link MAX_IDS} of them. */
export async function readSomeOpenInvoices(ids: readonly string[]): Promise<OpenInvoice[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, part) =>
    ids.slice(part * MAX_IDS, (part + 1) * MAX_IDS),
  );
  const answers = await Promise.all(parts.map((part) => call(listOpenInvoices, { query: { ids: part.join(',') } })));
  return answers.flatMap(openInvoicesOf);
}

/** The list after some of its invoices changed. `open`: those of them that are open now; the others leave the list. */
export function withChanged(list: OpenList, changed: readonly string[], open: readonly OpenInvoice[]): OpenList {
  const invoices = new Map(list.invoices.map((invoice) => [invoice.documentId, invoice]));
  for (const id of changed) invoices.delete(id);
  for (const invoice of open) invoices.set(invoice.documentId, invoice);
  const habits = new Map(open.map(({ receiverKey, habit }) => [receiverKey, habit]));
  for (const [id, invoice] of invoices) {
    const habit = habits.get(invoice.receiverKey);
    if (habit !== undefined && !isSameHabit(habit, invoice.habit)) invoices.set(id, { ...invoice, habit });
  }
  const known = new Set(list.order);
  const added = open.map(({ documentId }) => documentId).filter((id) => !known.has(id));
  const order = [...added, ...list.order];
  return { version: null, order, invoices: order.flatMap((id) => invoices.get(id) ?? []) };
}

const isSameHabit = (one: KnownHabit | null, other: KnownHabit | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

function openInvoicesOf({ products, receivers, invoices }: ResponseOf<typeof listOpenInvoices>): OpenInvoice[] {
  const productIds = new Map(products);
  const known = receivers.map(([receiverKey, receiverRFC, receiverName, receiverStatus, paysAt, isOfLastSale]) => {
    const habit = paysAt && { source: paysAt[0], term: paysAt[1], weekDays: weekDaysOf(paysAt[2]) };
    return { receiverKey, receiverRFC, receiverName, receiverStatus, habit, isOfLastSale };
  });
  return invoices.flatMap((row): OpenInvoice[] => {
    const [documentId, serie, folio, number, currency, total, emittedOn, code, status, ...rest] = row;
    const [isSynced, verification, motive, rejectedDate, purchaseOrder, orderSource, paymentMethod] = rest;
    const [receiver, productId] = [known[number], productIds.get(code)];
    if (!receiver || !productId) return [];
    const dates = { emittedOn, rejectedDate };
    const ids = { documentId, serie, folio, productId, Product: { code }, purchaseOrder, orderSource, paymentMethod };
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
