import {
  cancelPreSell,
  presell,
  processPreSells,
  requestAuthorization,
  sendSummary,
  setAsPreSell,
} from '@anticipa/contract/sales';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { cancelSales } from './end.ts';
import { holdInvoices } from './hold.ts';
import { presellInvoices } from './quote.ts';
import { processSales, requestSales, summariseSales } from './request.ts';

export const salesRoutes = (deps: Deps): Served[] => [
  serve(presell, ({ body, caller }) => presellInvoices(deps, caller, body)),
  serve(setAsPreSell, ({ body, caller }) => holdInvoices(deps, caller, body)),
  serve(processPreSells, ({ body, caller }) => processSales(deps, caller, body)),
  serve(requestAuthorization, ({ body, caller }) => requestSales(deps, caller, body)),
  serve(cancelPreSell, ({ body, caller }) => cancelSales(deps, caller, body)),
  serve(sendSummary, ({ body, caller }) => summariseSales(deps, caller, body)),
];
