/** Receivers as the lender decides on them: their status, and how much of each it accepts. */
import { hasWeekday } from '@anticipa/domain/calendar';
import { listedSituations } from '@anticipa/domain/listed-taxpayer';
import { MAX_TERM_DAYS } from '@anticipa/domain/product';
import { companyStatus } from '@anticipa/domain/receiver';
import { z } from 'zod';
import { approval } from './approvals.ts';
import { weekDays } from './receivers.ts';
import { deskRead, deskWrite } from './route.ts';
import {
  amount,
  financedCurrency,
  id,
  instant,
  limitAmount,
  line,
  listed as listedValues,
  reason,
  rfc,
  text,
} from './wire.ts';

const exposure = z.strictObject({
  currency: financedCurrency,
  /** Null: no limit. */
  limit: amount.nullable(),
  /** Totals of invoices in sales without a deposit so far, and what is owed for those in credit. */
  held: amount,
  owed: amount,
});

/** Invoices that a change of the status would move. */
const affected = z.strictObject({ invoices: z.int(), clients: z.int() });

export const listedReceiver = z.strictObject({
  companyId: id,
  rfc,
  /** Name given by the first client, until the lender or a proven invoice confirms one. */
  name: text,
  isNameConfirmed: z.boolean(),
  taxId: text.nullable(),
  statusId: z.literal(Object.values(companyStatus)),
  createdAt: instant,
  /** Situation on the list of article 69-B; null if unlisted, or while no list is loaded. */
  situation: z.enum(listedSituations).nullable(),
  /** Invoices in REGISTRADO that an approval makes sellable; unconfirmed ones stay. */
  released: affected,
  /** Invoices outside a sale that a rejection rejects. */
  rejected: affected,
  /** Totals of the invoices outside a sale. */
  unsold: z.array(z.strictObject({ currency: financedCurrency, amount })),
  /** Number of clients that invoice it. */
  clients: z.int(),
  exposures: z.array(exposure),
});
export type ListedReceiver = z.output<typeof listedReceiver>;

/** Payment days that the lender has agreed with a receiver: days from emission, and weekdays. */
const policy = z.strictObject({ term: z.int().min(1).max(MAX_TERM_DAYS), weekDays: weekDays.refine(hasWeekday) });

export const receiver = listedReceiver.extend({
  /** Whether a list of article 69-B is loaded. */
  hasList: z.boolean(),
  policy: policy.nullable(),
  /** The receiver of which this is another name, and which has its invoices. */
  aliasOf: z.strictObject({ companyId: id, name: text }).nullable(),
  /** Its other names and earlier tax ids. */
  aliases: z.array(z.strictObject({ companyId: id, name: text, rfc: text, taxId: text.nullable() })),
  /** The clients that invoice it, under the name each has used. */
  pairs: z.array(
    z.strictObject({
      clientId: id,
      entityName: text,
      name: text,
      /** The client's new invoices enter as FB. */
      fbProgramme: z.boolean(),
      exposures: z.array(exposure),
    }),
  ),
});
export type Receiver = z.output<typeof receiver>;

export const RECEIVERS_PER_PAGE = 50;

export const listReceivers = deskRead({
  path: '/api/lender/receivers',
  summary: 'Lists the receivers of all clients, oldest first, in pages, optionally by status or text.',
  roles: ['riesgo', 'tesoreria', 'cobranza', 'soporte', 'auditor'],
  query: z.strictObject({
    /** Any of these. */
    status: listedValues(z.enum(['0', '1', '2', '10', '20', '30']), 6).optional(),
    /** Part of the tax id or of a name. */
    search: line.max(100).optional(),
    /** `next` of the page before. */
    after: id.optional(),
  }),
  response: z.strictObject({
    data: z.array(listedReceiver),
    /** Receivers without a decision. */
    waiting: z.int(),
    /** Null on the last page. */
    next: id.nullable(),
  }),
});

