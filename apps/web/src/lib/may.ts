import type { OperatorRole } from '@anticipa/domain/operator';
import { useUser } from './session.ts';

/** Whether the operator has one of the roles that a call needs. The server decides at each call; this only spares a refusal. */
export const mayWith = (
  own: readonly OperatorRole[],
  { roles }: { readonly roles: readonly OperatorRole[] },
): boolean => roles.some((role) => own.includes(role));

/** `mayWith` for the signed-in operator. */
export const useMay = (call: { readonly roles: readonly OperatorRole[] }): boolean => mayWith(useUser().roles, call);
