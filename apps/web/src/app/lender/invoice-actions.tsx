/** The actions on an invoice that the lender bought, in the order of their buttons. An action is one entry here. */
import { closeShortfall, registerCollection } from '@anticipa/contract/collections';
import { forwardPayment } from '@anticipa/contract/forwarding';
import { proposeReversal } from '@anticipa/contract/reversals';
import type { InvoiceAction } from '../../features/bought-invoice/view-model.ts';
import { es as collections } from '../../features/collections/es.ts';
import { ForwardDialog } from '../../features/collections/forward-dialog.tsx';
import { InvoicePayment, InvoiceShortfall, InvoiceTarget } from '../../features/collections/invoice-dialogs.tsx';
import { es as reversals } from '../../features/reversals/es.ts';
import { ReversalDialog, reversible } from '../../features/reversals/reversal-dialog.tsx';

export const invoiceActions: readonly InvoiceAction[] = [
  {
    label: collections.portfolio.register,
    makes: registerCollection,
    // Money may come for one that is paid: it waits to be identified, or goes back.
    isShown: () => true,
    Dialog: InvoicePayment,
  },
  {
    label: collections.portfolio.shortfall,
    makes: closeShortfall,
    isShown: ({ aforo }) => aforo !== null,
    Dialog: InvoiceShortfall,
  },
  {
    label: collections.forward.action,
    makes: forwardPayment,
    isShown: ({ isBoughtBack }) => isBoughtBack,
    Dialog: ForwardDialog,
  },
  {
    label: reversals.action,
    makes: proposeReversal,
    isShown: (invoice) => reversible(invoice).length > 0,
    Dialog: (props) => <ReversalDialog {...props} Target={InvoiceTarget} />,
  },
];
