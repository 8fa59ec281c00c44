import { operatorRoles } from '@anticipa/domain/operator';
import { saleRights } from '@anticipa/domain/sale-right';
import { syncCredentials } from '@anticipa/domain/sync';
import { MAX_EMAIL, MAX_PASSWORD } from '@anticipa/domain/user';
import { z } from 'zod';
import { newPasskeyOptions, passkey, passkeyOptions } from './passkeys.ts';
import { clientRead, route } from './route.ts';
import { amount, date, id, instant, product, text } from './wire.ts';

/** The client of a user. */
export const client = z.strictObject({
  clientId: id,
  rfc: text,
  entityName: text,
  taxRegime: z.enum(['PF', 'PFAE', 'PM']),
  branch: text,
  promoterPhone: text,
});

/** Mails that a user receives: of deposits, of a lost connection to the tax authority and, as an administrator, of each sale. */
export const notifications = z.strictObject({
  initialDeposit: z.boolean(),
  desyncSAT: z.boolean(),
  sales: z.boolean(),
});

/** The right of a client’s person towards sales; `acceptUpTo`: the most pesos that it sells alone, null without a bound. */
export const saleGrant = { saleRight: z.enum(saleRights), acceptUpTo: amount.nullable() };

/** The signed-in user; `client` is null for the lender's operators. */
const sessionUser = z.strictObject({
  userId: id,
  clientId: id.nullable(),
  email: text,
  firstName: text,
  lastName: text,
  motherSurname: text,
  /** Fits three names of maximum length. */
  fullName: z.string().max(400),
  kind: z.enum(['client', 'operator']),
  isAdmin: z.boolean(),
  ...saleGrant,
  /** Roles of an operator; empty for others. */
  roles: z.array(z.enum(operatorRoles)),
  active: z.boolean(),
  mustChangePassword: z.boolean(),
  syncAllowed: z.boolean(),
  /** Credential that connects the client to the tax authority. */
  syncCredential: z.enum(syncCredentials),
  SATsyncActive: z.boolean(),
  SATlastSync: instant.nullable(),
  SATdownloading: z.boolean(),
  /** Creation of the connection; null without one. */
  SATsyncAt: instant.nullable(),
  phone: text,
  mobile: text,
  /** The user who added this one; null for the client's first. */
  addedBy: id.nullable(),
  notifications,
  client: client.nullable(),
  isAuthBI: z.boolean(),
  isAuthFB: z.boolean(),
  isActiveBI: z.boolean(),
  isActiveFB: z.boolean(),
  hasBIMXN: z.boolean(),
  hasBIUSD: z.boolean(),
  hasFBMXN: z.boolean(),
  hasFBUSD: z.boolean(),
  /** The lender sees the portal as this user, read only, until then; null for the user. */
  view: z.strictObject({ endsAt: instant }).nullable(),
  /** The client is closed: its users read until then, and change nothing; null while it is open. */
  readsUntil: instant.nullable(),
  /** The day from which the person, who has no second factor, needs one to sign in; null for others. */
  factorDueOn: date.nullable(),
  /** The clients of the person, this one among them; the invitation of one that is not joined waits to be accepted. */
  companies: z.array(z.strictObject({ clientId: id, rfc: text, entityName: text, isJoined: z.boolean() })),
});
export type SessionUser = z.output<typeof sessionUser>;

/** First Last-Event-ID of the event stream, for clients' users: everything that the page reads is newer. */
const lastEventId = z.string().optional();

const credential = z.strictObject({ username: z.string().max(MAX_EMAIL), password: z.string().max(MAX_PASSWORD) });
const WRONG_CREDENTIAL = ['WRONG_PASSWORD', 'USER_NOT_REGISTERED', 'USER_NOT_ACTIVE', 'SERVICE_UNAVAILABLE'] as const;

