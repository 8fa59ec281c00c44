/** The right that each call of a client’s people needs, written by hand as the callers are. */
import type { RouteName } from '@anticipa/contract/routes';

/** Calls of a client’s people that need the right to prepare, and those that need the right to sell; the others only read. */
export const callsThatPrepare: ReadonlySet<RouteName> = new Set<RouteName>([
  'updateInvoice',
  'deleteInvoice',
  'restoreInvoice',
  'createCompany',
  'savePaymentHabit',
  'uploadFile',
  'signedUrl',
  'findOrCreateInvoice',
  'updateFile',
  'setPaymentReference',
  'cancelPaymentReference',
  'addPaymentReference',
  'createCostCentre',
  'mailClabe',
  'validateCredentials',
  'clientCredentials',
  'satsync',
  'syncNow',
  'prepareSale',
  'withdrawPreparedSale',
  'v1CreateUpload',
  'v1CreateReference',
  'v1PrepareSale',
]);
export const callsThatSell: ReadonlySet<RouteName> = new Set<RouteName>([
  'setAsPreSell',
  'processPreSells',
  'requestAuthorization',
  'cancelPreSell',
  'resendSale',
  'sendSummary',
  'returnPreparedSale',
  'v1HoldInvoices',
  'v1FixTerms',
  'v1AcceptSales',
  'v1CancelSales',
]);

/** Writes of a person's own: its data and its mails. An administrator's rights over others do not depend on the right to sell. */
export const ownWrites: ReadonlySet<RouteName> = new Set<RouteName>([
  'createUser',
  'updateUser',
  'renewCalendarLink',
  'mailBalanceStatement',
  'saveSurvey',
  'putOffSurvey',
]);
