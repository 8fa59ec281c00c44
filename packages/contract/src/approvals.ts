/** Changes that need a second person: of clients, receivers, operators, settings and money. */
import { accountingPrograms, accountSeparators } from '@anticipa/domain/accounting-programs';
import { clientStates } from '@anticipa/domain/client-state';
import { evidenceResults, evidenceRules } from '@anticipa/domain/evidence';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { companyStatus } from '@anticipa/domain/receiver';
import { secondPersonRules } from '@anticipa/domain/second-person';
import { z } from 'zod';
import { adjustmentChange } from './adjustment-change.ts';
import { brandRefusals, brandShape } from './brand.ts';
import { cutReversalChange, reversalChange } from './consequence.ts';
import { estimateTermsShape } from './estimate.ts';
import { answeredInvoice, seen } from './lender.ts';
import {
  approvalAmountsShape,
  bankFeeChange,
  lenderAccountShape,
  lenderPaymentChange,
  lenderPaymentErrors,
  paymentReturnChange,
} from './lender-payment-change.ts';
import { lineTerms } from './line-terms.ts';
import { manualEntryChange } from './manual-entry-change.ts';
import { paymentChange } from './payment-change.ts';
import { loadChange } from './portfolio-load-change.ts';
import { deskRead, deskWrite } from './route.ts';
import { saleTermsFrom } from './sale-terms.ts';
import { settingChange, typedAccount } from './setting-change.ts';
import { taxValues, typedTaxData } from './tax-data.ts';
import {
  amount,
  date,
  financedCurrency,
  id,
  instant,
  limitAmount,
  product,
  rate,
  rateInput,
  reason,
  text,
} from './wire.ts';

/**
 * A kind of change. `about` names its subject, of which one change at a time waits; `values` are those in force, null if
 * there are none yet; `proposed` are the values that the approval brings. `now` is only in a shown change that waits.
 */
const change = <K extends string, A extends z.ZodObject, V extends z.ZodObject, P extends z.ZodObject>(
  kind: K,
  { about, values, proposed }: { readonly about: A; readonly values: V; readonly proposed: P },
) =>
  z.strictObject({
    kind: z.literal(kind),
    about,
    before: values.nullable(),
    now: values.nullable().optional(),
    proposed,
  });

/** Other values in place of those in force. */
const newValues = <K extends string, A extends z.ZodObject, S extends z.ZodRawShape>(kind: K, about: A, shape: S) => {
  const values = z.strictObject(shape);
  return change(kind, { about, values, proposed: values });
};

const place = z.strictObject({ clientId: id, product, currency: financedCurrency });
const ofCurrency = z.strictObject({ currency: financedCurrency });
const ofOperator = z.strictObject({ operatorId: id });
const ofPerson = z.strictObject({ clientId: id, userId: id });
export const operatorRoleList = z.array(z.enum(operatorRoles)).min(1).max(operatorRoles.length);
const access = z.strictObject({ name: text, email: text, roles: operatorRoleList, active: z.boolean() });
const status = z.literal(Object.values(companyStatus));

