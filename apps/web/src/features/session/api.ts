import type * as app from '@anticipa/contract/authenticator';
import type * as rules from '@anticipa/contract/factor-rules';
import type * as keys from '@anticipa/contract/passkeys';
import type * as recovery from '@anticipa/contract/recovery';
import type { BodyOf } from '@anticipa/contract/route';
import type * as users from '@anticipa/contract/users';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { type Address, call } from '../../lib/api-client.ts';
import type { RecoveryLink } from '../../lib/recovery-link.ts';
import { useChange } from '../../lib/use-change.ts';

// Calls by address, like lib/session.ts: no schema library here either.
const recoverPass: Address<typeof recovery.recoverPass> = { method: 'POST', path: '/api/recoverPass' };
const checkRecoveryKey: Address<typeof recovery.checkRecoveryKey> = { method: 'POST', path: '/api/checkRecoveryKey' };
const setNewPassword: Address<typeof recovery.setNewPassword> = { method: 'POST', path: '/api/setNewPassword' };
const listSessions: Address<typeof users.listSessions> = { method: 'GET', path: '/api/sessions' };
const listPasskeys: Address<typeof keys.listPasskeys> = { method: 'GET', path: '/api/secondFactor/passkeys' };
const startPasskey: Address<typeof keys.beginPasskey> = {
  method: 'POST',
  path: '/api/secondFactor/passkeys/challenge',
};
const storePasskey: Address<typeof keys.addPasskey> = { method: 'POST', path: '/api/secondFactor/passkeys' };
const dropPasskey: Address<typeof keys.removePasskey> = { method: 'POST', path: '/api/secondFactor/passkeys/remove' };
const getApp: Address<typeof app.getAuthenticator> = { method: 'GET', path: '/api/secondFactor/app' };
const startApp: Address<typeof app.beginAuthenticator> = { method: 'POST', path: '/api/secondFactor/app/secret' };
const storeApp: Address<typeof app.addAuthenticator> = { method: 'POST', path: '/api/secondFactor/app' };
const getRules: Address<typeof rules.getFactorRules> = { method: 'GET', path: '/api/secondFactor/rules' };
const storeRules: Address<typeof rules.setFactorRules> = { method: 'POST', path: '/api/secondFactor/rules' };
const prove: Address<typeof rules.proveFactor> = { method: 'POST', path: '/api/secondFactor/prove' };
const drop: Address<typeof rules.dropSecondFactor> = { method: 'POST', path: '/api/secondFactor/off' };
const endSession: Address<typeof users.endSession> = { method: 'POST', path: '/api/sessions/:sessionId/end' };

/** Requests the e-mail with the link; the answer is the same for an unknown address. */
export const useAskForLink = () =>
  useMutation({ mutationFn: (email: string) => call<typeof recovery.recoverPass>(recoverPass, { body: { email } }) });

/** Throws the refusal if the key is no longer valid. */
export const checkKey = (email: string, key: string) =>
  call<typeof recovery.checkRecoveryKey>(checkRecoveryKey, { body: { email, key } });

/** Sets the password, which consumes the key and ends every session of the user. */
export const useChangePassword = ({ email, key }: RecoveryLink) =>
  useMutation({
    mutationFn: (password: string) =>
      call<typeof recovery.setNewPassword>(setNewPassword, { body: { email, password, recoverPassKey: key } }),
  });

/** The user's open sessions, the last used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['session', 'list'],
  queryFn: async ({ signal }) => (await call<typeof users.listSessions>(listSessions, { signal })).data,
});

/** The person's own passkeys. */
export const passkeysQuery = queryOptions({
  queryKey: ['session', 'passkeys'],
  queryFn: async ({ signal }) => (await call<typeof keys.listPasskeys>(listPasskeys, { signal })).data,
});

export const beginPasskey = () => call<typeof keys.beginPasskey>(startPasskey, { body: {} });
export const addPasskey = (passkey: keys.Passkey, proof: keys.SecondFactorProof) =>
  call<typeof keys.addPasskey>(storePasskey, { body: { passkey, proof } });
export const removePasskey = (id: string, proof: keys.SecondFactorProof) =>
  call<typeof keys.removePasskey>(dropPasskey, { body: { id, proof } });

/** Whether the person has an authenticator app. */
export const authenticatorQuery = queryOptions({
  queryKey: ['session', 'authenticator'],
  queryFn: ({ signal }) => call<typeof app.getAuthenticator>(getApp, { signal }),
});

export const beginAuthenticator = () => call<typeof app.beginAuthenticator>(startApp, { body: {} });
export const addAuthenticator = (code: string, proof: keys.SecondFactorProof) =>
  call<typeof app.addAuthenticator>(storeApp, { body: { code, proof } });

/** Rules of the company about its people's second factors. */
export const factorRulesQuery = queryOptions({
  queryKey: ['session', 'factor-rules'],
  queryFn: ({ signal }) => call<typeof rules.getFactorRules>(getRules, { signal }),
});

export const useFactorRules = () =>
  useChange([factorRulesQuery.queryKey], (body: BodyOf<typeof rules.setFactorRules>) =>
    call<typeof rules.setFactorRules>(storeRules, { body }),
  );

/** Proves a second factor, for a step that asks for a fresh one. */
export const proveFactor = (proof: keys.SecondFactorProof) =>
  call<typeof rules.proveFactor>(prove, { body: { proof } });
export const dropSecondFactor = (proof: keys.SecondFactorProof) =>
  call<typeof rules.dropSecondFactor>(drop, { body: { proof } });

/** Ends the session with which the page began, after another sign-in in it. */
export const leaveSession = (sessionId: string) =>
  call<typeof users.endSession>(endSession, { params: { sessionId }, body: {} });

const stale = [sessionsQuery.queryKey];

export const useEndSession = () =>
  useChange(stale, (sessionId: string) =>
    call<typeof users.endSession>(endSession, { params: { sessionId }, body: {} }),
  );
