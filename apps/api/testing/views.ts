import { routes } from '@anticipa/contract/routes';
import type { Session } from './session.ts';

/** Opens the portal of a client for an operator, as its page does: with the operator's cookie. */
export const aView = async (operator: Session, { clientId }: { readonly clientId: string }): Promise<Session> => {
  const body = { reason: 'pregunta por su depósito' };
  const { viewId } = await operator.call(routes.viewClient, { params: { clientId }, body });
  return viewOf(operator, viewId);
};

/** The session of a view of an operator, without a bearer once the view has ended. */
export const viewOf = async (operator: Session, viewId: string): Promise<Session> => {
  const { token } = await operator.by(null).call(routes.getSession, { query: { view: viewId } });
  return operator.by(token);
};
