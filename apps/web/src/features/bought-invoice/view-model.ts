import type { BoughtInvoice } from '@anticipa/contract/bought-invoice';
import type { OperatorRole } from '@anticipa/domain/operator';
import type { ComponentType } from 'react';

/** An action on an invoice that the lender bought. */
export interface InvoiceAction {
  readonly label: string;
  /** The call that it makes: only operators who may make it see the action. */
  readonly makes: { readonly roles: readonly OperatorRole[] };
  readonly isShown: (invoice: BoughtInvoice) => boolean;
  readonly Dialog: ComponentType<{ readonly invoice: BoughtInvoice; readonly onClose: () => void }>;
}
