import { checkRecoveryKey, recoverPass, setNewPassword } from '@anticipa/contract/recovery';
import { done } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { orUnavailable } from '../../lib/http/with-unavailable-code.ts';
import { askForLink, checkKey, setPassword } from './commands.ts';

export const recoveryRoutes = (deps: Deps): Served[] => [
  serve(recoverPass, async ({ body }) => {
    const outcome = await orUnavailable('RECOVER_PASS_ERROR', () => askForLink(deps, body.email));
    return outcome.ok ? done({ status: 'success', message: outcome.value }) : outcome;
  }),
  serve(checkRecoveryKey, ({ body }) => orUnavailable('RECOVER_PASS_ERROR', () => checkKey(deps, body))),
  serve(setNewPassword, async ({ body, caller }) => {
    const { email, password, recoverPassKey: key } = body;
    const outcome = await orUnavailable('RECOVER_PASS_ERROR', () =>
      setPassword(deps, caller, { email, key, password }),
    );
    return outcome.ok ? done({ status: 'success', message: outcome.value }) : outcome;
  }),
];
