/** Changes that need a second person: of clients, receivers, operators, settings and money. */
import { operatorRoles } from '@anticipa/domain/operator';
import { proposalFields, proposalKinds, proposalRoles, proposalStates } from '@anticipa/domain/proposal';
import { MAX_EMAIL } from '@anticipa/domain/user';
import { z } from 'zod';
import { route } from './route.ts';
import {
  amount,
  date,
  financedCurrency,
  id,
  instant,
  limitAmount,
  line,
  lines,
  product,
  rateInput,
  reason,
  text,
} from './wire.ts';

const operator = z.strictObject({ operatorId: id, name: text });
/** The longest is a text of the terms. */
const value = z.string().max(100_000);

export const proposal = z.strictObject({
  id,
  kind: z.enum(proposalKinds),
  state: z.enum(proposalStates),
  /** Of a line or an account; null for an operator. */
  place: z.strictObject({ clientId: id, entityName: text, product, currency: financedCurrency }).nullable(),
  /** Whose tax data change. */
  client: z.strictObject({ clientId: id, entityName: text }).nullable(),
  /** The operator concerned; null for a line or an account. A new one has no account before the approval. */
  operator: operator.nullable(),
  /** Of an alias, or of a limit, which holds for all clients together if `client` is null. */
  receiver: z
    .strictObject({
      companyId: id,
      name: text,
      /** Of a limit. */
      currency: financedCurrency.nullable(),
      client: z.strictObject({ clientId: id, entityName: text }).nullable(),
    })
    .nullable(),
  /** The currency, payment-order company or version of a setting of the lender. */
  setting: text.nullable(),
  reason: text,
  proposedBy: operator,
  proposedAt: instant,
  expiresAt: instant,
  /** Null while it waits, and if it expired. */
  decidedBy: operator.nullable(),
  decidedAt: instant.nullable(),
  /** Of a rejection. */
  motive: text.nullable(),
  /**
   * `past`: the value at the time of the proposal; null if it is new. Once decided, `now` equals `past`. Unchanged values are
   * listed with `now` as `proposed`: the account of a release, and while a proposal waits, values changed since.
   */
  changes: z.array(
    z.strictObject({
      field: z.enum([...new Set(Object.values(proposalFields).flat())]),
      past: value.nullable(),
      now: value.nullable(),
      proposed: value,
    }),
  ),
  /**
   * Of a waiting change of a line or a limit, in its currency: `excess` is what would be used and held beyond the limit;
   * `available` is null without a limit.
   */
  effect: z.strictObject({ used: amount, held: amount, available: amount.nullable(), excess: amount }).nullable(),
  /** What an approval rests on; null once it was decided. */
  ground: z.string().nullable(),
});
export type Proposal = z.output<typeof proposal>;

const percent = rateInput.refine((text) => Number(text) >= 0 && Number(text) <= 100);
const terms = z.strictObject({
  limit: limitAmount,
  interestRate: percent,
  advancePercent: percent,
  daysInYear: z.union([z.literal(360), z.literal(365)]),
  moratoryRate: rateInput.refine((text) => Number(text) >= 0 && Number(text) <= 1000),
  multiCurrency: z.boolean(),
  /** The last day of new sales, today at the earliest; null: without end, as a new line without this field. */
  validUntil: date.nullable(),
});
/** The bank is that of the CLABE, and never typed. */
const account = z.strictObject({ clabe: z.string().max(40) });

export const listProposals = route({
  method: 'GET',
  path: '/api/lender/proposals',
  summary: 'Lists proposed changes: those that wait, the first to expire on top, or the newest 200 others.',
  audience: 'operator',
  roles: operatorRoles,
  rate: 'read',
  idempotency: 'none',
  query: z.strictObject({ waiting: z.enum(['true', 'false']), clientId: id.optional(), companyId: id.optional() }),
  response: z.strictObject({ data: z.array(proposal) }),
  errors: [],
});

export const propose = route({
  method: 'POST',
  path: '/api/lender/proposals',
  summary:
    'Proposes a change of a credit line or a bank account, or its early release; it applies once a second person approves it.',
  audience: 'operator',
  roles: ['riesgo', 'tesoreria', 'soporte'],
  rate: 'write',
  idempotency: 'accepted',
  body: z.strictObject({
    clientId: id,
    product,
    currency: financedCurrency,
    reason,
    change: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('credit-line'), proposed: terms.partial() }),
      z.strictObject({ kind: z.literal('bank-account'), proposed: account }),
      z.strictObject({ kind: z.literal('account-release') }),
    ]),
  }),
  response: z.strictObject({ proposal }),
  errors: [
    'ROLE_NEEDED',
    'PROPOSAL_PENDING',
    'PRODUCT_INACTIVE',
    'ACCOUNT_NOT_COOLING',
    'NOTHING_CHANGED',
    'TERMS_INCOMPLETE',
    'VALIDITY_OVER',
    'CLABE_INVALID',
    'CLABE_BANK_UNKNOWN',
  ],
});

