/** Inputs for every route of the contract. A new route does not compile until it has them. */
import type { RouteName } from '@anticipa/contract/routes';
import { accountInputs } from './route-inputs/account.ts';
import type { RouteInputs } from './route-inputs/inputs.ts';
import { invoicesInputs } from './route-inputs/invoices.ts';
import { lenderInputs } from './route-inputs/lender.ts';
import { lenderBankInputs } from './route-inputs/lender-bank.ts';
import { lenderHouseInputs } from './route-inputs/lender-house.ts';
import { lenderPortfolioInputs } from './route-inputs/lender-portfolio.ts';
import { lenderReceiversInputs } from './route-inputs/lender-receivers.ts';
import { messagesInputs } from './route-inputs/messages.ts';
import { paymentsInputs } from './route-inputs/payments.ts';
import { salesInputs } from './route-inputs/sales.ts';
import { v1Inputs } from './route-inputs/v1.ts';

export const routeInputs: Record<RouteName, RouteInputs> = {
  ...accountInputs,
  ...invoicesInputs,
  ...messagesInputs,
  ...salesInputs,
  ...v1Inputs,
  ...paymentsInputs,
  ...lenderInputs,
  ...lenderBankInputs,
  ...lenderHouseInputs,
  ...lenderPortfolioInputs,
  ...lenderReceiversInputs,
};
