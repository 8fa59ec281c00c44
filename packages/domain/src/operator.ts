/** Roles of the lender's operators, who may have several. */

/**
 * `riesgo` answers sales and decides on receivers and limits, `tesoreria` pays out, `cobranza` registers money received,
 * `contabilidad` cuts the month, `soporte` looks after clients, people and messages, `auditor` reads everything and
 * changes nothing, `administrador` manages operators and settings.
 */
export const operatorRoles = [
  'riesgo',
  'tesoreria',
  'cobranza',
  'contabilidad',
  'soporte',
  'auditor',
  'administrador',
] as const;

export type OperatorRole = (typeof operatorRoles)[number];

/** The fewest characters of an operator’s reason for an action. */
export const MIN_REASON = 5;

/** Whether a reason, as typed, is too short to be sent. */
export const isShortReason = (typed: string): boolean => typed.trim().length < MIN_REASON;
