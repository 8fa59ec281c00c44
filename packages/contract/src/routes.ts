/** Every route of the portal; the server registers, and tests iterate over, this list. */
import * as alerts from './alerts.ts';
import * as authenticator from './authenticator.ts';
import * as calendar from './calendar.ts';
import * as clientTimeline from './client-timeline.ts';
import * as collections from './collections.ts';
import * as credit from './credit.ts';
import * as events from './events.ts';
import * as exports from './exports.ts';
import * as files from './files.ts';
import * as health from './health.ts';
import * as home from './home.ts';
import * as interest from './interest.ts';
import * as invoiceSheet from './invoice-sheet.ts';
import * as invoices from './invoices.ts';
import * as lender from './lender.ts';
import * as lenderCalendar from './lender-calendar.ts';
import * as lenderClients from './lender-clients.ts';
import * as lenderInbox from './lender-inbox.ts';
import * as lenderOverview from './lender-overview.ts';
import * as lenderReceivers from './lender-receivers.ts';
import * as lenderSurveys from './lender-surveys.ts';
import * as log from './log.ts';
import * as openInvoices from './open-invoices.ts';
import * as operators from './operators.ts';
import * as outbox from './outbox.ts';
import * as passkeys from './passkeys.ts';
import * as payers from './payers.ts';
import * as payments from './payments.ts';
import * as proposals from './proposals.ts';
import * as receivers from './receivers.ts';
import * as recovery from './recovery.ts';
import * as references from './references.ts';
import * as reports from './reports.ts';
import type { Route } from './route.ts';
import * as sales from './sales.ts';
import * as search from './search.ts';
import * as sentSales from './sent-sales.ts';
import * as session from './session.ts';
import * as settings from './settings.ts';
import * as statements from './statements.ts';
import * as surveys from './surveys.ts';
import * as sync from './sync.ts';
import * as systems from './systems.ts';
import * as taxpayerList from './taxpayer-list.ts';
import * as transfers from './transfers.ts';
import * as users from './users.ts';
import * as views from './views.ts';

