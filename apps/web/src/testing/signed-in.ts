import { getSession, login, type SessionUser } from '@anticipa/contract/session';
import { signIn } from '../lib/session.ts';
import { answer } from './server.ts';

const id = '00000000-0000-4000-8000-000000000001';

/** An administrator of a client with both products, in pesos and dollars. */
export const aUser = (over: Partial<SessionUser> = {}): SessionUser => ({
  userId: id,
  clientId: id,
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Ruiz',
  motherSurname: 'Peña',
  fullName: 'Ana Ruiz Peña',
  kind: 'client',
  isAdmin: true,
  saleRight: 'accept',
  acceptUpTo: null,
  roles: [],
  active: true,
  mustChangePassword: false,
  syncAllowed: true,
  syncCredential: 'ciec',
  SATsyncActive: false,
  SATlastSync: null,
  SATdownloading: false,
  SATsyncAt: null,
  phone: '',
  mobile: '',
  addedBy: null,
  notifications: { initialDeposit: true, desyncSAT: true, sales: true },
  client: {
    clientId: id,
    rfc: 'CNA010101AAA',
    entityName: 'Comercial Ñandú',
    taxRegime: 'PM',
    branch: 'Centro',
    promoterPhone: '55 1234 5678',
  },
  isAuthBI: true,
  isAuthFB: true,
  isActiveBI: true,
  isActiveFB: true,
  hasBIMXN: true,
  hasBIUSD: true,
  hasFBMXN: true,
  hasFBUSD: true,
  view: null,
  readsUntil: null,
  factorDueOn: null,
  companies: [{ clientId: id, rfc: 'CNA010101AAA', entityName: 'Comercial Ñandú', isJoined: true }],
  ...over,
});

/** Signs the user in, as the sign-in page does. */
export async function signInAs(user: SessionUser): Promise<void> {
  answer(login).with(() => ({ user, token: 'token', recoverKey: null }));
  answer(getSession).with(() => ({ isLoggedIn: true, user, token: 'token' }));
  await signIn(user.email, 'secreto-de-ana');
}