export const proposeFiscalData = route({
  method: 'POST',
  path: '/api/lender/clients/:clientId/fiscalData',
  summary:
    'Proposes other tax data of a client, or another branch. Once a second person approves them the next CFDI has them; issued ones stay.',
  audience: 'operator',
  roles: proposalRoles['fiscal-data'],
  rate: 'write',
  idempotency: 'accepted',
  params: z.strictObject({ clientId: id }),
  body: z.strictObject({
    proposed: z.strictObject({
      entityName: line.trim().min(1).max(300),
      fiscalRegime: z.string().regex(/^\d{3}$/),
      postalCode: z.string().regex(/^\d{5}$/),
      branch: line.trim().min(1).max(100),
    }),
    reason,
  }),
  response: z.strictObject({ proposal }),
  errors: ['ROLE_NEEDED', 'PROPOSAL_PENDING', 'NOTHING_CHANGED', 'FISCAL_REGIME_INVALID'],
});

export const proposeSetting = route({
  method: 'POST',
  path: '/api/lender/settings/proposals',
  summary:
    'Proposes an account of the lender, a CLABE range, terms or approval amounts; it applies once a second person approves it. A single administrator changes approval amounts at once.',
  audience: 'operator',
  roles: ['tesoreria', 'administrador', 'riesgo'],
  rate: 'write',
  idempotency: 'accepted',
  body: z.strictObject({
    reason,
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('approval-amounts'),
        currency: financedCurrency,
        /** Null: none. */
        proposed: z.strictObject({ perSale: limitAmount.nullable(), perDay: limitAmount.nullable() }),
      }),
      z.strictObject({
        kind: z.literal('lender-account'),
        currency: financedCurrency,
        proposed: account.extend({
          beneficiary: line.trim().min(2).max(120),
          account: z.string().regex(/^\d{5,20}$/),
          /** Empty without one. */
          swift: z.string().regex(/^([A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/),
        }),
      }),
      z.strictObject({
        kind: z.literal('clabe-range'),
        company: z.string().regex(/^[A-Z0-9_]{1,15}$/),
        proposed: z.strictObject({ prefix: z.string().regex(/^\d{6,10}$/) }),
      }),
      z.strictObject({
        kind: z.literal('terms'),
        version: line.trim().min(1).max(20),
        proposed: z.strictObject({ body: lines.trim().min(100).max(100_000), inForceFrom: date }),
      }),
    ]),
  }),
  /** Null if approval amounts were changed at once, because there is no second administrator. */
  response: z.strictObject({ proposal: proposal.nullable() }),
  errors: [
    'ROLE_NEEDED',
    'PROPOSAL_PENDING',
    'NOTHING_CHANGED',
    'CLABE_INVALID',
    'CLABE_BANK_UNKNOWN',
    'TERMS_NOT_NEW',
  ],
});

export const decideProposal = route({
  method: 'POST',
  path: '/api/lender/proposals/:proposalId/decision',
  summary: 'Approves and applies a proposal, rejects it, or as its proposer withdraws it.',
  audience: 'operator',
  roles: ['riesgo', 'tesoreria', 'cobranza', 'contabilidad', 'soporte', 'administrador'],
  rate: 'write',
  idempotency: 'accepted',
  params: z.strictObject({ proposalId: id }),
  body: z.strictObject({
    decision: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('approve'), ground: z.string().max(100) }),
      z.strictObject({ kind: z.literal('reject'), motive: reason }),
      z.strictObject({ kind: z.literal('withdraw') }),
    ]),
  }),
  response: z.strictObject({ proposal }),
  errors: [
    'ROLE_NEEDED',
    'OWN_PROPOSAL',
    'OWN_ACCESS',
    'NOT_YOUR_PROPOSAL',
    'PROPOSAL_CLOSED',
    'GROUND_CHANGED',
    'RECEIVER_LIMIT_EXCEEDED',
    'INVOICE_NOT_IN_CREDIT',
    'BALANCE_DUE_EXCEEDED',
    'COLLECTION_CURRENCY_DIFFERS',
    'VALUE_DATE_BEFORE_DEPOSIT',
    'TRACKING_KEY_REUSED',
    'PAYMENT_NOT_WAITING',
  ],
});

const roles = z.array(z.enum(operatorRoles)).min(1).max(operatorRoles.length);

export const changeOperator = route({
  method: 'POST',
  path: '/api/lender/operators/changes',
  summary:
    'Invites an operator, changes roles, gives access back or repairs a second factor; with a second administrator as a proposal to another one.',
  audience: 'operator',
  roles: ['administrador'],
  rate: 'write',
  idempotency: 'accepted',
  body: z.strictObject({
    reason,
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('invite'),
        email: z.string().max(MAX_EMAIL),
        name: line.trim().min(1).max(100),
        roles,
      }),
      z.strictObject({ kind: z.literal('roles'), operatorId: id, roles }),
      z.strictObject({ kind: z.literal('enable'), operatorId: id }),
      z.strictObject({ kind: z.literal('repair'), operatorId: id }),
    ]),
  }),
  /** Null if the change was applied at once, because there is no second administrator. */
  response: z.strictObject({ proposal: proposal.nullable() }),
  errors: [
    'ROLE_NEEDED',
    'PROPOSAL_PENDING',
    'NOTHING_CHANGED',
    'INVALID_EMAIL',
    'EMAIL_ALREADY_REGISTERED',
    'AT_LEAST_ONE_ADMIN_IS_REQUIRED',
  ],
});
