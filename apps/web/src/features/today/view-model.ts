import type { TodayFigure } from '@anticipa/contract/today';
import { lenderPaths } from '../../lib/lender-paths.ts';

/** The screen where each figure is attended to. Those without rows of their own list there exactly what the figure counts. */
export const places = {
  promises: { to: lenderPaths.sale },
  answers: { to: lenderPaths.inbox, search: {} },
  confirmations: { to: lenderPaths.inbox, search: { cola: 'confirmation' } },
  deposits: { to: lenderPaths.payables },
  payouts: { to: lenderPaths.payables, search: { cola: 'payouts' } },
  returns: { to: lenderPaths.payables, search: { cola: 'returns' } },
  transfers: { to: lenderPaths.transfers, search: {} },
  proposals: { to: lenderPaths.proposals, search: {} },
  requests: { to: lenderPaths.proposals, search: {} },
  receivers: { to: lenderPaths.receivers, search: {} },
  proposed: { to: lenderPaths.receipts, search: {} },
  unidentified: { to: lenderPaths.receipts, search: { cola: 'unidentified' } },
  bank: { to: lenderPaths.bank, search: {} },
  overdue: { to: lenderPaths.portfolio, search: { cola: 'overdue' } },
  week: { to: lenderPaths.portfolio, search: { cola: 'week' } },
  broken: { to: lenderPaths.portfolio, search: { cola: 'broken' } },
  cfdi: { to: lenderPaths.monthCut },
  systems: { to: lenderPaths.systems, search: {} },
  alerts: { to: lenderPaths.alerts, search: {} },
} as const satisfies Readonly<Record<TodayFigure, object>>;
