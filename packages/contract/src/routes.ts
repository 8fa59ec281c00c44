/**
 * Every route of the portal, under the name that its module exports; the server registers, and tests iterate over, this list.
 */
import * as accountant from './accountant.ts';
import * as activity from './activity.ts';
import * as adjustments from './adjustments.ts';
import * as alerts from './alerts.ts';
import * as apiKeys from './api-keys.ts';
import * as approvals from './approvals.ts';
import * as authenticator from './authenticator.ts';
import * as bankFiles from './bank-files.ts';
import * as bookClose from './book-close.ts';
import * as books from './books.ts';
import * as boughtInvoice from './bought-invoice.ts';
import * as brand from './brand.ts';
import * as calendar from './calendar.ts';
import * as cashNeed from './cash-need.ts';
import * as clientPapers from './client-papers.ts';
import * as clientRequests from './client-requests.ts';
import * as clientTimeline from './client-timeline.ts';
import * as collections from './collections.ts';
import * as confirmations from './confirmations.ts';
import * as contractTerms from './contract-terms.ts';
import * as costs from './costs.ts';
import * as credit from './credit.ts';
import * as estimate from './estimate.ts';
import * as events from './events.ts';
import * as exports from './exports.ts';
import * as factorRules from './factor-rules.ts';
import * as files from './files.ts';
import * as followUp from './follow-up.ts';
import * as forwarding from './forwarding.ts';
import * as health from './health.ts';
import * as home from './home.ts';
import * as imports from './imports.ts';
import * as interest from './interest.ts';
import * as invoiceMessages from './invoice-messages.ts';
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
import * as madePayments from './made-payments.ts';
import * as manualEntries from './manual-entries.ts';
import * as notices from './notices.ts';
import * as openInvoices from './open-invoices.ts';
import * as operators from './operators.ts';
import * as outbox from './outbox.ts';
import * as partyTransfers from './party-transfers.ts';
import * as passkeys from './passkeys.ts';
import * as payables from './payables.ts';
import * as payers from './payers.ts';
import * as paymentFiles from './payment-files.ts';
import * as payments from './payments.ts';
import * as personFactor from './person-factor.ts';
import * as portfolio from './portfolio.ts';
import * as portfolioLoad from './portfolio-load.ts';
import * as portfolioReports from './portfolio-reports.ts';
import * as preparedSales from './prepared-sales.ts';
import * as receipts from './receipts.ts';
import * as receiverContacts from './receiver-contacts.ts';
import * as receivers from './receivers.ts';
import * as recovery from './recovery.ts';
import * as references from './references.ts';
import * as reminders from './reminders.ts';
import * as reports from './reports.ts';
import * as reversals from './reversals.ts';
import { type Route, routesOf } from './route.ts';
import * as saleTerms from './sale-terms.ts';
import * as sales from './sales.ts';
import * as search from './search.ts';
import * as sentSales from './sent-sales.ts';
import * as session from './session.ts';
import * as settings from './settings.ts';
import * as soldInvoices from './sold-invoices.ts';
import * as statements from './statements.ts';
import * as surveys from './surveys.ts';
import * as sync from './sync.ts';
import * as systems from './systems.ts';
import * as taxData from './tax-data.ts';
import * as taxpayerList from './taxpayer-list.ts';
import * as toAccept from './to-accept.ts';
import * as today from './today.ts';
import * as transfers from './transfers.ts';
import * as users from './users.ts';
import * as v1Calendar from './v1/calendar.ts';
import * as v1Events from './v1/events.ts';
import * as v1Invoices from './v1/invoices.ts';
import * as v1Keys from './v1/keys.ts';
import * as v1Money from './v1/money.ts';
import * as v1PreparedSales from './v1/prepared-sales.ts';
import * as v1Sales from './v1/sales.ts';
import * as views from './views.ts';
import * as webhooks from './webhooks.ts';

export const routes = {
  ...routesOf(activity),
  ...routesOf(adjustments),
  ...routesOf(alerts),
  ...routesOf(apiKeys),
  ...routesOf(approvals),
  ...routesOf(authenticator),
  ...routesOf(bankFiles),
  ...routesOf(bookClose),
  ...routesOf(brand),
  ...routesOf(accountant),
  ...routesOf(books),
  ...routesOf(manualEntries),
  ...routesOf(boughtInvoice),
  ...routesOf(calendar),
  ...routesOf(cashNeed),
  ...routesOf(clientRequests),
  ...routesOf(contractTerms),
  ...routesOf(costs),
  ...routesOf(clientPapers),
  ...routesOf(clientTimeline),
  ...routesOf(collections),
  ...routesOf(reversals),
  ...routesOf(confirmations),
  ...routesOf(credit),
  ...routesOf(estimate),
  ...routesOf(events),
  ...routesOf(exports),
  ...routesOf(files),
  ...routesOf(followUp),
  ...routesOf(forwarding),
  ...routesOf(health),
  ...routesOf(home),
  ...routesOf(imports),
  ...routesOf(interest),
  ...routesOf(invoiceMessages),
  ...routesOf(invoiceSheet),
  ...routesOf(invoices),
  ...routesOf(lender),
  ...routesOf(lenderCalendar),
  ...routesOf(lenderClients),
  ...routesOf(lenderInbox),
  ...routesOf(lenderOverview),
  ...routesOf(lenderReceivers),
  ...routesOf(lenderSurveys),
  ...routesOf(log),
  ...routesOf(notices),
  ...routesOf(openInvoices),
  ...routesOf(operators),
  ...routesOf(outbox),
  ...routesOf(partyTransfers),
  ...routesOf(factorRules),
  ...routesOf(passkeys),
  ...routesOf(payables),
  ...routesOf(madePayments),
  ...routesOf(payers),
  ...routesOf(personFactor),
  ...routesOf(portfolio),
  ...routesOf(portfolioLoad),
  ...routesOf(portfolioReports),
  ...routesOf(paymentFiles),
  ...routesOf(payments),
  ...routesOf(preparedSales),
  ...routesOf(receiverContacts),
  ...routesOf(receipts),
  ...routesOf(receivers),
  ...routesOf(recovery),
  ...routesOf(references),
  ...routesOf(reminders),
  ...routesOf(reports),
  ...routesOf(sales),
  ...routesOf(search),
  ...routesOf(sentSales),
  ...routesOf(session),
  ...routesOf(saleTerms),
  ...routesOf(settings),
  ...routesOf(soldInvoices),
  ...routesOf(statements),
  ...routesOf(surveys),
  ...routesOf(sync),
  ...routesOf(systems),
  ...routesOf(taxData),
  ...routesOf(taxpayerList),
  ...routesOf(toAccept),
  ...routesOf(today),
  ...routesOf(transfers),
  ...routesOf(users),
  ...routesOf(v1Calendar),
  ...routesOf(v1Events),
  ...routesOf(v1Invoices),
  ...routesOf(v1Keys),
  ...routesOf(v1Money),
  ...routesOf(v1PreparedSales),
  ...routesOf(v1Sales),
  ...routesOf(views),
  ...routesOf(webhooks),
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
