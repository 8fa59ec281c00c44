/** The lender's settings. Those that move money change by proposal. */
import { accountingPrograms, accountSeparators } from '@anticipa/domain/accounting-programs';
import { operatorRoles } from '@anticipa/domain/operator';
import { setupSteps } from '@anticipa/domain/setup';
import { z } from 'zod';
import { brandShape } from './brand.ts';
import { estimateTermsShape } from './estimate.ts';
import { deskRead, deskWrite } from './route.ts';
import { amount, date, financedCurrency, instant, line, product, rate, reason, text, typedRfc } from './wire.ts';

const settings = z.strictObject({
  products: z.array(z.strictObject({ code: product, displayName: text })),
  branches: z.array(z.strictObject({ branch: text, promoterPhone: text, clients: z.int() })),
  /** Data for its CFDI; null until they are typed. */
  lender: z.strictObject({ rfc: text, name: text, fiscalRegime: text, postalCode: text }).nullable(),
  /** Null until it is set: then the lender has the name of its tax data, and no mail leaves. */
  brand: z.strictObject(brandShape).nullable(),
  /** Accounts to which receivers and clients pay. */
  accounts: z.array(
    z.strictObject({
      currency: financedCurrency,
      bank: text,
      beneficiary: text,
      clabe: text,
      account: text,
      swift: text.nullable(),
    }),
  ),
  /** Payment-order companies with the digits in which their CLABEs begin. */
  clabeRanges: z.array(z.strictObject({ company: text, prefix: text })),
  /** Numbers of our accounts in the lender's own chart; an account that is missing has none yet. */
  ownAccounts: z.array(z.strictObject({ account: text, number: text })),
  /** Stages of the monthly estimate, the last to begin first; without any, the usual ones apply. */
  estimateTerms: z.array(z.strictObject({ from: date, inForce: z.boolean(), ...estimateTermsShape })),
  /** The form in which accounting programs keep such numbers. */
  accountFormats: z.array(
    z.strictObject({ program: z.enum(accountingPrograms), levels: z.string(), separator: z.enum(accountSeparators) }),
  ),
  /**
   * Amounts above which a second person is needed: for one sale, for one client and operator in a day, for one payment, and for the
   * payments of one operator in a day. Null means no limit. `surplusPercent`: surplus over what is owed, in per cent,
   * above which a typed payment needs one.
   */
  approvalAmounts: z.array(
    z.strictObject({
      currency: financedCurrency,
      perSale: amount.nullable(),
      perDay: amount.nullable(),
      perPayment: amount.nullable(),
      paymentsPerDay: amount.nullable(),
      surplusPercent: rate,
    }),
  ),
  /** The day from which all people of clients need a second factor; null: the companies decide alone. */
  factorsFrom: date.nullable(),
  /** The newest first; `inForce` holds for sales sent now. */
  terms: z.array(
    z.strictObject({ version: text, hash: text, publishedAt: instant, inForce: z.boolean(), body: z.string() }),
  ),
});
export type Settings = z.output<typeof settings>;

export const getSettings = deskRead({
  path: '/api/lender/settings',
  summary: 'The settings of the lender.',
  roles: operatorRoles,
  response: z.strictObject({ settings }),
});

export const getSetup = deskRead({
  path: '/api/lender/setup',
  summary: 'Lists what is missing before a first sale can be answered and paid, in the order of the work.',
  roles: operatorRoles,
  response: z.strictObject({ data: z.array(z.enum(setupSteps)) }),
});

const name = line.trim().min(1).max(100);

export const changeSetting = deskWrite({
  path: '/api/lender/settings',
  summary: 'Changes a setting that moves no money: a product’s name, a branch’s adviser or the lender’s tax data.',
  roles: ['administrador'],
  body: z.strictObject({
    reason,
    change: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('product'), code: product, displayName: name.max(40) }),
      z.strictObject({
        kind: z.literal('branch'),
        branch: name,
        promoterPhone: z.string().regex(/^[\d +()-]{8,30}$/),
      }),
      z.strictObject({
        kind: z.literal('lender'),
        rfc: typedRfc,
        name: line.trim().min(1).max(300),
        fiscalRegime: z.string().regex(/^\d{3}$/),
        postalCode: z.string().regex(/^\d{5}$/),
      }),
    ]),
  }),
  response: z.strictObject({ settings }),
  errors: ['RFC_INVALID', 'FISCAL_REGIME_INVALID', 'NOTHING_CHANGED'],
});
export type SettingChange = z.output<(typeof changeSetting)['body']>['change'];
