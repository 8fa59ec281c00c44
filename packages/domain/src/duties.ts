/** Separation of duties among the lender's operators. */
import type { OperatorRole } from './operator.ts';

/** Both sides of a duty; each needs one of its roles. Together they let one person cause a payment and cover it. */
const duties = [
  { duty: 'authorise-and-pay', sides: [['riesgo'], ['tesoreria']] },
  { duty: 'collect-and-pay', sides: [['cobranza'], ['tesoreria']] },
  { duty: 'collect-and-invoice', sides: [['cobranza'], ['contabilidad']] },
  { duty: 'access-and-money', sides: [['administrador'], ['riesgo', 'tesoreria', 'cobranza']] },
] as const;
export type Duty = (typeof duties)[number]['duty'];

const hasOneOf = (roles: readonly OperatorRole[], wanted: readonly OperatorRole[]): boolean =>
  wanted.some((role) => roles.includes(role));

/** The duties of which these roles are both sides. */
export const dutiesHeld = (roles: readonly OperatorRole[]): Duty[] =>
  duties.filter(({ sides }) => sides.every((side) => hasOneOf(roles, side))).map(({ duty }) => duty);

/** Sets of roles of which fewer than two people have one: what needs two of them waits for ever. */
export const setsWithoutSecond = (
  people: readonly { readonly roles: readonly OperatorRole[] }[],
  sets: readonly (readonly OperatorRole[])[],
): (readonly OperatorRole[])[] => {
  const distinct = [...new Map(sets.map((set) => [set.join(' '), set])).values()];
  return distinct.filter((set) => people.filter(({ roles }) => hasOneOf(roles, set)).length < 2);
};
