import { MAX_EMAIL, MAX_PASSWORD } from '@anticipa/domain/user';
import { z } from 'zod';
import { route } from './route.ts';

const email = z.string().max(MAX_EMAIL);
const key = z.string().max(200);

/** Always confirms, even if the e-mail is unknown. */
export const recoverPass = route({
  method: 'POST',
  path: '/api/recoverPass',
  summary: 'Requests an e-mail with a link to set a new password.',
  audience: 'public',
  rate: 'login',
  body: z.strictObject({ email }),
  response: z.strictObject({ status: z.literal('success'), message: z.literal('RECOVER_PASS_SUCCESS') }),
  errors: ['INVALID_EMAIL', 'RECOVER_PASS_ERROR'],
});

export const checkRecoveryKey = route({
  method: 'POST',
  path: '/api/checkRecoveryKey',
  summary: 'Checks whether a recovery key is valid.',
  audience: 'public',
  rate: 'login',
  body: z.strictObject({ email, key }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['INVALID_KEY', 'RECOVER_PASS_ERROR'],
});

export const setNewPassword = route({
  method: 'POST',
  path: '/api/setNewPassword',
  summary: 'Sets a new password with a single-use recovery key and ends every session of the user.',
  audience: 'public',
  rate: 'login',
  body: z.strictObject({ email, password: z.string().max(MAX_PASSWORD * 2), recoverPassKey: key }),
  response: z.strictObject({ status: z.literal('success'), message: z.literal('PASSWORD_UPDATED') }),
  errors: ['INVALID_KEY', 'PASSWORD_NOT_ACCEPTED', 'PASSWORD_TOO_COMMON', 'PASSWORD_UNCHANGED', 'RECOVER_PASS_ERROR'],
});
