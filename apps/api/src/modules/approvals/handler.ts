/** Parts that each kind of change must supply. */
import type { Approval, ApprovalKind, Changes } from '@anticipa/contract/approvals';
import type { Outcome } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, moneyOf, subtract, sum, zero } from '@anticipa/domain/money';
import { storedClient } from '../../platform/work/caller.ts';
import { type Lock, narrowTo, type OperatorWork, type Work } from '../../platform/work/work.ts';

export type Effect = NonNullable<Approval['effect']>;

/** The subject and the wanted values of a change. */
export type Wanted<K extends ApprovalKind> = Pick<Changes[K], 'about' | 'proposed'>;

export interface Handler<K extends ApprovalKind> {
  /** The present values, null if there are none; `update` locks them. */
  standing(work: OperatorWork, wanted: Wanted<K>, lock: Lock): Promise<Changes[K]['before']>;
  /** Whether the change can be made at all; absent if it always can. */
  isPossible?(work: OperatorWork, wanted: Wanted<K>): Promise<boolean>;
  /** Effect of a change of a limit on the credit in use. */
  effect?(work: OperatorWork, wanted: Wanted<K>): Promise<Effect>;
  /** Applies the change to the locked subject, of which the second person saw the values `seen`. */
  apply(work: OperatorWork, wanted: Wanted<K>, about: Applied<K>): Promise<Outcome<unknown>>;
  /** Releases the subject if the change is rejected or withdrawn; absent if nothing is to be done. */
  release?(work: OperatorWork, wanted: Wanted<K>): Promise<void>;
  /** Business days until the change expires, at the end of the day: 5 if absent; null if it never does. */
  readonly days?: number | null;
  /** Where the change is listed and decided: with its sale, or among the approvals if absent. */
  readonly decidedAt?: 'sale';
}

interface Applied<K extends ApprovalKind> {
  /** Null without a second person. */
  readonly approvalId: string | null;
  readonly seen: Changes[K]['before'];
}

/** The handler of each kind; a new kind does not compile without its own. */
export type Handlers = { readonly [K in ApprovalKind]: Handler<K> };

/** The work on the client whom a change is about. */
export const ofClient = (
  work: OperatorWork,
  { clientId }: { readonly clientId: string },
): Work<OperatorWork['actor']> => narrowTo(work, storedClient(clientId));

/** Effect of a limit on the credit in use; null is no limit. */
export function effectOf(
  currency: FinancedCurrency,
  limit: string | null,
  { used, held }: { readonly used: string; readonly held: string },
): Effect {
  const none = decimalOf(zero(currency));
  if (limit === null) return { used, held, available: null, excess: none };
  const left = subtract(moneyOf(limit, currency), sum(currency, [moneyOf(used, currency), moneyOf(held, currency)]));
  const isOver = left.cents < 0n;
  return {
    used,
    held,
    available: isOver ? none : decimalOf(left),
    excess: isOver ? decimalOf(subtract(zero(currency), left)) : none,
  };
}

/** Whether every wanted value stands already. */
export const isNothingNew = <V extends object>(
  proposed: V,
  standing: Partial<Record<keyof V, unknown>> | null,
): boolean => {
  if (standing === null) return false;
  for (const field in proposed) if (JSON.stringify(proposed[field]) !== JSON.stringify(standing[field])) return false;
  return true;
};
