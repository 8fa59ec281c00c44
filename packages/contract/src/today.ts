/** Work that waits for the lender's operators now: the figures of the desk's first screen and of its menu. */
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { closeAlert } from './alerts.ts';
import { decideProposal } from './approvals.ts';
import { bookBankLines, getBank } from './bank-files.ts';
import { answerRequest } from './client-requests.ts';
import { identifyPayment, registerCollection } from './collections.ts';
import { cutMonth, getMonthCut } from './interest.ts';
import { answerSale, decideAnswer } from './lender.ts';
import { listInbox } from './lender-inbox.ts';
import { listReceivers, setReceiverStatus } from './lender-receivers.ts';
import { listPayables } from './payables.ts';
import { listWaitingReceipts } from './receipts.ts';
import { deskRead } from './route.ts';
import { listSystems, retrySystem } from './systems.ts';
import { listTroubledTransfers, orderTransfers } from './transfers.ts';
import { amount, financedCurrency, id, instant, text } from './wire.ts';

/**
 * `promises`: sales whose deposit is late, or due within the hour. `answers`: sales to answer. `confirmations`: answers that wait for a
 * second person. `deposits`: those that can be paid now. `payouts`, `returns`: devoluciones to pay, and money to send back. `transfers`:
 * those in trouble. `proposals`: those that the operator may decide. `requests`: those of clients that
 * the operator may answer. `receivers`: those without a decision. `proposed`: received money with a proposal to decide.
 * `unidentified`: money without one, which belongs to no client yet. `bank`: movements of the bank that are not in the books.
 * `overdue`, `week`, `broken`: invoices past their due date, due within 7 days, and not paid as promised. `cfdi`: those without a
 * stamp, or that the tax authority does not cancel. `systems`: outside systems to which calls are stopped.
 */
export const todayFigures = [
  'promises',
  'answers',
  'confirmations',
  'deposits',
  'payouts',
  'returns',
  'transfers',
  'proposals',
  'requests',
  'receivers',
  'proposed',
  'unidentified',
  'bank',
  'overdue',
  'week',
  'broken',
  'cfdi',
  'systems',
  'alerts',
] as const;
export type TodayFigure = (typeof todayFigures)[number];

interface FigureRoles {
  /** Roles that may open its rows. */
  readonly read: readonly OperatorRole[];
  /** Roles that can do something about them. */
  readonly act: readonly OperatorRole[];
}

export const figureRoles: Readonly<Record<TodayFigure, FigureRoles>> = {
  promises: { read: listInbox.roles, act: [...answerSale.roles, ...orderTransfers.roles] },
  answers: { read: listInbox.roles, act: answerSale.roles },
  confirmations: { read: listInbox.roles, act: decideAnswer.roles },
  deposits: { read: listPayables.roles, act: orderTransfers.roles },
  payouts: { read: listPayables.roles, act: orderTransfers.roles },
  returns: { read: listPayables.roles, act: orderTransfers.roles },
  transfers: { read: listTroubledTransfers.roles, act: orderTransfers.roles },
  proposals: { read: decideProposal.roles, act: decideProposal.roles },
  requests: { read: answerRequest.roles, act: answerRequest.roles },
  receivers: { read: listReceivers.roles, act: setReceiverStatus.roles },
  proposed: { read: listWaitingReceipts.roles, act: identifyPayment.roles },
  unidentified: { read: listWaitingReceipts.roles, act: identifyPayment.roles },
  bank: { read: getBank.roles, act: bookBankLines.roles },
  overdue: { read: operatorRoles, act: registerCollection.roles },
  week: { read: operatorRoles, act: registerCollection.roles },
  broken: { read: operatorRoles, act: registerCollection.roles },
  cfdi: { read: getMonthCut.roles, act: cutMonth.roles },
  systems: { read: listSystems.roles, act: retrySystem.roles },
  alerts: { read: operatorRoles, act: closeAlert.roles },
};

const figure = z.strictObject({
  figure: z.enum(todayFigures),
  count: z.int(),
  /** Sums by currency; empty where nothing is counted in money. */
  amounts: z.array(z.strictObject({ currency: financedCurrency, amount })),
});
export type TodaySum = z.output<typeof figure>;

export const getToday = deskRead({
  path: '/api/lender/today',
  summary: 'Counts and sums what waits now, as far as the operator may read it.',
  roles: operatorRoles,
  response: z.strictObject({ now: instant, figures: z.array(figure) }),
});

/** Figures whose rows no other list has alone. */
export const figuresWithRows = ['promises', 'deposits', 'cfdi'] as const satisfies readonly TodayFigure[];
export type FigureWithRows = (typeof figuresWithRows)[number];

const todayRow = z.strictObject({
  /** Id of the sale or the CFDI. */
  id,
  /** Number of the sale, or folio of the CFDI. */
  number: text,
  /** The month of the CFDI, `YYYY-MM`. */
  month: text.nullable(),
  clientId: id,
  entityName: text,
  currency: financedCurrency,
  amount,
  /** The promised time of a deposit, or the time of a CFDI. */
  at: instant,
});
export type TodayRow = z.output<typeof todayRow>;

export const listTodayRows = deskRead({
  path: '/api/lender/today/:figure',
  summary: 'Lists the rows of one of these figures, the most urgent first.',
  roles: operatorRoles,
  params: z.strictObject({ figure: z.enum(figuresWithRows) }),
  response: z.strictObject({ data: z.array(todayRow) }),
  errors: ['ROLE_NEEDED'],
});
