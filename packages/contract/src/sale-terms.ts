/** Terms of sales that are decided once for all clients, or for one: how interest is taxed, and what LIVA 1-C asks a contract to say. */
import { ivaRates, ivaRegimes } from '@anticipa/domain/iva-regime';
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { deskRead, type ResponseOf } from './route.ts';
import { date, id, limitAmount, rateInput } from './wire.ts';

export const saleTerms = z.strictObject({
  ivaRegime: z.enum(ivaRegimes),
  /** In per cent: the general rate, or that of the border region. */
  ivaRate: z.enum(ivaRates),
  /** Whether an early payment gives back the interest of the days that are left. */
  earlyRebate: z.boolean(),
  /** Whether the client pays the IVA of a sold invoice once it is collected (LIVA 1-C). */
  ivaOnCollection: z.boolean(),
  collectedBy: z.enum(['lender', 'client']),
  withRecourse: z.boolean(),
  /** Commission of each invoice that a deposit keeps back: per cent of its total, and an amount by its currency. */
  openingRate: rateInput.refine((percent) => Number(percent) >= 0 && Number(percent) <= 10).default('0'),
  openingMXN: limitAmount.default('0.00'),
  openingUSD: limitAmount.default('0.00'),
});
export type SaleTerms = z.output<typeof saleTerms>;

/** The part of the terms that a contract and an account statement say. */
export const statedTerms = saleTerms.pick({
  ivaRegime: true,
  ivaOnCollection: true,
  collectedBy: true,
  withRecourse: true,
});
export type StatedTerms = z.output<typeof statedTerms>;

/** The terms with the first day of sales that have them. */
export const saleTermsFrom = saleTerms.extend({ from: date });

const dated = saleTermsFrom.extend({
  /** The last day; null while nothing later is decided. */
  until: date.nullable(),
});

export const getSaleTerms = deskRead({
  path: '/api/lender/saleTerms',
  summary:
    'The terms that sales have had, have and will have, the newest first: of all clients, and of one that has its own.',
  roles: operatorRoles,
  query: z.strictObject({ clientId: id.optional() }),
  response: z.strictObject({
    /** The lender's date. */
    today: date,
    /** Terms of all clients without terms of their own. */
    lender: z.array(dated),
    /** The client's own terms. */
    own: z.array(dated),
    /** Clients with terms of their own today, for which those of the lender do not count. */
    clientsWithOwn: z.int(),
  }),
});
export type SaleTermsHistory = ResponseOf<typeof getSaleTerms>;
