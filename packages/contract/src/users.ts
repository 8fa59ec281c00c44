import { saleRights } from '@anticipa/domain/sale-right';
import { MAX_EMAIL, personName } from '@anticipa/domain/user';
import { z } from 'zod';
import { clientRead, clientWrite, route } from './route.ts';
import { client, notifications, saleGrant } from './session.ts';
import { amountInput, id, instant, line, reason, rfc, text } from './wire.ts';

const MAX_NAME = 120;
/** Names are stored in NFC, which can lengthen some scripts. */
const name = line.max(MAX_NAME).refine((value) => personName(value).length <= MAX_NAME);
const phone = line.max(30);

/** A user of the client. */
const clientUser = z.strictObject({
  userId: id,
  clientId: id,
  email: text,
  firstName: text,
  lastName: text,
  motherSurname: text,
  phone: text,
  mobile: text,
  active: z.boolean(),
  isAdmin: z.boolean(),
  ...saleGrant,
  syncAllowed: z.boolean(),
  addedBy: id.nullable(),
  mustChangePassword: z.boolean(),
  /** Whether the person has a second factor; false until an invitation is accepted. */
  hasSecondFactor: z.boolean(),
  /** Whether the person declined the invitation; giving access again invites again. */
  hasDeclined: z.boolean(),
  notifications,
});
export type ClientUser = z.output<typeof clientUser>;

const personalDetails = {
  firstName: name,
  lastName: name,
  motherSurname: name.optional(),
  phone: phone.optional(),
  mobile: phone.optional(),
  notifications: notifications.partial({ desyncSAT: true, sales: true }).optional(),
};
const access = {
  active: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
  syncAllowed: z.boolean().optional(),
  saleRight: z.enum(saleRights).optional(),
  /** Null takes the bound away. */
  acceptUpTo: amountInput.nullish(),
};

/** Other fields of a record that is sent as it was read. They are compared with the user's own, or have no effect. */
const repeated = {
  userId: id.optional(),
  clientId: id.optional(),
  addedBy: id.nullish(),
  mustChangePassword: z.boolean().optional(),
  hasSecondFactor: z.boolean().optional(),
  hasDeclined: z.boolean().optional(),
  /** A key is neither taken nor answered here. */
  recoverKey: z.string().max(100).nullish(),
  fullName: z.string().max(400).optional(),
  SATsyncActive: z.boolean().optional(),
  SATlastSync: instant.nullish(),
  SATdownloading: z.boolean().optional(),
  SATsyncAt: instant.nullish(),
  client: client.partial().nullish(),
};

export const createUser = clientWrite({
  right: 'consult',
  path: '/api/clientUser',
  summary: 'Adds a user to the client and invites them by e-mail. Administrators only.',
  body: z.strictObject({
    ...repeated,
    email: z.string().max(MAX_EMAIL),
    ...personalDetails,
    ...access,
    userId: z.null().optional(),
  }),
  response: z.strictObject({
    message: z.enum(['USER_CREATED_AND_NOTIFIED_BY_EMAIL', 'CANT_SENT_EMAIL']),
    user: clientUser,
  }),
  errors: [
    'NOT_ALLOWED',
    'INVALID_EMAIL',
    'EMAIL_ALREADY_REGISTERED',
    'NAME_REQUIRED',
    'NAME_INVALID',
    'PHONE_INVALID',
    'ACCEPT_UP_TO_INVALID',
    'USER_LIMIT_REACHED',
    'DAILY_LIMIT_REACHED',
    'CANT_CREATE_USER',
    'FRESH_FACTOR_NEEDED',
  ],
});

/** Users may change their own names, phones and notifications; only administrators may change access. */
export const updateUser = route({
  method: 'PUT',
  path: '/api/clientUser/:userId',
  summary: 'Updates a user of the client.',
  audience: 'client',
  right: 'consult',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    ...repeated,
    ...personalDetails,
    ...access,
    email: z.string().max(MAX_EMAIL).optional(),
  }),
  response: z.strictObject({ message: z.literal('USER_UPDATED'), user: clientUser }),
  errors: [
    'NOT_ALLOWED',
    'NAME_REQUIRED',
    'NAME_INVALID',
    'PHONE_INVALID',
    'USER_LIMIT_REACHED',
    'AT_LEAST_ONE_ADMIN_IS_REQUIRED',
    'AT_LEAST_ONE_SELLER_IS_REQUIRED',
    'OWN_SALE_RIGHT',
    'ACCEPT_UP_TO_INVALID',
    'CANT_UPDATE_USER',
    'FRESH_FACTOR_NEEDED',
  ],
});

/** For a person who has lost it. The lender's support takes away that of a person who works for other companies too. */
export const clearPersonFactor = route({
  method: 'POST',
  path: '/api/clientUser/:userId/secondFactor/clear',
  summary:
    'Takes the second factor of another person of the client away, and ends the person’s sessions. Administrators only.',
  audience: 'client',
  right: 'consult',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({ reason }),
  response: z.strictObject({ user: clientUser }),
  errors: ['NOT_ALLOWED', 'OWN_FACTOR', 'FACTOR_KEPT_BY_SUPPORT', 'NO_FACTOR', 'FRESH_FACTOR_NEEDED'],
});

export const getAdminsCount = clientRead({
  path: '/api/clients/getAdminsCount',
  summary: 'Counts the client’s active administrators.',
  query: z.strictObject({ clientId: id.optional() }),
  response: z.strictObject({ count: z.int() }),
});

/** Administrators get all users, others only themselves. */
export const getClient = clientRead({
  path: '/api/client/:rfc',
  summary: 'The client with its users.',
  params: z.strictObject({ rfc }),
  response: z.strictObject({
    data: z.strictObject({
      clientId: id,
      rfc,
      entityName: text,
      taxRegime: z.enum(['PF', 'PFAE', 'PM']),
      ClientUsers: z.array(clientUser),
    }),
  }),
  errors: ['CANT_FIND_CLIENT', 'ERROR_GETTING_USER'],
});

const sessionRecord = z.strictObject({
  sessionId: id,
  device: text,
  address: text,
  createdAt: instant,
  lastUsedAt: instant,
  current: z.boolean(),
});
export type SessionRecord = z.output<typeof sessionRecord>;

export const listSessions = route({
  method: 'GET',
  path: '/api/sessions',
  summary: 'Lists the signed-in user’s sessions, most recently used first.',
  audience: 'session',
  response: z.strictObject({ data: z.array(sessionRecord) }),
});

export const endSession = route({
  method: 'POST',
  path: '/api/sessions/:sessionId/end',
  summary: 'Ends one of the signed-in user’s sessions.',
  audience: 'session',
  params: z.strictObject({ sessionId: id }),
  body: z.strictObject({}).optional(),
  response: z.strictObject({ status: z.literal('success') }),
});
