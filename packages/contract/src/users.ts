import { MAX_EMAIL, personName } from '@anticipa/domain/user';
import { z } from 'zod';
import { route } from './route.ts';
import { id, instant, line, rfc, text } from './wire.ts';

/** Longest name of a person. */
const MAX_NAME = 120;
/** Some letters of other alphabets are several once composed, which is how a name is kept. */
const name = line.max(MAX_NAME).refine((typed) => personName(typed).length <= MAX_NAME);
const phone = line.max(30);

/** A person of the client as the profile shows it. */
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
  syncAllowed: z.boolean(),
  addedBy: id.nullable(),
  mustChangePassword: z.boolean(),
  notifications: z.strictObject({ initialDeposit: z.boolean() }),
});
export type ClientUser = z.output<typeof clientUser>;

const own = {
  firstName: name,
  lastName: name,
  motherSurname: name.optional(),
  phone: phone.optional(),
  mobile: phone.optional(),
  notifications: z.strictObject({ initialDeposit: z.boolean() }).optional(),
};
const granted = {
  active: z.boolean().optional(),
  isAdmin: z.boolean().optional(),
  syncAllowed: z.boolean().optional(),
};

export const createUser = route({
  method: 'POST',
  path: '/api/clientUser',
  summary: 'Adds a person to the client and invites them by e-mail. Administrators only.',
  audience: 'client',
  rate: 'write',
  idempotency: 'accepted',
  body: z.strictObject({ email: z.string().max(MAX_EMAIL), ...own, ...granted, clientId: id.optional() }),
  response: z.strictObject({
    message: z.enum(['USER_CREATED_AND_NOTIFIED_BY_EMAIL', 'CANT_SENT_EMAIL']),
    user: clientUser,
  }),
  errors: [
    'NOT_ALLOWED',
    'INVALID_EMAIL',
    'EMAIL_ALREADY_REGISTERED',
    'NAME_REQUIRED',
    'PHONE_INVALID',
    'CANT_CREATE_USER',
  ],
});

/** Everybody may change their own names, phones and notifications; the three grants are an administrator's to give. */
export const updateUser = route({
  method: 'PUT',
  path: '/api/clientUser/:userId',
  summary: 'Changes a person of the client.',
  audience: 'client',
  rate: 'write',
  idempotency: 'none',
  params: z.strictObject({ userId: id }),
  body: z.strictObject({
    ...own,
    ...granted,
    userId: id.optional(),
    clientId: id.optional(),
    email: z.string().max(MAX_EMAIL).optional(),
  }),
  response: z.strictObject({ message: z.literal('USER_UPDATED'), user: clientUser }),
  errors: ['NOT_ALLOWED', 'NAME_REQUIRED', 'PHONE_INVALID', 'AT_LEAST_ONE_ADMIN_IS_REQUIRED', 'CANT_UPDATE_USER'],
});

export const getAdminsCount = route({
  method: 'GET',
  path: '/api/clients/getAdminsCount',
  summary: 'How many active administrators the client has.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
  query: z.strictObject({ clientId: id.optional() }),
  response: z.strictObject({ count: z.int() }),
  errors: [],
});

/** An administrator sees everybody, anyone else only themselves. */
export const getClient = route({
  method: 'GET',
  path: '/api/client/:rfc',
  summary: 'The client’s card with its people.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
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
  summary: 'The signed-in person’s open sessions, the last used first.',
  audience: 'session',
  rate: 'read',
  idempotency: 'none',
  response: z.strictObject({ data: z.array(sessionRecord) }),
  errors: [],
});

export const endSession = route({
  method: 'POST',
  path: '/api/sessions/:sessionId/end',
  summary: 'Ends one of the signed-in person’s sessions.',
  audience: 'session',
  rate: 'write',
  idempotency: 'none',
  params: z.strictObject({ sessionId: id }),
  body: z.strictObject({}).optional(),
  response: z.strictObject({ status: z.literal('success') }),
  errors: [],
});
