/** What proposals change: reads its present values and applies new ones. */
import { createHash } from 'node:crypto';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import {
  type OperatorKind,
  operatorKinds,
  type PlaceKind,
  type ProposalKind,
  type ProposedValues,
  placeKinds,
} from '@anticipa/domain/proposal';
import { provenClient } from '../../lib/session/context.ts';
import { type Lock, narrowTo, type OperatorWork } from '../../lib/work.ts';
import { accessStanding, applyAccess, isAccessPossible } from './access.ts';
import { applyToPlace, effectOf, isAuthorised, type Place, placeStanding, type Standing } from './places.ts';

/** An operator, with the kind of change. */
export interface OperatorSubject {
  readonly kind: OperatorKind;
  readonly operatorId: string;
}

export type Subject = Place | OperatorSubject;

/** The columns that name a subject. */
export interface SubjectRow {
  readonly kind: ProposalKind;
  readonly client_id: string | null;
  readonly product: ProductCode | null;
  readonly currency: FinancedCurrency | null;
  readonly operator_id: string | null;
}

const placeKindOf = (kind: ProposalKind): PlaceKind | undefined => placeKinds.find((one) => one === kind);
const operatorKindOf = (kind: ProposalKind): OperatorKind | undefined => operatorKinds.find((one) => one === kind);

export const isPlace = (subject: Subject): subject is Place => 'clientId' in subject;

/** The subject of a row, whose checks the table enforces. */
export function subjectOf({ kind, client_id, product, currency, operator_id }: SubjectRow): Subject {
  const [ofPlace, ofOperator] = [placeKindOf(kind), operatorKindOf(kind)];
  if (ofOperator && operator_id) return { kind: ofOperator, operatorId: operator_id };
  if (!ofPlace || !client_id || !product || !currency) throw new Error('a proposal without its subject');
  return { kind: ofPlace, clientId: provenClient(client_id), product, currency };
}

export const rowOf = (subject: Subject): SubjectRow =>
  isPlace(subject)
    ? {
        kind: subject.kind,
        client_id: subject.clientId,
        product: subject.product,
        currency: subject.currency,
        operator_id: null,
      }
    : { kind: subject.kind, client_id: null, product: null, currency: null, operator_id: subject.operatorId };

/** The present values; `update` locks them. */
export const standingOf = (work: OperatorWork, subject: Subject, lock: Lock): Promise<Standing> =>
  isPlace(subject)
    ? placeStanding(narrowTo(work, subject.clientId), subject, lock)
    : accessStanding(work, subject, lock);

/** Whether the change can be made at all. */
export const isPossible = (work: OperatorWork, subject: Subject, proposed: ProposedValues): Promise<boolean> =>
  isPlace(subject)
    ? isAuthorised(narrowTo(work, subject.clientId), subject.product)
    : isAccessPossible(work, subject, proposed);

/**
 * What an approval rests on: the present values, and of the credit in use, which every sale moves, only whether it fits.
 */
export function groundOf(subject: Subject, standing: Standing, proposed: ProposedValues): string {
  const effect = isPlace(subject) ? effectOf(subject, standing, proposed) : null;
  return createHash('sha256')
    .update(JSON.stringify([standing.values, effect === null || effect.excess === '0.00']))
    .digest('hex');
}

/** Applies the proposed values to the locked subject. */
export const applyTo = (work: OperatorWork, subject: Subject, proposed: ProposedValues): Promise<void> =>
  isPlace(subject)
    ? applyToPlace(narrowTo(work, subject.clientId), subject, proposed)
    : applyAccess(work, subject, proposed);
