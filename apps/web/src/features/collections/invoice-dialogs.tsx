/** Dialogs about one invoice, opened from its page. */
import type { BoughtInvoice } from '@anticipa/contract/bought-invoice';
import { moneyOf } from '@anticipa/domain/money';
import { PaymentDialog } from './payment-dialog.tsx';
import { ShortfallDialog } from './shortfall-dialog.tsx';

interface OfInvoice {
  readonly invoice: BoughtInvoice;
  readonly onClose: () => void;
}

/** A payment of what is owed for the invoice, or of the balance that it left its client to pay. */
export function InvoicePayment({ invoice, onClose }: OfInvoice) {
  const { documentId, entityName, folio, currency, amountDue, balanceDue, daysLate, today } = invoice;
  const owed = moneyOf(daysLate === null ? balanceDue : amountDue, currency);
  const paid = { pays: { documentIds: [documentId] }, client: entityName, of: folio, owed };
  return <PaymentDialog paid={paid} today={today} onClose={onClose} />;
}

export function InvoiceShortfall({ invoice: { aforo, ...invoice }, onClose }: OfInvoice) {
  return aforo === null ? null : <ShortfallDialog invoice={{ ...invoice, aforo }} onClose={onClose} />;
}
