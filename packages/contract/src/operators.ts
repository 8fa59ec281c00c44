/** The lender's operators, as its administrators see them. */
import { operatorRoles } from '@anticipa/domain/operator';
import { MAX_EMAIL } from '@anticipa/domain/user';
import { z } from 'zod';
import { approval, operatorRoleList } from './approvals.ts';
import { deskRead, deskWrite } from './route.ts';
import { id, instant, line, reason, text } from './wire.ts';

const operator = z.strictObject({
  operatorId: id,
  email: text,
  name: text,
  roles: z.array(z.enum(operatorRoles)),
  active: z.boolean(),
  /** Whether the invitation was used. */
  hasPassword: z.boolean(),
  hasSecondFactor: z.boolean(),
  /** Recovery codes that are left. */
  recoveryCodes: z.int(),
  openSessions: z.int(),
  lastUsedAt: instant.nullable(),
});
export type Operator = z.output<typeof operator>;

const one = { params: z.strictObject({ operatorId: id }), response: z.strictObject({ operator }) };

export const listOperators = deskRead({
  path: '/api/lender/operators',
  summary: 'Lists the operators with their roles and state, and whether changes need a second administrator.',
  roles: ['administrador', 'auditor'],
  response: z.strictObject({ data: z.array(operator), needsSecond: z.boolean() }),
});

export const disableOperator = deskWrite({
  path: '/api/lender/operators/:operatorId/disable',
  summary: 'Takes an operator’s access away at once and ends the sessions.',
  roles: ['administrador'],
  ...one,
  body: z.strictObject({ reason }),
  errors: ['ROLE_NEEDED', 'AT_LEAST_ONE_ADMIN_IS_REQUIRED'],
});

export const endOperatorSessions = deskWrite({
  path: '/api/lender/operators/:operatorId/endSessions',
  summary: 'Ends every session of an operator.',
  roles: ['administrador'],
  ...one,
  body: z.strictObject({}),
  errors: ['ROLE_NEEDED'],
});

export const inviteOperatorAgain = deskWrite({
  path: '/api/lender/operators/:operatorId/invitation',
  summary: 'Mails an operator without a password a new invitation; the earlier one is void.',
  roles: ['administrador'],
  ...one,
  body: z.strictObject({}),
  errors: ['ROLE_NEEDED', 'INVITATION_USED'],
});

export const changeOperator = deskWrite({
  path: '/api/lender/operators/changes',
  summary:
    'Invites an operator, changes roles, gives access back or repairs a second factor; with a second administrator as a proposal to another one.',
  roles: ['administrador'],
  body: z.strictObject({
    reason,
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('invite'),
        email: z.string().max(MAX_EMAIL),
        name: line.trim().min(1).max(100),
        roles: operatorRoleList,
      }),
      z.strictObject({ kind: z.literal('roles'), operatorId: id, roles: operatorRoleList }),
      z.strictObject({ kind: z.literal('enable'), operatorId: id }),
      z.strictObject({ kind: z.literal('repair'), operatorId: id }),
    ]),
  }),
  /** Null if the change was applied at once, because there is no second administrator. */
  response: z.strictObject({ proposal: approval.nullable() }),
  errors: [
    'ROLE_NEEDED',
    'PROPOSAL_PENDING',
    'NOTHING_CHANGED',
    'INVALID_EMAIL',
    'EMAIL_ALREADY_REGISTERED',
    'AT_LEAST_ONE_ADMIN_IS_REQUIRED',
  ],
});
