/** Rules of a company about its people's second factors, and the proof of one during a session. */
import { z } from 'zod';
import { proofErrors, secondFactorProof } from './passkeys.ts';
import { clientRead, route } from './route.ts';
import { amount, date, limitAmount } from './wire.ts';

const rules = z.strictObject({
  /** Whether each of its people needs a second factor to sign in. */
  isRequired: z.boolean(),
  /** The amount in pesos above which a sale needs a factor proven a short while ago; null if none does. */
  freshAbove: amount.nullable(),
});

export const getFactorRules = clientRead({
  path: '/api/secondFactor/rules',
  summary:
    'What the company asks of its people’s second factors, and from which day the lender asks everybody for one.',
  response: rules.extend({
    /** Null: the lender leaves it to the companies. */
    lenderFrom: z.strictObject({ date, isInForce: z.boolean() }).nullable(),
  }),
});

export const setFactorRules = route({
  method: 'POST',
  path: '/api/secondFactor/rules',
  summary: 'Changes what the company asks of its people’s second factors. Administrators only.',
  right: 'consult',
  audience: 'client',
  body: rules.extend({ freshAbove: limitAmount.nullable() }),
  response: rules,
  errors: ['NOT_ALLOWED', 'FRESH_FACTOR_NEEDED'],
});

/** Some calls answer FRESH_FACTOR_NEEDED until this one has been made in the last ten minutes. */
export const proveFactor = route({
  method: 'POST',
  path: '/api/secondFactor/prove',
  summary: 'Proves a second factor during the session.',
  right: 'consult',
  audience: 'client',
  body: z.strictObject({ proof: secondFactorProof }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: [...proofErrors],
});

export const dropSecondFactor = route({
  method: 'POST',
  path: '/api/secondFactor/off',
  summary: 'Takes every second factor of the person away, unless a company asks for one.',
  right: 'consult',
  audience: 'client',
  body: z.strictObject({ proof: secondFactorProof }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['LAST_SECOND_FACTOR', ...proofErrors],
});
