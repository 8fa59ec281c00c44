/** Proposals for received money that belongs to no client yet: an operator accepts, changes or refuses them. */
import { type FinancedCurrency, type Money, sum } from './money.ts';

/**
 * Grounds of a proposal. 'named': the payment names the invoice. 'amount': it is what is owed. 'payer': the account or the CLABE is
 * the receiver's. 'double': the payer has just paid the same amount. 'paid': nothing is owed any more for what it names.
 */
export const proposalGrounds = ['named', 'amount', 'payer', 'double', 'paid'] as const;
export type ProposalGround = (typeof proposalGrounds)[number];

/** Uses of money: it pays invoices, or goes back to its payer. */
export const moneyUses = ['apply', 'send-back'] as const;

/** An invoice that money may pay. */
export interface PayableCandidate {
  readonly documentId: string;
  readonly owed: Money<FinancedCurrency>;
  readonly isNamed: boolean;
  readonly isPayers: boolean;
}

export interface ReceiptProposal {
  readonly use: (typeof moneyUses)[number];
  readonly why: readonly ProposalGround[];
  /** The invoices that it pays; none if it goes back. */
  readonly documentIds: readonly string[];
}

/**
 * The most likely use of money that an operator has not refused; null if nothing speaks for any. `candidates`: in its currency, those
 * due first before the others. `toReturn`: why it may be its payer's.
 */
export function proposalFor(
  { left, toReturn }: { readonly left: Money<FinancedCurrency>; readonly toReturn: 'double' | 'paid' | null },
  candidates: readonly PayableCandidate[],
  refused: readonly (readonly string[])[],
): ReceiptProposal | null {
  const isWhole = (paid: readonly PayableCandidate[]): boolean =>
    sum(
      left.currency,
      paid.map(({ owed }) => owed),
    ).cents === left.cents;
  const apply = (paid: readonly PayableCandidate[], ...why: ProposalGround[]): ReceiptProposal[] => {
    if (paid.length === 0) return [];
    const others = (['amount', 'payer'] as const).filter(
      (ground) =>
        !why.includes(ground) && (ground === 'amount' ? isWhole(paid) : paid.every(({ isPayers }) => isPayers)),
    );
    return [{ use: 'apply', why: [...why, ...others], documentIds: paid.map(({ documentId }) => documentId) }];
  };
  const theirs = candidates.filter(({ isPayers }) => isPayers);
  const exact = (theirs.length > 0 ? theirs : candidates).filter((one) => isWhole([one]));
  const proposals: ReceiptProposal[] = [
    ...(toReturn === null ? [] : [{ use: 'send-back', why: [toReturn], documentIds: [] } as const]),
    ...apply(
      candidates.filter(({ isNamed }) => isNamed),
      'named',
    ),
    ...(exact.length === 1 ? apply(exact, 'amount') : []),
    ...apply(theirs, 'payer'),
  ];
  return proposals.find(({ documentIds }) => !refused.some((other) => isSame(other, documentIds))) ?? null;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((documentId) => b.includes(documentId));
