/** The right that each call of a client’s people needs, written by hand as the callers are. */
import type { RouteName } from '@anticipa/contract/routes';

/** Calls of a client’s people that need the right to prepare, and those that need the right to sell; the others only read. */
export const callsThatPrepare: ReadonlySet<RouteName> = new Set<RouteName>([
  'updateInvoice',
  'deleteInvoice',
  'restoreInvoice',
  'createCompany',
  'savePaymentHabit',
  'checkImport',
  'saveImport',
  'askConfirmation',
  'writeInvoiceMessage',
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
  'withdrawRequest',
  'prepareSale',
  'withdrawPreparedSale',
  'v1CreateUpload',
  'v1CreateReference',
  'v1PrepareSale',
]);
export const callsThatSell: ReadonlySet<RouteName> = new Set<RouteName>([
  'requestLine',
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
  'clearPersonFactor',
  'renewCalendarLink',
  'mailBalanceStatement',
  'saveSurvey',
  'putOffSurvey',
  'enterCompany',
  'declineCompany',
  'proveFactor',
  'dropSecondFactor',
  'setFactorRules',
  'readNotices',
  'readInvoiceMessages',
  'changeNoticeChoices',
  'confirmWhatsApp',
  'endWhatsApp',
  'addPushBrowser',
  'removePushBrowser',
  'requestAccount',
  'createApiKey',
  'revokeApiKey',
  'createWebhook',
  'changeWebhook',
  'rotateWebhookSecret',
  'testWebhook',
  'replayDelivery',
]);

/**
 * Calls of a client’s people that need a second factor proven a short while ago. A stolen session must not make access for longer
 * than it lasts, send money or data to another place, or undo these rules.
 */
export const callsWithFreshFactor: ReadonlySet<RouteName> = new Set<RouteName>([
  'createApiKey',
  'createWebhook',
  'rotateWebhookSecret',
  'setFactorRules',
  'clearPersonFactor',
  'requestAccount',
]);
/** Calls that need one for some inputs: a sale above the company’s amount, and grants that open such steps. */
export const callsAtTimesWithFreshFactor: ReadonlySet<RouteName> = new Set<RouteName>([
  'requestAuthorization',
  'createUser',
  'updateUser',
]);
/**
 * Calls that never need one. A new call is decided here: it must be above if it makes access, names an account to which the
 * lender pays, or sends data of the client to an address.
 */
export const callsWithoutFreshFactor: ReadonlySet<RouteName> = new Set<RouteName>([
  // These take something away.
  'revokeApiKey',
  'withdrawPreparedSale',
  'returnPreparedSale',
  'cancelPreSell',
  'cancelPaymentReference',
  'v1CancelSales',
  'endWhatsApp',
  'removePushBrowser',
  'deleteInvoice',
  // These are steps before a sale, whose acceptance is guarded; a program has no factor to prove.
  'setAsPreSell',
  'processPreSells',
  'prepareSale',
  'v1HoldInvoices',
  'v1FixTerms',
  'v1PrepareSale',
  'v1AcceptSales',
  // The endpoint and its address were made with a factor.
  'changeWebhook',
  'testWebhook',
  'replayDelivery',
  // These are about what payers pay to the lender, whose accounts they do not name.
  'setPaymentReference',
  'addPaymentReference',
  'v1CreateReference',
  'createCostCentre',
  // These mail what the session reads anyway, to people of the client or to a payer.
  'resendSale',
  'sendSummary',
  'mailClabe',
  'mailBalanceStatement',
  // These prove a factor themselves, or the password of the tax authority.
  'proveFactor',
  'dropSecondFactor',
  'validateCredentials',
  'clientCredentials',
  // These read, or bring in the client’s own data.
  'updateInvoice',
  'restoreInvoice',
  'createCompany',
  'savePaymentHabit',
  'uploadFile',
  'findOrCreateInvoice',
  'updateFile',
  'satsync',
  'syncNow',
  'v1CreateUpload',
  'saleProof',
  'checkImport',
  'saveImport',
  // The lender decides on these.
  'requestLine',
  'withdrawRequest',
  'writeInvoiceMessage',
  'readInvoiceMessages',
  // The lender or the client stored the person who is asked, and the receiver has the invoice.
  'askConfirmation',
  // The feed of its secret address has due dates only, and the person’s next link ends it.
  'renewCalendarLink',
  // These are the person’s own.
  'saveSurvey',
  'putOffSurvey',
  'enterCompany',
  'declineCompany',
  'readNotices',
  'changeNoticeChoices',
  'confirmWhatsApp',
  'addPushBrowser',
]);
