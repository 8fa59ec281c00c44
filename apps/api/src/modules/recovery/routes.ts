import { checkRecoveryKey, recoverPass, setNewPassword } from '@anticipa/contract/recovery';
import { done } from '@anticipa/domain/errors';
import { type Served, serve, write } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';
import { checkKey, requestRecovery, setPassword } from './commands.ts';

const unavailable = 'RECOVER_PASS_ERROR';

export const recoveryRoutes: readonly Served<Deps>[] = [
  serve(
    recoverPass,
    async (deps, { caller, body }) => {
      const outcome = await requestRecovery(deps, caller, body.email);
      return outcome.ok ? done({ status: 'success', message: outcome.value }) : outcome;
    },
    { unavailable },
  ),
  write(checkRecoveryKey, (work, { body }) => checkKey(work, body.key, body.email), { unavailable }),
  serve(
    setNewPassword,
    async (deps, { caller, body: { email, password, recoverPassKey: key } }, { setDeviceCookie }) => {
      const outcome = await setPassword(deps, caller, { email, key, password });
      if (!outcome.ok) return outcome;
      setDeviceCookie(outcome.value.deviceCookie);
      return done({ status: 'success', message: 'PASSWORD_UPDATED' });
    },
    { unavailable },
  ),
];