const kinds = [
  change('credit-line', { about: place, values: lineTerms, proposed: lineTerms }),
  newValues('bank-account', place, { bank: text, clabe: text }),
  // A changed account receives deposits at once, before its 24 hours are over.
  change('account-release', {
    about: place,
    values: z.strictObject({ bank: text, clabe: text, paysFrom: instant.nullable() }),
    proposed: z.strictObject({ paysFrom: z.null() }),
  }),
  // The tax data that a client's next CFDI has, and its branch.
  change('fiscal-data', {
    about: z.strictObject({ clientId: id }),
    values: taxValues,
    // Without a day they apply at once.
    proposed: taxValues.extend({ from: date.optional() }),
  }),
  // Terms of sales from a day on; without a client, for all that have none of their own.
  newValues('sale-terms', z.strictObject({ clientId: id.nullable() }), saleTermsFrom.shape),
  // The end of the business with a client, or its reopening.
  newValues('client-state', z.strictObject({ clientId: id }), { state: z.enum(clientStates) }),
  // A new operator has no values before; of others only what changes is proposed, since access may be taken away meanwhile.
  change('operator', { about: ofOperator, values: access, proposed: access.partial() }),
  // A second factor that was lost is enrolled again, an operator's or that of a client's person.
  newValues('second-factor', ofOperator, { secondFactor: z.boolean() }),
  newValues('person-factor', ofPerson, { secondFactor: z.boolean() }),
  // Without a client the limit is for all together; null: no limit.
  newValues('receiver-limit', z.strictObject({ companyId: id, clientId: id.nullable(), currency: financedCurrency }), {
    limit: amount.nullable(),
  }),
  // A receiver abroad is another name of one already known, whose status both then have.
  change('receiver-alias', {
    about: z.strictObject({ companyId: id }),
    values: z.strictObject({ status }),
    proposed: z.strictObject({ aliasOf: id, status }),
  }),
  newValues('lender-account', ofCurrency, lenderAccountShape),
  newValues('clabe-range', z.strictObject({ company: text }), { prefix: text }),
  // The number of one of our accounts in the lender's own chart, and the form of such numbers in an accounting program.
  newValues('own-account', z.strictObject({ account: text }), { number: text }),
  newValues('account-format', z.strictObject({ program: z.enum(accountingPrograms) }), {
    levels: z.string(),
    separator: z.enum(accountSeparators),
  }),
  // Stages of the monthly estimate from a day; `before` has those that would apply on it.
  newValues('estimate-terms', z.strictObject({ from: date }), estimateTermsShape),
  // A new version of the terms; the values before are those of the last one.
  newValues('terms', z.strictObject({ version: text }), { inForceFrom: date, body: z.string().max(100_000) }),
  newValues('brand', z.strictObject({ of: z.literal('lender') }), brandShape),
  // Null: the companies decide alone.
  newValues('client-factors', z.strictObject({ of: z.literal('clients') }), { requiredFrom: date.nullable() }),
  // Null: no second person is needed.
  newValues('approval-amounts', ofCurrency, approvalAmountsShape),
  change('exchange-rate', {
    about: z.strictObject({ date }),
    values: z.strictObject({ tipoCambio: rate.nullable(), source: text.nullable(), official: rate.nullable() }),
    proposed: z.strictObject({ tipoCambio: rate, source: text }),
  }),
  // An alert about money that closes without its cause.
  change('alert', {
    about: z.strictObject({ alertId: id }),
    values: z.strictObject({
      alert: z.string(),
      amount: z.string().nullable(),
      trackingKey: z.string().nullable(),
      attended: z.boolean(),
    }),
    proposed: z.strictObject({ attended: z.literal(true) }),
  }),
  // An unexpected typed payment; `owed`: the debt against which it is measured. The client pays a balance due.
  change('payment', paymentChange),
  change('shortfall', {
    about: z.strictObject({ documentId: id }),
    values: z.strictObject({ amount, currency: financedCurrency, owed: amount }),
    proposed: z.strictObject({ invoices: z.array(id), amount, currency: financedCurrency }),
  }),
  // A later due date of an invoice in credit. `interest`: of the days that it adds, if nothing is paid before its end.
  change('extension', {
    about: z.strictObject({ clientId: id, documentId: id }),
    values: z.strictObject({ dueDate: date, owed: amount, currency: financedCurrency }),
    proposed: z.strictObject({ dueDate: date, rate, perDay: amount, interest: amount, iva: amount }),
  }),
  // A change of the debt of an invoice that no transfer makes.
  change('adjustment', adjustmentChange),
  // A file of invoices that were in credit elsewhere: booked, or withdrawn.
  change('portfolio-load', loadChange),
  // A receipt, a closed shortfall or a transferred devolución that is reversed, with what depends on it.
  change('reversal', reversalChange),
  change('cut-reversal', cutReversalChange),
  // A commission of the bank above the lender's amount for a payment.
  change('bank-fee', bankFeeChange),
  // An entry of an accountant in the lender's own journal, or its reversal.
  change('manual-entry', manualEntryChange),
  // The outcome of a payment, as a person read it in the bank's books.
  change('payment-return', paymentReturnChange),
  // Payments of the lender above its amounts, as they were locked and shown: they are made so, or not at all.
  change('lender-payments', lenderPaymentChange),
  // The answer to a sale above an approval amount; `checks`: their results as the proposer saw them, by invoice and rule.
  change('answer', {
    about: z.strictObject({ clientId: id, saleId: id }),
    values: seen,
    proposed: z.strictObject({
      decisions: z.array(answeredInvoice),
      checks: z.record(id, z.partialRecord(z.enum(evidenceRules), z.enum(evidenceResults))),
      rule: z.enum(secondPersonRules),
      currency: financedCurrency,
      authorised: amount,
      limit: amount,
    }),
  }),
] as const;

