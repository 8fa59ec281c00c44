/** Calls permitted to those who only read: an operator who sees the portal as a client, and the people of a closed client. */
import { addAuthenticator, beginAuthenticator, getAuthenticator } from '@anticipa/contract/authenticator';
import { signedUrl } from '@anticipa/contract/files';
import { listInterest, listInterestInvoices } from '@anticipa/contract/interest';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '@anticipa/contract/passkeys';
import { paymentReferencePdf, quotePaymentReference } from '@anticipa/contract/references';
import type { Route } from '@anticipa/contract/route';
import { presell } from '@anticipa/contract/sales';
import { declineCompany, enterCompany, listCompanies, logout } from '@anticipa/contract/session';
import { balanceStatement, dispersions } from '@anticipa/contract/statements';
import { endSession, listSessions } from '@anticipa/contract/users';
import { v1QuoteInvoices } from '@anticipa/contract/v1/sales';

/** A signed address lets its holder upload without a session, and open sessions and second factors are the person's own affair. */
const closed: ReadonlySet<Route> = new Set<Route>([
  signedUrl,
  listCompanies,
  listSessions,
  listPasskeys,
  getAuthenticator,
]);

/** Calls that read although they are not GET, and signing out, which ends the view. */
const open: ReadonlySet<Route> = new Set<Route>([
  logout,
  listInterest,
  listInterestInvoices,
  dispersions,
  balanceStatement,
  presell,
  quotePaymentReference,
  paymentReferencePdf,
  v1QuoteInvoices,
]);

/** Whether a call only reads. Its transaction also is read only, should this be wrong. */
export const isOpenToViews = (route: Route): boolean =>
  open.has(route) || (route.method === 'GET' && !closed.has(route));

/** Calls about the caller's own sessions and second factor, which the people of a closed client may still make. */
export const isOwnAccess = (route: Route): boolean => ownAccess.has(route);
const ownAccess: ReadonlySet<Route> = new Set<Route>([
  enterCompany,
  declineCompany,
  listCompanies,
  logout,
  listSessions,
  endSession,
  listPasskeys,
  beginPasskey,
  addPasskey,
  removePasskey,
  getAuthenticator,
  beginAuthenticator,
  addAuthenticator,
]);
