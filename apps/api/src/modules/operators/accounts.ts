/** Accounts of clients as operators see them (decision 218). */

import { approvalRoles } from '@anticipa/contract/approvals';
import type { OperatorRole } from '@anticipa/domain/operator';
import { maskedAccount } from '@anticipa/texts/format';
import type { WideWork } from '../../platform/work/work.ts';

/** Roles that propose and approve accounts; the one that pays is among them. */
const accountReaders: readonly OperatorRole[] = approvalRoles['bank-account'];

/** Whether the caller sees accounts whole. The people of a client see those of their own, and the portal all. */
export const seesAccounts = ({ actor }: WideWork): boolean =>
  actor?.kind !== 'operator' || accountReaders.some((role) => actor.roles.has(role));

/** An account as the caller sees it: whole, or by its last digits. */
export function shownAccount<C extends string | null>(work: WideWork, clabe: C): C | string {
  return clabe === null || seesAccounts(work) ? clabe : maskedAccount(clabe);
}
