import type { answerSale } from '@anticipa/contract/lender';
import type { BodyOf } from '@anticipa/contract/route';
import { type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { isBlocked } from '@anticipa/domain/evidence';
import { type Lock, narrowTo, type OperatorWork } from '../../../platform/work/work.ts';
import { creditLines } from '../../credit/queries.ts';
import { invoiceFacts } from '../../invoices/queries.ts';
import type { SaleRecord } from '../queries.ts';
import { evidenceOfSale, hashOfEvidence, lockReceivers } from './evidence-queries.ts';

export type Answer = BodyOf<typeof answerSale>;
export type Decisions = Answer['decisions'];

/**
 * The evidence of a sale, and the picture by which an answer names it. `update` locks what the evidence rests on, so that a
 * change is either seen here or comes after the answer.
 */
export async function groundOf(wide: OperatorWork, sale: SaleRecord, lock: Lock) {
  if (lock === 'update') {
    const work = narrowTo(wide, sale.clientId);
    // Lock lines before invoices, as everywhere.
    await creditLines(work, 'update');
    const documentIds = sale.items.map(({ documentId }) => documentId);
    await invoiceFacts(work, documentIds, 'update');
    await lockReceivers(wide, sale.items);
  }
  const evidence = await evidenceOfSale(wide, sale);
  return { evidence, seen: { version: sale.version, evidence: hashOfEvidence(evidence) } };
}

/** The refusal of an answer that rests on another picture than the one found; null if they are the same. */
export function changedGround(seen: Answer['seen'], found: Answer['seen']): Refused | null {
  const code = 'EVIDENCE_CHANGED';
  const changed = (['version', 'evidence'] as const).filter((name) => seen[name] !== found[name]);
  if (changed.length === 0) return null;
  return refuse(
    code,
    changed.map((name) => ({ path: `seen.${name}`, code, expected: String(found[name]) })),
  );
}

/** Why an answer cannot rest on the picture that was seen, or null. Locks what it rests on. */
export async function groundProblem(
  wide: OperatorWork,
  sale: SaleRecord,
  decisions: Decisions,
  seen: Answer['seen'],
): Promise<Refused | null> {
  const found = await groundOf(wide, sale, 'update');
  const authorised = new Set(decisions.filter((each) => each.authorised).map((each) => each.documentId));
  const blocked = found.evidence.filter(({ documentId, checks }) => authorised.has(documentId) && isBlocked(checks));
  const changed = changedGround(seen, found.seen);
  if (changed !== null || blocked.length === 0) return changed;
  return refuseEach(
    'INVOICE_BLOCKED',
    blocked.map(({ documentId }) => documentId),
  );
}
