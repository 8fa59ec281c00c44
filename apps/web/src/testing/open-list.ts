import type { Invoice } from '@anticipa/contract/invoices';
import type { listOpenInvoices } from '@anticipa/contract/open-invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import type { OpenInvoice } from '../lib/open-invoices.ts';

type Receiver = ResponseOf<typeof listOpenInvoices>['receivers'][number];

/** The server's answer with these invoices as open ones. */
export function openListOf(invoices: readonly (Invoice & Partial<OpenInvoice>)[]): ResponseOf<typeof listOpenInvoices> {
  return {
    products: invoices.map(({ Product, productId }) => [Product.code, productId]),
    receivers: invoices.map((one) => [
      one.receiverKey,
      one.receiverRFC,
      one.receiverName,
      one.receiverStatus,
      habitRow(one.habit),
      one.isOfLastSale ?? false,
    ]),
    invoices: invoices.map((one, index) => [
      one.documentId,
      one.serie,
      one.folio,
      index,
      one.currency,
      one.total,
      one.emittedOn,
      one.Product.code,
      one.status,
      one.isSynced,
      one.verification,
      one.motive?.code ?? null,
      one.rejectedDate,
      one.purchaseOrder,
      one.orderSource ?? null,
      one.paymentMethod,
    ]),
  };
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

const habitRow = (habit: OpenInvoice['habit'] = null): Receiver[4] =>
  habit && [
    habit.source,
    habit.term,
    weekdays.map((day, index) => (habit.weekDays[day] ? String(index + 1) : '')).join(''),
  ];
