/** Requests of a client: a higher credit line, or another account for its deposits. The lender answers them. */
import { requestKinds, requestStates } from '@anticipa/domain/client-request';
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { approval, approvalRoles } from './approvals.ts';
import { clientRead, clientWrite, deskRead, deskWrite } from './route.ts';
import { typedAccount } from './setting-change.ts';
import {
  amount,
  financedCurrency,
  id,
  instant,
  limitAmount,
  line,
  product,
  reason,
  rfc,
  text,
  typedRfc,
} from './wire.ts';

const request = z.strictObject({
  requestId: id,
  kind: z.enum(requestKinds),
  product,
  currency: financedCurrency,
  /** Wanted limit of a line; null for an account. */
  amount: amount.nullable(),
  /** The limit that the lender gave; null before, and for an account. */
  granted: amount.nullable(),
  reason: text,
  /** `open`: the lender has to answer. `proposed`: a second person of the lender decides. */
  state: z.enum(requestStates),
  askedBy: text,
  askedAt: instant,
  decidedAt: instant.nullable(),
  /** Why it was declined. */
  motive: text.nullable(),
  hasCover: z.boolean(),
});

const ownRequest = request.extend({
  /** The account by its last digits; null for a line. */
  account: z.strictObject({ bank: text, ending: z.string().regex(/^\d{4}$/) }).nullable(),
  /** Whether it can be withdrawn: no second person is about to decide. */
  mayWithdraw: z.boolean(),
  /** Whether it waits for the lender again, because a proposal ended without an approval. */
  isBack: z.boolean(),
});
export type OwnRequest = z.output<typeof ownRequest>;

/** Limit of the answered requests that are listed. */
export const SHOWN_REQUESTS = 50;

export const listRequests = clientRead({
  path: '/api/client/requests',
  summary: `What the client has asked of the lender, the newest ${SHOWN_REQUESTS} first.`,
  response: z.strictObject({ data: z.array(ownRequest) }),
});

const place = { product, currency: financedCurrency };
const made = z.strictObject({ requestId: id });

export const requestLine = clientWrite({
  right: 'accept',
  path: '/api/client/requests/line',
  summary: 'Asks for a higher limit of a credit line; the lender answers.',
  body: z.strictObject({ ...place, amount: limitAmount, reason }),
  response: made,
  errors: ['CREDIT_LINE_MISSING', 'LINE_NOT_HIGHER', 'PROPOSAL_PENDING', 'DAILY_LIMIT_REACHED'],
});

/** Needs a fresh second factor: a stolen session must not name an account. */
export const requestAccount = clientWrite({
  right: 'consult',
  path: '/api/client/requests/account',
  summary:
    'Proposes another account for the client’s deposits, which receives nothing before two people of the lender agree. Administrators only.',
  maxBytes: 1_500_000,
  body: z.strictObject({
    ...place,
    ...typedAccount.shape,
    /** Tax id on the statement of the account, which must be the client's. */
    holderRFC: typedRfc,
    /** Cover page of a bank statement, as PDF. */
    cover: z.base64().max(1_400_000).optional(),
    reason,
  }),
  response: made,
  errors: [
    'NOT_ALLOWED',
    'FRESH_FACTOR_NEEDED',
    'PRODUCT_INACTIVE',
    'CLABE_INVALID',
    'CLABE_BANK_UNKNOWN',
    'ACCOUNT_HOLDER_DIFFERS',
    'NOTHING_CHANGED',
    'PROPOSAL_PENDING',
    'DAILY_LIMIT_REACHED',
  ],
});

export const withdrawRequest = clientWrite({
  right: 'prepare',
  path: '/api/client/requests/:requestId/withdraw',
  summary: 'Withdraws a request that the lender has not taken up.',
  params: z.strictObject({ requestId: id }),
  body: z.strictObject({}).optional(),
  response: made,
  errors: ['PROPOSAL_CLOSED'],
});

const deskRequest = request.extend({
  clientId: id,
  entityName: text,
  rfc,
  /** The line as it is; null for an account. */
  limit: amount.nullable(),
  /** Null for a line. The whole CLABE only for those who may answer, and null for others. */
  account: z
    .strictObject({ bank: text, ending: z.string().regex(/^\d{4}$/), clabe: text.nullable(), holderRFC: text })
    .nullable(),
  /** How the last proposal ended without an approval; null if there was none, or one waits. */
  ended: z
    .strictObject({ state: z.enum(['rejected', 'withdrawn', 'expired', 'outdated']), motive: text.nullable() })
    .nullable(),
});
export type DeskRequest = z.output<typeof deskRequest>;

export const listClientRequests = deskRead({
  path: '/api/lender/requests',
  summary: 'Requests of clients that wait for the lender, the oldest first.',
  roles: operatorRoles,
  response: z.strictObject({ data: z.array(deskRequest) }),
});

const ofClient = z.strictObject({ clientId: id, requestId: id });

export const getRequestCover = deskRead({
  path: '/api/lender/requests/:clientId/:requestId/cover',
  summary: 'The cover page that came with a proposed account, as PDF in base64.',
  roles: approvalRoles['bank-account'],
  params: ofClient,
  response: z.strictObject({ base64: z.base64(), fileName: text }),
});

export const answerRequest = deskWrite({
  path: '/api/lender/requests/:clientId/:requestId/answer',
  summary:
    'Puts a request before a second person, as the change that it asks for, or declines it. A line may get another limit than was asked for.',
  roles: ['riesgo', 'soporte', 'tesoreria'],
  params: ofClient,
  body: z.strictObject({
    answer: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('propose'), limit: limitAmount.optional(), reason }),
      z.strictObject({ kind: z.literal('decline'), motive: line.trim().min(5).max(300) }),
    ]),
  }),
  /** Null if it was declined. */
  response: z.strictObject({ proposal: approval.nullable() }),
  errors: [
    'ROLE_NEEDED',
    'PROPOSAL_CLOSED',
    'PROPOSAL_PENDING',
    'PRODUCT_INACTIVE',
    'NOTHING_CHANGED',
    'TERMS_INCOMPLETE',
    'VALIDITY_OVER',
    'CLABE_INVALID',
    'CLABE_BANK_UNKNOWN',
  ],
});