/** Proposed change by kind; stored, logged and shown in this one form. */
export const changeSchema = z.discriminatedUnion('kind', kinds);
export type Change = z.output<typeof changeSchema>;
export type ApprovalKind = Change['kind'];
/** The changes by kind. */
export type Changes = { readonly [C in Change as C['kind']]: C };

/** Roles of a kind: the proposer and the second person each need one of them. */
export const approvalRoles = {
  'credit-line': ['riesgo'],
  'bank-account': ['soporte', 'tesoreria'],
  'account-release': ['soporte', 'tesoreria'],
  // `contabilidad` sees the CFDI that the provider refuses.
  'fiscal-data': ['soporte', 'contabilidad'],
  'sale-terms': ['contabilidad', 'administrador'],
  'client-state': ['soporte', 'riesgo'],
  operator: ['administrador'],
  'second-factor': ['administrador'],
  'person-factor': ['soporte', 'administrador'],
  'receiver-limit': ['riesgo'],
  'receiver-alias': ['riesgo'],
  'lender-account': ['tesoreria'],
  'clabe-range': ['tesoreria'],
  'own-account': ['contabilidad'],
  'account-format': ['contabilidad'],
  'estimate-terms': ['contabilidad', 'riesgo'],
  terms: ['riesgo', 'administrador'],
  brand: ['administrador'],
  'approval-amounts': ['administrador'],
  'client-factors': ['administrador'],
  // The rate measures credit lines, which `riesgo` gives.
  'exchange-rate': ['tesoreria', 'riesgo'],
  alert: ['tesoreria', 'cobranza', 'riesgo'],
  payment: ['cobranza', 'tesoreria'],
  shortfall: ['cobranza', 'tesoreria'],
  // Longer credit is a decision of `riesgo` too.
  extension: ['cobranza', 'riesgo'],
  adjustment: ['cobranza', 'riesgo'],
  'portfolio-load': ['riesgo', 'contabilidad'],
  reversal: ['cobranza', 'tesoreria'],
  'cut-reversal': ['contabilidad', 'tesoreria'],
  'payment-return': ['tesoreria'],
  'bank-fee': ['tesoreria'],
  'manual-entry': ['contabilidad'],
  'lender-payments': ['tesoreria'],
  answer: ['riesgo'],
} as const satisfies Readonly<Record<ApprovalKind, readonly OperatorRole[]>>;

/** `outdated`: approved when the change could no longer be made. */
export const approvalStates = ['open', 'approved', 'rejected', 'withdrawn', 'expired', 'outdated'] as const;
export type ApprovalState = (typeof approvalStates)[number];

const operator = z.strictObject({ operatorId: id, name: text });

export const approval = z.strictObject({
  id,
  state: z.enum(approvalStates),
  change: changeSchema,
  /** Names of what the change is about and contains, by id. */
  names: z.record(id, text),
  reason: text,
  proposedBy: operator,
  proposedAt: instant,
  /** Null: it stays open until it is decided. */
  expiresAt: instant.nullable(),
  /** Null while it is open, and if it expired. */
  decidedBy: operator.nullable(),
  decidedAt: instant.nullable(),
  /** Motive of a rejection. */
  motive: text.nullable(),
  /**
   * Effect of an open change of a line or a limit, in its currency. `excess`: use and holds beyond the limit;
   * `available`: null without a limit.
   */
  effect: z.strictObject({ used: amount, held: amount, available: amount.nullable(), excess: amount }).nullable(),
  /** Ground of an approval; null once it was decided. */
  ground: z.string().nullable(),
});
export type Approval = z.output<typeof approval>;

const percent = rateInput.refine((text) => Number(text) >= 0 && Number(text) <= 100);
const typedTerms = z.strictObject({
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

/** Limit of the list of closed changes. */
export const DECIDED_LIMIT = 200;

export const listProposals = deskRead({
  path: '/api/lender/proposals',
  summary: `Lists proposed changes: all that wait, the first to expire on top, or the newest ${DECIDED_LIMIT} others.`,
  roles: operatorRoles,
  query: z.strictObject({ waiting: z.enum(['true', 'false']), clientId: id.optional(), companyId: id.optional() }),
  response: z.strictObject({ data: z.array(approval) }),
});

export const propose = deskWrite({
  path: '/api/lender/proposals',
  summary:
    'Proposes a change of a credit line or a bank account, or its early release; it applies once a second person approves it.',
  roles: ['riesgo', 'tesoreria', 'soporte'],
  body: z.strictObject({
    clientId: id,
    product,
    currency: financedCurrency,
    reason,
    change: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('credit-line'), proposed: typedTerms.partial() }),
      z.strictObject({ kind: z.literal('bank-account'), proposed: typedAccount }),
      z.strictObject({ kind: z.literal('account-release') }),
    ]),
  }),
  response: z.strictObject({ proposal: approval }),
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

