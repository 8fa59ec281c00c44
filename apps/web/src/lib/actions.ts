/** Actions of the signed-in person. The server decides at each call; what it would refuse is not offered. */
import { type ClientAction, clientActions } from '@anticipa/contract/client-actions';
import type { SessionUser } from '@anticipa/contract/session';
import { mayAct } from '@anticipa/domain/sale-right';
import { useUser } from './session.ts';

/** Actions that need a product in which the company may sell now. */
const withProduct: readonly ClientAction[] = ['sell', 'prepareSale', 'upload', 'findCash'];

export const hasProduct = (user: Pick<SessionUser, 'isAuthBI' | 'isActiveBI' | 'isAuthFB' | 'isActiveFB'>): boolean =>
  (user.isAuthBI && user.isActiveBI) || (user.isAuthFB && user.isActiveFB);

/** Whether the right of the person, its role and the state of its company allow the action. */
export const isPermitted = (user: SessionUser, action: ClientAction): boolean =>
  mayAct(
    {
      saleRight: user.saleRight,
      isAdmin: user.isAdmin,
      isView: user.view !== null,
      isClosed: user.readsUntil !== null,
    },
    clientActions[action],
  );

/** Whether there is also something to do it with. */
export function isOffered(user: SessionUser, action: ClientAction): boolean {
  if (!isPermitted(user, action)) return false;
  if (withProduct.includes(action)) return hasProduct(user);
  if (action === 'connect') return user.syncAllowed && !user.SATsyncActive && (user.isAuthBI || user.isAuthFB);
  if (action === 'switchCompany') return user.companies.length > 1;
  return true;
}

/** `isPermitted` for the signed-in person. */
export const usePermitted = (action: ClientAction): boolean => isPermitted(useUser(), action);
