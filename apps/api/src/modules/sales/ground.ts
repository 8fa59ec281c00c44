import type { answerSale } from '@anticipa/contract/lender';
import type { BodyOf } from '@anticipa/contract/route';
import { type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { isBlocked } from '@anticipa/domain/evidence';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import { invoiceFacts } from '../invoices/queries.ts';
import { evidenceOfSale, hashOfEvidence, lockReceivers } from './evidence-queries.ts';
import type { SaleRecord } from './queries.ts';

export type Answer = BodyOf<typeof answerSale>;
export type Decisions = Answer['decisions'];

/**
 * Why an answer cannot rest on what was seen, or null. Locks what the evidence rests on, so that a change is either seen here
 * or comes after the answer.
 */
export async function groundProblem(
  wide: OperatorWork,
  sale: SaleRecord,
  decisions: Decisions,
  seen: Answer['seen'],
): Promise<Refused | null> {
  const documentIds = sale.items.map(({ documentId }) => documentId);
  await invoiceFacts(narrowTo(wide, sale.clientId), documentIds, 'update');
  await lockReceivers(wide, sale.items);
  const evidence = await evidenceOfSale(wide, sale);
  const found = { version: sale.version, evidence: hashOfEvidence(evidence) };
  const changed = (['version', 'evidence'] as const).filter((name) => seen[name] !== found[name]);
  if (changed.length > 0) {
    const code = 'EVIDENCE_CHANGED';
    return refuse(
      code,
      changed.map((name) => ({ path: `seen.${name}`, code, expected: String(found[name]) })),
    );
  }
  const authorised = new Set(decisions.filter((each) => each.authorised).map((each) => each.documentId));
  const blocked = evidence.filter(({ documentId, checks }) => authorised.has(documentId) && isBlocked(checks));
  if (blocked.length === 0) return null;
  return refuseEach(
    'INVOICE_BLOCKED',
    blocked.map(({ documentId }) => documentId),
  );
}
