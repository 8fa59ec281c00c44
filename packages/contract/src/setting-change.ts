/** Settings as people propose them. */
import {
  accountingPrograms,
  accountSeparators,
  isAccountLevels,
  OWN_NUMBER,
} from '@anticipa/domain/accounting-programs';
import { BANK_PART, ownAccounts } from '@anticipa/domain/chart';
import { estimateTermsProblem } from '@anticipa/domain/estimate';
import { z } from 'zod';
import { typedBrand } from './brand.ts';
import { date, financedCurrency, limitAmount, line, lines } from './wire.ts';

/** The bank of a typed account is that of its CLABE. */
export const typedAccount = z.strictObject({ clabe: z.string().max(40) });

const days = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\d{1,4}$/)
      .transform(Number),
  ])
  .refine((count) => count >= 1 && count <= 3650);
const estimatePercent = limitAmount.refine((value) => Number(value) <= 100);
/** A bank account as a part of BANCOS. */
export const bankPart = z.templateLiteral(['BANCOS:', z.string()]).refine((account) => BANK_PART.test(account));

export const settingChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('brand'), proposed: typedBrand }),
  z.strictObject({
    kind: z.literal('approval-amounts'),
    currency: financedCurrency,
    /** Null: none. */
    proposed: z.strictObject({
      perSale: limitAmount.nullable(),
      perDay: limitAmount.nullable(),
      perPayment: limitAmount.nullable(),
      paymentsPerDay: limitAmount.nullable(),
      /** Surplus over what is owed, in per cent, that one person may type. */
      surplusPercent: limitAmount.refine((value) => Number(value) <= 100),
    }),
  }),
  // The day from which all people of clients need a second factor; null: the companies decide alone.
  z.strictObject({ kind: z.literal('client-factors'), proposed: z.strictObject({ requiredFrom: date.nullable() }) }),
  z.strictObject({
    kind: z.literal('lender-account'),
    currency: financedCurrency,
    proposed: typedAccount.extend({
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
  z.strictObject({
    kind: z.literal('own-account'),
    /** An account of the chart, or a bank account as a part of BANCOS. */
    account: z.union([z.enum(ownAccounts), bankPart]),
    proposed: z.strictObject({ number: z.string().regex(OWN_NUMBER) }),
  }),
  z.strictObject({
    kind: z.literal('estimate-terms'),
    /** The first day; an estimate has the terms of its last day. */
    from: date,
    proposed: z
      .strictObject({
        stage2From: days,
        stage3From: days,
        percent1: estimatePercent,
        percent2: estimatePercent,
        percent3: estimatePercent,
      })
      .refine((terms) => estimateTermsProblem(terms) === null),
  }),
  z.strictObject({
    kind: z.literal('account-format'),
    program: z.enum(accountingPrograms),
    proposed: z.strictObject({ levels: z.string().refine(isAccountLevels), separator: z.enum(accountSeparators) }),
  }),
]);
