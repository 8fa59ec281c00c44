/** Setup that a lender needs before a first sale can be answered and paid. */
import type { OperatorRole } from './operator.ts';

/** In the order of the work: without a sender nobody can be invited by mail. */
export const setupSteps = [
  'tax-authority',
  'mail-sender',
  'second-person',
  'tax-data',
  'terms',
  'lender-account',
  'payment-limits',
  'reminders',
  'taxpayer-list',
  'client',
  'credit-line',
  'bank-account',
] as const;
export type SetupStep = (typeof setupSteps)[number];

/** Roles of which one is needed. A tax authority is pinned on the server instead. */
export const setupRoles: Readonly<Record<SetupStep, readonly OperatorRole[]>> = {
  'tax-authority': [],
  'second-person': ['administrador'],
  'tax-data': ['administrador'],
  'mail-sender': ['administrador'],
  terms: ['riesgo', 'administrador'],
  'lender-account': ['tesoreria'],
  'payment-limits': ['administrador'],
  reminders: ['administrador', 'cobranza'],
  'taxpayer-list': ['riesgo'],
  client: ['soporte'],
  'credit-line': ['riesgo'],
  'bank-account': ['soporte', 'tesoreria'],
};
