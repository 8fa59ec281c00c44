/**
 * Effect of other CFDI of the same issuer on a receivable. An invoice names others by a relation (c_TipoRelacion); a
 * credit note (type E) names the invoices that it reduces. Only sealed statements count, and only the issuer's own.
 */
import { type Currency, type Money, subtract } from './money.ts';
import type { RelationMotive } from './motives.ts';

/** Codes of the catalogue c_TipoRelacion. */
const relationKind = {
  CREDIT_NOTE: '01',
  DEBIT_NOTE: '02',
  RETURN: '03',
  SUBSTITUTION: '04',
  GOODS_SENT: '05',
  OF_GOODS_SENT: '06',
  ADVANCE: '07',
} as const;

/** `FormaPago` of an invoice that an advance payment has paid. */
const PAID_BY_ADVANCE = '30';

/** Whether a CFDI takes something from an invoice of its issuer that it names so. */
export const takesEffect = ({ kind, type }: { readonly kind: string; readonly type: 'I' | 'E' }): boolean =>
  type === 'E' || kind === relationKind.SUBSTITUTION || kind === relationKind.ADVANCE;

/** Declared part of an invoice in an advance payment: it is one, applies one, or was paid by one. */
export type AdvanceUse = 'received' | 'applied' | 'paid';

export interface StatedAdvance {
  readonly paymentForm: string | null;
  readonly relations: readonly { readonly kind: string }[];
  /** Declaration of its concepts. */
  readonly advance: 'received' | 'remainder' | null;
}

/** Null if its total is what its receiver owes. */
export function advanceUseOf({ paymentForm, relations, advance }: StatedAdvance): AdvanceUse | null {
  if (paymentForm === PAID_BY_ADVANCE) return 'paid';
  if (advance === 'received') return 'received';
  return advance === null && relations.some(({ kind }) => kind === relationKind.ADVANCE) ? 'applied' : null;
}

/** Facts about an invoice known from other CFDI. */
export interface RelationFacts<C extends Currency = Currency> {
  readonly advanceUse: AdvanceUse | null;
  /** Another one substitutes it that the tax authority has not cancelled. */
  readonly isReplaced: boolean;
  /** One that it substitutes, or another substitute of that one for the same debt, is in a sale, in credit or paid. */
  readonly replacesSold: boolean;
  /** Another one applies it as an advance payment. */
  readonly isAppliedElsewhere: boolean;
  /** The sum of its credit notes. */
  readonly credited: Money<C>;
  /** A credit note says what its advance payment has paid. */
  readonly isAdvanceProven: boolean;
  /** A credit note is in another currency or came by another way, so that what it leaves is not known. */
  readonly isCreditUnclear: boolean;
}

/** Why an invoice of that face value is no receivable because of others; null if it is one. */
export function relationObjection(facts: RelationFacts, face: Money): RelationMotive | null {
  if (facts.isReplaced) return 'REPLACED';
  if (facts.replacesSold) return 'REPLACES_SOLD';
  if (facts.advanceUse === 'received' || facts.isAppliedElsewhere) return 'ADVANCE_RECEIVED';
  if (facts.advanceUse === 'paid') return 'PAID_BY_ADVANCE';
  if (facts.advanceUse === 'applied' && !facts.isAdvanceProven) return 'ADVANCE_APPLIED';
  return leavesNothing(facts, face) ? 'CREDITED' : null;
}

/** Amount left of an invoice by its credit notes; its face value if they leave nothing, as it is then rejected. */
export const remainingOf = <C extends Currency>(facts: RelationFacts<C>, face: Money<C>): Money<C> =>
  leavesNothing(facts, face) ? face : subtract(face, facts.credited);

const leavesNothing = ({ credited, isCreditUnclear }: RelationFacts, face: Money): boolean =>
  isCreditUnclear || credited.cents >= face.cents;