export const getReceiver = deskRead({
  path: '/api/lender/receivers/:companyId',
  summary: 'A receiver with its clients, and the limits and the use of each.',
  roles: ['riesgo', 'tesoreria', 'cobranza', 'soporte', 'auditor'],
  params: z.strictObject({ companyId: id }),
  response: z.strictObject({ data: receiver }),
});

/** Applies what follows to the invoices outside a sale; those in a sale are for its answer. */
export const setReceiverStatus = deskWrite({
  path: '/api/lender/receivers/:companyId/status',
  summary: 'Decides on a receiver, and releases or rejects the invoices that wait for it.',
  roles: ['riesgo'],
  params: z.strictObject({ companyId: id }),
  body: z.strictObject({ statusId: z.literal(Object.values(companyStatus)), reason }),
  response: z.strictObject({ data: receiver, moved: affected }),
  errors: ['RECEIVER_IS_ALIAS'],
});

/**
 * A lower limit applies at once; below what is owed it stays exceeded until enough is paid, and no sale fits meanwhile. A
 * higher one, or none, is proposed to a second person.
 */
export const setReceiverLimit = deskWrite({
  path: '/api/lender/receivers/:companyId/limits',
  summary:
    'Lowers, or proposes to raise, how much of a receiver the lender accepts in a currency, in all or from a client.',
  roles: ['riesgo'],
  params: z.strictObject({ companyId: id }),
  body: z.strictObject({
    currency: financedCurrency,
    /** Null: of all clients together. */
    clientId: id.nullable(),
    /** Null: no limit. */
    limit: limitAmount.nullable(),
    reason,
  }),
  /** `proposal`: of a higher limit; null if the limit was applied. */
  response: z.strictObject({ data: receiver, proposal: approval.nullable() }),
  errors: ['RECEIVER_IS_ALIAS', 'PROPOSAL_PENDING', 'NOTHING_CHANGED'],
});

/** Invoices that are already in keep their product. */
export const setProgramme = deskWrite({
  path: '/api/lender/receivers/:companyId/programme',
  summary: 'Records whether a receiver runs a confirmed programme for a client, whose new invoices then enter as FB.',
  roles: ['riesgo'],
  params: z.strictObject({ companyId: id }),
  body: z.strictObject({ clientId: id, fbProgramme: z.boolean(), reason }),
  response: z.strictObject({ data: receiver }),
  errors: ['RECEIVER_IS_ALIAS', 'PRODUCT_INACTIVE'],
});

/**
 * A term that a client saved itself goes first. Sales already made keep their dates. `seen`: what the operator changes, so that nobody's
 * change is undone unseen.
 */
export const setPaymentPolicy = deskWrite({
  path: '/api/lender/receivers/:companyId/policy',
  summary: 'Records when a receiver pays, which every client is offered that has saved nothing else; null forgets it.',
  roles: ['riesgo', 'tesoreria'],
  params: z.strictObject({ companyId: id }),
  body: z.strictObject({ seen: policy.nullable(), policy: policy.nullable(), reason }),
  response: z.strictObject({ data: receiver }),
  errors: ['RECEIVER_IS_ALIAS', 'POLICY_CHANGED'],
});

/** Once approved, its invoices are those of the main receiver, and count against that one's limits. Nothing undoes it. */
export const proposeAlias = deskWrite({
  path: '/api/lender/receivers/:companyId/alias',
  summary: 'Proposes that a receiver is another name or an earlier tax id of one already decided on.',
  roles: ['riesgo'],
  params: z.strictObject({ companyId: id }),
  body: z.strictObject({ aliasOf: id, reason }),
  response: z.strictObject({ proposal: approval }),
  errors: [
    'ALIAS_OF_ITSELF',
    'ALIAS_ABROAD_AND_DOMESTIC',
    'RECEIVER_IS_ALIAS',
    'RECEIVER_HAS_ALIASES',
    'ALIAS_UNDECIDED',
    'PROPOSAL_PENDING',
  ],
});
