/** Changes that need a second person. */
import { type FinancedCurrency, moneyOf } from './money.ts';
import type { OperatorRole } from './operator.ts';

/** `PENDIENTE` waits for a second person; `SIN_BASE`: what it was to change can no longer be changed. */
export const proposalStates = ['PENDIENTE', 'APLICADA', 'RECHAZADA', 'RETIRADA', 'VENCIDA', 'SIN_BASE'] as const;
export type ProposalState = (typeof proposalStates)[number];

/**
 * Changes of a client's line or account; a release lets a changed account receive deposits before its 24 hours are
 * over.
 */
export const placeKinds = ['credit-line', 'bank-account', 'account-release'] as const;
/** A client's tax data, as its next CFDI has them, and its branch. */
export const FISCAL_KIND = 'fiscal-data';
/** Changes of an operator: a new one, other roles, or a second factor removed so that it is enrolled again. */
export const operatorKinds = ['operator', 'second-factor'] as const;
/** A higher limit of a receiver, in all or from one client. */
export const LIMIT_KIND = 'receiver-limit';
/** A receiver abroad that is another name of one already known. */
export const ALIAS_KIND = 'receiver-alias';
/** Settings of the lender that move money, measure credit, bind clients or ask for a second person. */
export const settingKinds = ['lender-account', 'clabe-range', 'terms', 'approval-amounts', 'exchange-rate'] as const;
/** An alert about money that closes without its cause, a typed payment that is not as expected, and a shortfall that the aforo pays. */
export const moneyKinds = ['alert', 'payment', 'shortfall'] as const;
export const proposalKinds = [
  ...placeKinds,
  FISCAL_KIND,
  ...operatorKinds,
  LIMIT_KIND,
  ALIAS_KIND,
  ...settingKinds,
  ...moneyKinds,
] as const;
export type PlaceKind = (typeof placeKinds)[number];
export type OperatorKind = (typeof operatorKinds)[number];
export type SettingKind = (typeof settingKinds)[number];
export type MoneyKind = (typeof moneyKinds)[number];
export type ProposalKind = (typeof proposalKinds)[number];

/** Fields that a proposal can change, in the order in which they are shown. */
export const proposalFields = {
  'credit-line': [
    'limit',
    'interestRate',
    'advancePercent',
    'daysInYear',
    'moratoryRate',
    'multiCurrency',
    'validUntil',
  ],
  'bank-account': ['bank', 'clabe'],
  // The bank and the CLABE are those of the account that is released.
  'account-release': ['bank', 'clabe', 'paysFrom'],
  'fiscal-data': ['entityName', 'fiscalRegime', 'postalCode', 'branch'],
  operator: ['name', 'email', 'roles', 'active'],
  'second-factor': ['secondFactor'],
  'receiver-limit': ['limit'],
  // `status`: the receiver's, which becomes that of the main one.
  'receiver-alias': ['aliasOf', 'status'],
  'lender-account': ['bank', 'beneficiary', 'clabe', 'account', 'swift'],
  'clabe-range': ['prefix'],
  terms: ['inForceFrom', 'body'],
  'approval-amounts': ['perSale', 'perDay'],
  // `official`: the central bank's, which is only shown.
  'exchange-rate': ['tipoCambio', 'source', 'official'],
  // These fields describe the alert and are only shown.
  alert: ['alert', 'amount', 'trackingKey', 'attended'],
  payment: [
    'amount',
    'currency',
    'owed',
    'valueDate',
    'invoices',
    'reference',
    'trackingKey',
    'source',
    'bank',
    'payer',
    'paymentId',
  ],
  // `amount`: what the aforo pays of what is owed.
  shortfall: ['invoices', 'amount', 'currency', 'owed'],
} as const satisfies Record<ProposalKind, readonly string[]>;
export type ProposalField = (typeof proposalFields)[ProposalKind][number];

/** Roles of which the proposer, and the second person, need one. */
export const proposalRoles: Readonly<Record<ProposalKind, readonly OperatorRole[]>> = {
  'credit-line': ['riesgo'],
  'bank-account': ['soporte', 'tesoreria'],
  'account-release': ['soporte', 'tesoreria'],
  // `contabilidad` sees the CFDI that the provider refuses.
  'fiscal-data': ['soporte', 'contabilidad'],
  operator: ['administrador'],
  'second-factor': ['administrador'],
  'receiver-limit': ['riesgo'],
  'receiver-alias': ['riesgo'],
  'lender-account': ['tesoreria'],
  'clabe-range': ['tesoreria'],
  terms: ['riesgo', 'administrador'],
  'approval-amounts': ['administrador'],
  // It measures credit lines, which are of `riesgo`.
  'exchange-rate': ['tesoreria', 'riesgo'],
  alert: ['tesoreria', 'cobranza', 'riesgo'],
  payment: ['cobranza', 'tesoreria'],
  shortfall: ['cobranza', 'tesoreria'],
};

/** Business days until an unanswered proposal expires, at the end of the day; an exchange rate is of one day. */
export const proposalDays = (kind: ProposalKind): number => (kind === 'exchange-rate' ? 0 : 5);

/** No money goes to a changed account for this long. */
export const ACCOUNT_COOLING_MS = 24 * 3_600_000;

/** The limit of a receiver, or the approval amount, where there is none. */
export const NO_LIMIT = 'none';

/** The validity of a line without end. */
export const NO_END = 'none';

/** Whether a receiver's limit becomes higher, which needs a second person. A lower one applies at once. */
export const isRaised = (now: string, wanted: string, currency: FinancedCurrency): boolean =>
  now !== NO_LIMIT && (wanted === NO_LIMIT || moneyOf(wanted, currency).cents > moneyOf(now, currency).cents);

/** Values as text, by field. */
export type ProposedValues = Readonly<Partial<Record<ProposalField, string>>>;

const allFields: readonly ProposalField[] = [...new Set(Object.values(proposalFields).flat())];

/** The proposed values that differ from the present ones. */
export const changedValues = (proposed: ProposedValues, now: ProposedValues | null): ProposedValues =>
  Object.fromEntries(
    allFields.flatMap((field) => {
      const value = proposed[field];
      return value === undefined || value === now?.[field] ? [] : [[field, value]];
    }),
  );
