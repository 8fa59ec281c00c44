/** Handlers that apply each kind of change once a second person approves it. */
import { alertClosing } from './modules/alerts/desk/commands.ts';
import { operator, secondFactor } from './modules/approvals/access.ts';
import { fiscalData } from './modules/approvals/fiscal-data.ts';
import type { Handlers } from './modules/approvals/handler.ts';
import { personFactor } from './modules/approvals/person-factor.ts';
import { accountRelease, bankAccount, creditLine } from './modules/approvals/places.ts';
import { saleTerms } from './modules/approvals/sale-terms.ts';
import { settingHandlers } from './modules/approvals/settings.ts';
import { bankFee } from './modules/bank-files/fees.ts';
import { clientState } from './modules/closing/commands.ts';
import { invoiceAdjustment } from './modules/collections/adjustments.ts';
import { shortfallClosing } from './modules/collections/shortfalls.ts';
import { typedPayment } from './modules/collections/typed-payment.ts';
import { extension } from './modules/follow-up/extensions.ts';
import { exchangeRate } from './modules/lender-calendar/commands.ts';
import { paymentReturn } from './modules/made-payments/commands.ts';
import { manualEntry } from './modules/manual-entries/commands.ts';
import { lenderPayments } from './modules/paying/commands.ts';
import { portfolioLoad } from './modules/portfolio-load/commands.ts';
import { receiverAlias, receiverLimit } from './modules/receivers/commands.ts';
import { reversal } from './modules/reversals/commands.ts';
import { cutReversal } from './modules/reversals/cut.ts';
import { saleAnswer } from './modules/sales/desk/proposed-answers.ts';

export const approvalHandlers: Handlers = {
  'credit-line': creditLine,
  'bank-account': bankAccount,
  'account-release': accountRelease,
  'fiscal-data': fiscalData,
  'sale-terms': saleTerms,
  'client-state': clientState,
  operator,
  'second-factor': secondFactor,
  'person-factor': personFactor,
  'receiver-limit': receiverLimit,
  'receiver-alias': receiverAlias,
  ...settingHandlers,
  'exchange-rate': exchangeRate,
  alert: alertClosing,
  payment: typedPayment,
  shortfall: shortfallClosing,
  extension,
  adjustment: invoiceAdjustment,
  'portfolio-load': portfolioLoad,
  reversal,
  'cut-reversal': cutReversal,
  'payment-return': paymentReturn,
  'bank-fee': bankFee,
  'manual-entry': manualEntry,
  'lender-payments': lenderPayments,
  answer: saleAnswer,
};