export const routes = {
  live: health.live,
  ready: health.ready,
  login: session.login,
  startSecondFactor: session.startSecondFactor,
  askForPasskey: session.askForPasskey,
  listPasskeys: passkeys.listPasskeys,
  getAuthenticator: authenticator.getAuthenticator,
  beginAuthenticator: authenticator.beginAuthenticator,
  addAuthenticator: authenticator.addAuthenticator,
  beginPasskey: passkeys.beginPasskey,
  addPasskey: passkeys.addPasskey,
  removePasskey: passkeys.removePasskey,
  getSession: session.getSession,
  logout: session.logout,
  products: session.products,
  listSessions: users.listSessions,
  endSession: users.endSession,
  recoverPass: recovery.recoverPass,
  checkRecoveryKey: recovery.checkRecoveryKey,
  setNewPassword: recovery.setNewPassword,
  getClient: users.getClient,
  createUser: users.createUser,
  updateUser: users.updateUser,
  getAdminsCount: users.getAdminsCount,
  getCreditInformation: credit.getCreditInformation,
  listCredits: credit.listCredits,
  getHome: home.getHome,
  searchPortal: search.searchPortal,
  getCalendar: calendar.getCalendar,
  renewCalendarLink: calendar.renewCalendarLink,
  calendarFeed: calendar.calendarFeed,
  getInvoice: invoiceSheet.getInvoice,
  listInvoices: invoices.listInvoices,
  countInvoices: invoices.countInvoices,
  updateInvoice: invoices.updateInvoice,
  getPaymentInformation: payments.getPaymentInformation,
  nextPayments: payments.nextPayments,
  getInvoiceBalance: payments.getInvoiceBalance,
  listInvoiceBalances: payments.listInvoiceBalances,
  deleteInvoice: invoices.deleteInvoice,
  restoreInvoice: invoices.restoreInvoice,
  listOpenInvoices: openInvoices.listOpenInvoices,
  findCompanies: receivers.findCompanies,
  createCompany: receivers.createCompany,
  savePaymentHabit: receivers.savePaymentHabit,
  uploadFile: files.uploadFile,
  signedUrl: files.signedUrl,
  uploadToSignedUrl: files.uploadToSignedUrl,
  findOrCreateInvoice: files.findOrCreateInvoice,
  listFiles: files.listFiles,
  updateFile: files.updateFile,
  getFile: files.getFile,
  downloadFile: files.downloadFile,
  presell: sales.presell,
  setAsPreSell: sales.setAsPreSell,
  processPreSells: sales.processPreSells,
  requestAuthorization: sales.requestAuthorization,
  cancelPreSell: sales.cancelPreSell,
  getSaleStates: sales.getSaleStates,
  listSales: sentSales.listSales,
  getSale: sentSales.getSale,
  resendSale: sentSales.resendSale,
  saleContract: sentSales.saleContract,
  saleConstancia: sentSales.saleConstancia,
  sendSummary: sales.sendSummary,
  setPaymentReference: references.setPaymentReference,
  quotePaymentReference: references.quotePaymentReference,
  cancelPaymentReference: references.cancelPaymentReference,
  addPaymentReference: references.addPaymentReference,
  listPaymentReferences: references.listPaymentReferences,
  getPaymentReference: references.getPaymentReference,
  paymentReferencePdf: references.paymentReferencePdf,
  getPaymentReferencePdf: references.getPaymentReferencePdf,
  getPaymentInstructions: references.getPaymentInstructions,
  listPayers: payers.listPayers,
  createCostCentre: payers.createCostCentre,
  listClabeDebts: payers.listClabeDebts,
  mailClabe: payers.mailClabe,
  listInterest: interest.listInterest,
  listInterestInvoices: interest.listInterestInvoices,
  interestInvoiceFile: interest.interestInvoiceFile,
  exportTable: exports.exportTable,
  getStatement: statements.getStatement,
  balanceStatement: statements.balanceStatement,
  mailBalanceStatement: statements.mailBalanceStatement,
  dispersions: statements.dispersions,
  cutMonth: interest.cutMonth,
  cancelInterestInvoice: interest.cancelInterestInvoice,
  listLenderSales: lender.listLenderSales,
  getLenderSale: lender.getLenderSale,
  downloadSoldFile: lender.downloadSoldFile,
  listInbox: lenderInbox.listInbox,
  getOverview: lenderOverview.getOverview,
  listExposures: lenderOverview.listExposures,
  listDepositedSales: lenderOverview.listDepositedSales,
  getLenderCalendar: lenderCalendar.getLenderCalendar,
  setHoliday: lenderCalendar.setHoliday,
  publishRate: lenderCalendar.publishRate,
  fetchExchangeRate: lenderCalendar.fetchExchangeRate,
  listReceivers: lenderReceivers.listReceivers,
  getReceiver: lenderReceivers.getReceiver,
  setReceiverStatus: lenderReceivers.setReceiverStatus,
  setReceiverLimit: lenderReceivers.setReceiverLimit,
  setPaymentPolicy: lenderReceivers.setPaymentPolicy,
  proposeAlias: lenderReceivers.proposeAlias,
  setProgramme: lenderReceivers.setProgramme,
  answerSale: lender.answerSale,
  switchRobot: lenderInbox.switchRobot,
  decideAnswer: lender.decideAnswer,
  returnSale: lender.returnSale,
  withdrawAuthorisation: lender.withdrawAuthorisation,
  disburseSale: lender.disburseSale,
  orderTransfer: transfers.orderTransfer,
  closeTransfer: transfers.closeTransfer,
  listTransfers: transfers.listTransfers,
  lenderSaleProof: transfers.lenderSaleProof,
  listTroubledTransfers: transfers.listTroubledTransfers,
  listClients: lenderClients.listClients,
  getLenderClient: lenderClients.getLenderClient,
  listTimeline: clientTimeline.listTimeline,
  createClient: lenderClients.createClient,
  setClientProduct: lenderClients.setClientProduct,
  setPaymentOrderCompany: lenderClients.setPaymentOrderCompany,
  setClientSync: lenderClients.setClientSync,
  invitePersonAgain: lenderClients.invitePersonAgain,
  endPersonSessions: lenderClients.endPersonSessions,
  disablePerson: lenderClients.disablePerson,
  listProposals: proposals.listProposals,
  propose: proposals.propose,
  proposeFiscalData: proposals.proposeFiscalData,
  proposeSetting: proposals.proposeSetting,
  decideProposal: proposals.decideProposal,
  getSettings: settings.getSettings,
  getSetup: settings.getSetup,
  changeSetting: settings.changeSetting,
  listLog: log.listLog,
  exportLog: log.exportLog,
  changeOperator: proposals.changeOperator,
  listOperators: operators.listOperators,
  disableOperator: operators.disableOperator,
  endOperatorSessions: operators.endOperatorSessions,
  inviteOperatorAgain: operators.inviteOperatorAgain,
  saleProof: transfers.saleProof,
  listMessages: outbox.listMessages,
  repeatMessage: outbox.repeatMessage,
  listAlerts: alerts.listAlerts,
  closeAlert: alerts.closeAlert,
  listSystems: systems.listSystems,
  retrySystem: systems.retrySystem,
  getTaxpayerList: taxpayerList.getTaxpayerList,
  uploadTaxpayerList: taxpayerList.uploadTaxpayerList,
  listDueReferences: collections.listDueReferences,
  registerCollection: collections.registerCollection,
  listUnidentifiedPayments: collections.listUnidentifiedPayments,
  identifyPayment: collections.identifyPayment,
  sendBackPayment: collections.sendBackPayment,
  confirmReturn: collections.confirmReturn,
  closeShortfall: collections.closeShortfall,
  listDuePayouts: collections.listDuePayouts,
  confirmPayout: collections.confirmPayout,
  validateCredentials: sync.validateCredentials,
  clientCredentials: sync.clientCredentials,
  satsync: sync.satsync,
  syncNow: sync.syncNow,
  getTaxpayer: sync.getTaxpayer,
  syncWebhook: sync.syncWebhook,
  transferWebhook: transfers.transferWebhook,
  receivedWebhook: transfers.receivedWebhook,
  streamEvents: events.streamEvents,
  viewClient: views.viewClient,
  listViews: views.listViews,
  listSurveys: lenderSurveys.listSurveys,
  listSurveyAnswers: lenderSurveys.listSurveyAnswers,
  exportSurveyAnswers: lenderSurveys.exportSurveyAnswers,
  writeSurvey: lenderSurveys.writeSurvey,
  startSurvey: lenderSurveys.startSurvey,
  deleteSurvey: lenderSurveys.deleteSurvey,
  stopSurvey: lenderSurveys.stopSurvey,
  getSurvey: surveys.getSurvey,
  saveSurvey: surveys.saveSurvey,
  putOffSurvey: surveys.putOffSurvey,
  notifyError: reports.notifyError,
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