export const proposeFiscalData = deskWrite({
  path: '/api/lender/clients/:clientId/fiscalData',
  summary:
    'Proposes other tax data of a client, or another branch. Once a second person approves them the next CFDI has them; issued ones stay.',
  roles: approvalRoles['fiscal-data'],
  params: z.strictObject({ clientId: id }),
  body: z.strictObject({ proposed: typedTaxData, reason }),
  response: z.strictObject({ proposal: approval }),
  errors: ['ROLE_NEEDED', 'PROPOSAL_PENDING', 'NOTHING_CHANGED', 'FISCAL_REGIME_INVALID', 'TAX_DATA_TOO_FAR'],
});

export const proposeSaleTerms = deskWrite({
  path: '/api/lender/saleTerms',
  summary:
    'Proposes how the sales of a day and later ones are taxed, of all clients or of one; it applies once a second person approves it. Earlier sales keep their terms.',
  roles: approvalRoles['sale-terms'],
  body: z.strictObject({ clientId: id.nullable(), proposed: saleTermsFrom, reason }),
  response: z.strictObject({ proposal: approval }),
  errors: ['ROLE_NEEDED', 'PROPOSAL_PENDING', 'NOTHING_CHANGED', 'SALE_TERMS_TOO_FAR'],
});

export const proposeClientState = deskWrite({
  path: '/api/lender/clients/:clientId/state',
  summary:
    'Proposes to close a client of which nothing is open, or to reopen one; it applies once a second person approves it. The people of a closed client read for 90 days and change nothing.',
  roles: approvalRoles['client-state'],
  params: z.strictObject({ clientId: id }),
  body: z.strictObject({ state: z.enum(clientStates), reason }),
  response: z.strictObject({ proposal: approval }),
  errors: ['ROLE_NEEDED', 'PROPOSAL_PENDING', 'NOTHING_CHANGED', 'CLIENT_NOT_SETTLED'],
});

export const proposeSetting = deskWrite({
  path: '/api/lender/settings/proposals',
  summary:
    'Proposes an account of the lender, a CLABE range, terms, the brand, approval amounts, second factors of clients, numbers of accounts or stages of the estimate; it applies once a second person approves it. A single administrator changes the brand, approval amounts and second factors at once.',
  roles: ['tesoreria', 'administrador', 'riesgo', 'contabilidad'],
  body: z.strictObject({
    reason,
    change: settingChange,
  }),
  /** Null if it was changed at once, because there is no second administrator. */
  response: z.strictObject({ proposal: approval.nullable() }),
  errors: [
    'ROLE_NEEDED',
    'PROPOSAL_PENDING',
    'NOTHING_CHANGED',
    'CLABE_INVALID',
    'CLABE_BANK_UNKNOWN',
    'TERMS_NOT_NEW',
    ...brandRefusals,
  ],
});

export const decideProposal = deskWrite({
  path: '/api/lender/proposals/:proposalId/decision',
  summary: 'Approves and applies a proposal, rejects it, or as its proposer withdraws it.',
  roles: ['riesgo', 'tesoreria', 'cobranza', 'contabilidad', 'soporte', 'administrador'],
  params: z.strictObject({ proposalId: id }),
  body: z.strictObject({
    decision: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('approve'), ground: z.string().max(100) }),
      z.strictObject({ kind: z.literal('reject'), motive: reason }),
      z.strictObject({ kind: z.literal('withdraw') }),
    ]),
  }),
  response: z.strictObject({ proposal: approval }),
  errors: [
    'ROLE_NEEDED',
    'OWN_PROPOSAL',
    'OWN_ACCESS',
    'NOT_YOUR_PROPOSAL',
    'PROPOSAL_CLOSED',
    'GROUND_CHANGED',
    'RECEIVER_LIMIT_EXCEEDED',
    'INVOICE_NOT_IN_CREDIT',
    'NOTHING_OWED_BY_RECEIVER',
    'BALANCE_DUE_EXCEEDED',
    'COLLECTION_CURRENCY_DIFFERS',
    'TRACKING_KEY_REUSED',
    'PAYMENT_NOT_WAITING',
    'PAYMENT_CHANGED',
    'PAYMENT_LEFT_EXCEEDED',
    ...lenderPaymentErrors,
    'CLIENT_NOT_SETTLED',
  ],
});