/** Only `login` and `getSession` return bearer tokens; the browser keeps them in memory. */
export const login = route({
  method: 'POST',
  path: '/api/login',
  summary: 'Signs a user in with e-mail and password, and whoever has a second factor with a code or a passkey.',
  audience: 'public',
  rate: 'login',
  body: credential.extend({ code: z.string().max(64).optional(), passkey: passkey.optional() }),
  // Non-null only for a user who must change the password: the key for /recoverPass.
  response: z.strictObject({
    user: sessionUser,
    token: z.string(),
    recoverKey: z.string().nullable(),
    /** Shown once, after the first sign-in with a second factor. */
    recoveryCodes: z.array(z.string()).optional(),
    lastEventId,
  }),
  errors: [...WRONG_CREDENTIAL, 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_MISSING', 'WRONG_CODE', 'PASSKEY_REFUSED'],
});

/** Answers a new secret and challenge each time, until one of them has been used to sign in. */
export const startSecondFactor = route({
  method: 'POST',
  path: '/api/secondFactor',
  summary:
    'Makes the secret for the authenticator app, or the challenge for a passkey, of a person without a second factor.',
  audience: 'public',
  rate: 'login',
  body: credential,
  response: z.strictObject({ secret: z.string(), uri: z.string(), passkey: newPasskeyOptions }),
  errors: [...WRONG_CREDENTIAL, 'NO_SECOND_FACTOR_DUE'],
});

export const askForPasskey = route({
  method: 'POST',
  path: '/api/secondFactor/passkey',
  summary: 'Makes the challenge that a passkey signs to sign in.',
  audience: 'public',
  rate: 'login',
  body: credential,
  response: z.strictObject({ passkey: passkeyOptions }),
  errors: [...WRONG_CREDENTIAL, 'NO_PASSKEY'],
});

/** The only call authenticated by the session cookie: a reloaded page exchanges it for a bearer token. */
export const getSession = route({
  method: 'GET',
  path: '/api/getSession',
  summary:
    'Returns the signed-in user; exchanges a session cookie for a bearer token, an operator’s also for one of a view.',
  audience: 'public',
  query: z.strictObject({ view: id.optional() }),
  response: z.strictObject({
    isLoggedIn: z.boolean(),
    user: sessionUser.nullable(),
    token: z.string().nullable(),
    lastEventId,
  }),
});

/** Afterwards every bearer token of the session is void: each page asks `getSession` again for whom it works. */
export const enterCompany = route({
  method: 'POST',
  path: '/api/companies/:clientId/enter',
  summary: 'Has the session work for another company of the person, and accepts its invitation if one waits.',
  audience: 'client',
  right: 'consult',
  params: z.strictObject({ clientId: id }),
  body: z.strictObject({}).optional(),
  response: z.strictObject({ status: z.literal('success') }),
});

export const listCompanies = clientRead({
  path: '/api/companies',
  summary:
    'What waits for the person in each of their companies: counts of unread notices, of sales that the person may accept, and of overdue invoices.',
  response: z.strictObject({
    data: z.array(z.strictObject({ clientId: id, unread: z.int(), toAccept: z.int(), overdue: z.int() })),
  }),
});

export const declineCompany = route({
  method: 'POST',
  path: '/api/companies/:clientId/decline',
  summary: 'Declines the invitation of a company, which learns of it. Its administrators may invite the person again.',
  audience: 'client',
  right: 'consult',
  params: z.strictObject({ clientId: id }),
  body: z.strictObject({}).optional(),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['INVITATION_USED', 'AT_LEAST_ONE_ADMIN_IS_REQUIRED', 'AT_LEAST_ONE_SELLER_IS_REQUIRED'],
});

export const logout = route({
  method: 'POST',
  path: '/api/logout',
  summary: 'Ends the session on the server.',
  audience: 'session',
  body: z.strictObject({}).optional(),
  response: z.strictObject({ status: z.literal('success') }),
});

export const products = route({
  method: 'GET',
  path: '/api/products',
  summary: 'Lists the lender’s products with their display names.',
  audience: 'session',
  response: z.strictObject({
    data: z.array(z.strictObject({ code: product, productId: id, displayName: text })),
  }),
});
