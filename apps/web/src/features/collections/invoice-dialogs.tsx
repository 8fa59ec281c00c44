/** Dialogs about one invoice, opened from its page. */
import type { BoughtInvoice } from '@anticipa/contract/bought-invoice';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { useState } from 'react';
import { type InvoiceChoice, InvoiceChoices } from './invoice-choices.tsx';
import { PaymentDialog } from './payment-dialog.tsx';
import { ShortfallDialog } from './shortfall-dialog.tsx';

interface OfInvoice {
  readonly invoice: BoughtInvoice;
  readonly onClose: () => void;
}

/** A payment of the debt of the invoice, or of the debt of its client: the buy-back or the balance due. */
export function InvoicePayment({ invoice, onClose }: OfInvoice) {
  const { documentId, entityName, folio, currency, amountDue, balanceDue, daysLate, balances, today } = invoice;
  const owed = moneyOf(daysLate === null ? balanceDue : amountDue, currency);
  const isOfClient = daysLate === null || balances.some(({ account }) => account === 'RECOMPRA');
  const payer = isOfClient ? ('client' as const) : ('debtor' as const);
  // A client that pays in place of the receiver makes no deductions.
  const invoices = isOfClient ? [] : [{ documentId, folio, owed: amountDue }];
  const paid = { pays: { documentIds: [documentId] }, client: entityName, of: folio, owed, payer, invoices };
  return <PaymentDialog paid={paid} today={today} onClose={onClose} />;
}

export function InvoiceShortfall({ invoice: { aforo, ...invoice }, onClose }: OfInvoice) {
  return aforo === null ? null : <ShortfallDialog invoice={{ ...invoice, aforo }} onClose={onClose} />;
}

/** Chooses the invoices that money pays, by a search. */
export function InvoiceTarget(props: {
  currency: FinancedCurrency;
  onChange: (documentIds: readonly string[]) => void;
}) {
  const [chosen, choose] = useState<readonly InvoiceChoice[]>([]);
  return (
    <InvoiceChoices
      currency={props.currency}
      chosen={chosen}
      onChange={(next) => {
        choose(next);
        props.onChange(next.map(({ documentId }) => documentId));
      }}
    />
  );
}
