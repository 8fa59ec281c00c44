/** Previews of identifications, and refused proposals. */
import type { previewIdentification, refuseProposal } from '@anticipa/contract/receipts';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { rehearse } from '../../platform/work/rehearse.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { partsByIds } from './applied-queries.ts';
import { type Doubts, doubtsAboutAmount, tolerances } from './doubts.ts';
import { bookedFrom } from './queries.ts';
import { identify } from './unidentified.ts';
import { lockUnidentified } from './unidentified-queries.ts';

/** The payments that an identification would book, made and undone: no other computation could drift from the real one. */
export const previewOf = (
  work: OperatorWork,
  paymentId: string,
  paying: BodyOf<typeof previewIdentification>,
): Promise<Outcome<ResponseOf<typeof previewIdentification>>> =>
  rehearse(work, async () => {
    let needsSecondPerson = false;
    const doubts = doubtsAboutAmount(await tolerances(work));
    const noted: Doubts = (...about) => {
      needsSecondPerson = doubts(...about) !== null;
      return null;
    };
    const identified = await identify(work, paymentId, paying, noted);
    if (!identified.ok) return identified;
    const { payment } = identified.value;
    if (payment === null) throw new Error(`receipt ${paymentId} disappeared`);
    const booked = await bookedFrom(work, payment.trackingKey, paying.part ?? 1);
    const parts = await partsByIds(
      work,
      booked.map(({ collection }) => collection.collectionId),
    );
    return done({ parts, left: payment.left, needsSecondPerson, waitsFor: payment.waitsFor });
  });

/** Refuses a proposal; repeating it is harmless. */
export async function refuseProposed(
  work: OperatorWork,
  paymentId: string,
  { documentIds, reason }: BodyOf<typeof refuseProposal>,
): Promise<Outcome<ResponseOf<typeof refuseProposal>>> {
  const receipt = await lockUnidentified(work, paymentId);
  if (!receipt) return refuse('NOT_FOUND');
  if (receipt.state !== 'waiting') return refuse('PAYMENT_NOT_WAITING');
  const refused = { payment_id: paymentId, document_ids: [...new Set(documentIds)].toSorted() };
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('refused_proposals')
    .values({ ...refused, reason, refused_by: work.actor.operatorId, refused_at: work.at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n)
    await writeAudit(work, {
      action: 'unidentified.refuse-proposal',
      subject: `unidentified-payment:${paymentId}`,
      details: { trackingKey: receipt.trackingKey, invoices: refused.document_ids.length, reason },
    });
  return done({});
}
