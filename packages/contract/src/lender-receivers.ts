/** Receivers as the lender decides on them: their status, and how much of each it accepts. */
import { listedSituations } from '@anticipa/domain/listed-taxpayer';
import { companyStatus } from '@anticipa/domain/receiver';
import { z } from 'zod';
import { route } from './route.ts';
import { amount, amountInput, financedCurrency, id, instant, line, rfc, text } from './wire.ts';

const exposure = z.strictObject({
  currency: financedCurrency,
  /** Null: no limit. */
  limit: amount.nullable(),
  /** Totals of invoices in sales without a deposit so far, and of those in credit. */
  held: amount,
  owed: amount,
});

/** Invoices that a change of the status would move. */
const affected = z.strictObject({ invoices: z.int(), clients: z.int() });

const receiver = z.strictObject({
  companyId: id,
  rfc,
  /** Null until the lender or a proven invoice has confirmed it. */
  name: text.nullable(),
  taxId: text.nullable(),
  statusId: z.literal(Object.values(companyStatus)),
  createdAt: instant,
  /** On the list of article 69-B; null if unlisted. */
  situation: z.enum(listedSituations).nullable(),
  /** Invoices in REGISTRADO that an approval makes sellable; unconfirmed ones stay. */
  released: affected,
  /** Invoices outside a sale that a rejection rejects. */
  rejected: affected,
  exposures: z.array(exposure),
  /** The clients that invoice it, under the name each has used. */
  pairs: z.array(z.strictObject({ clientId: id, entityName: text, name: text, exposures: z.array(exposure) })),
});
export type Receiver = z.output<typeof receiver>;

/** How many receivers one page has. */
export const RECEIVERS_PER_PAGE = 50;

export const listReceivers = route({
  method: 'GET',
  path: '/api/lender/receivers',
  summary: 'Lists the receivers of all clients, oldest first, in pages: the new ones, or all, optionally by text.',
  audience: 'operator',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  rate: 'read',
  idempotency: 'none',
  query: z.strictObject({
    queue: z.enum(['new', 'all']),
    /** Part of the tax id or of a name. */
    search: line.max(100).optional(),
    /** `next` of the page before. */
    after: id.optional(),
  }),
  response: z.strictObject({
    data: z.array(receiver),
    /** Receivers without a decision. */
    waiting: z.int(),
    /** Null on the last page. */
    next: id.nullable(),
  }),
  errors: [],
});

const reason = line.min(1).max(300);

/** Applies what follows to the invoices outside a sale; those in a sale are for its answer. */
export const setReceiverStatus = route({
  method: 'POST',
  path: '/api/lender/receivers/:companyId/status',
  summary: 'Decides on a receiver, and releases or rejects the invoices that wait for it.',
  audience: 'operator',
  roles: ['riesgo'],
  rate: 'write',
  idempotency: 'accepted',
  params: z.strictObject({ companyId: id }),
  body: z.strictObject({ statusId: z.literal(Object.values(companyStatus)), reason }),
  response: z.strictObject({ data: receiver, moved: affected }),
  errors: [],
});

/** A limit below what is owed stays exceeded until enough is paid; no sale fits meanwhile. */
export const setReceiverLimit = route({
  method: 'POST',
  path: '/api/lender/receivers/:companyId/limits',
  summary: 'Sets how much of a receiver the lender accepts in a currency, in all or from one client.',
  audience: 'operator',
  roles: ['riesgo'],
  rate: 'write',
  idempotency: 'accepted',
  params: z.strictObject({ companyId: id }),
  body: z.strictObject({
    currency: financedCurrency,
    /** Null: of all clients together. */
    clientId: id.nullable(),
    /** Null: no limit. */
    limit: amountInput.refine((value) => Number(value) >= 0).nullable(),
    reason,
  }),
  response: z.strictObject({ data: receiver }),
  errors: [],
});
