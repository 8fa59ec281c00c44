/** The contract of a client with the lender: its text in force, the terms of its sales, what changed, and the contracts that it accepted. */
import { z } from 'zod';
import { lineTerms } from './line-terms.ts';
import { clientRead } from './route.ts';
import { saleTerms } from './sale-terms.ts';
import { date, financedCurrency, instant, product, text } from './wire.ts';

/** Limit of the accepted contracts and of the changes that are shown. */
export const SHOWN_CONTRACTS = 50;

/** A bank account by its last digits. */
const account = z.strictObject({ bank: text, ending: z.string().regex(/^\d{4}$/) });

const changed = { at: instant, product, currency: financedCurrency };
const contractChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('credit-line'), ...changed, before: lineTerms.nullable(), after: lineTerms }),
  z.strictObject({ kind: z.literal('bank-account'), ...changed, before: account.nullable(), after: account }),
]);
export type ContractChange = z.output<typeof contractChange>;

const version = z.strictObject({ version: text, from: instant });

const acceptedContract = z.strictObject({
  numberOfSale: z.int(),
  acceptedAt: instant,
  /** Version of the terms that the text begins with, and the SHA-256 of the whole text. */
  version: text,
  hash: text,
  /** The certified instant of its constancia (NOM-151); null without one, or while it is waited for. */
  certifiedAt: instant.nullable(),
});
export type AcceptedContract = z.output<typeof acceptedContract>;

export const getContractTerms = clientRead({
  path: '/api/client/terms',
  summary: `The contract in force, the terms of the client’s sales, the newest ${SHOWN_CONTRACTS} changes of its lines and accounts, and as many accepted contracts.`,
  response: z.strictObject({
    /** The text in force; null if none is published. */
    contract: version.extend({ hash: text, body: z.string().max(100_000) }).nullable(),
    /** Versions that come into force later, or were in force before, the newest first. */
    others: z.array(version),
    /** Terms of the sales of a day, the newest first; `until` is null while nothing later is decided. */
    saleTerms: z.array(saleTerms.extend({ from: date, until: date.nullable() })),
    changes: z.array(contractChange),
    accepted: z.array(acceptedContract),
  }),
});
