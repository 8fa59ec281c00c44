/** Previews of payments and identifications, and refused proposals. */
import { randomUUID } from 'node:crypto';
import type {
  MoneyEffect,
  previewCollection,
  previewIdentification,
  refuseProposal,
} from '@anticipa/contract/receipts';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { rehearse } from '../../platform/work/rehearse.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { partsByIds } from './applied-queries.ts';
import { register } from './commands.ts';
import { type Doubts, doubtsAbout, doubtsAboutAmount, doubtsOf, type Tolerances, tolerances } from './doubts.ts';
import { bookedFrom } from './queries.ts';
import { identify } from './unidentified.ts';
import { lockUnidentified } from './unidentified-queries.ts';

/** Effect of booking money, found by booking it and rolling it back, so that it cannot differ from the real booking. */
function effectOf(
  work: OperatorWork,
  asking: (toleranceOf: Tolerances) => Doubts,
  apply: (
    doubts: Doubts,
  ) => Promise<Outcome<Pick<MoneyEffect, 'left' | 'waitsFor'> & { readonly collectionIds: string[] }>>,
): Promise<Outcome<MoneyEffect>> {
  return rehearse(work, async () => {
    let found: MoneyEffect['doubts'] = [];
    const doubts = asking(await tolerances(work));
    const applied = await apply((...about) => {
      const objection = doubts(...about);
      found = objection === null ? [] : doubtsOf(objection);
      return null;
    });
    if (!applied.ok) return applied;
    const { collectionIds, ...rest } = applied.value;
    return done({ ...rest, parts: await partsByIds(work, collectionIds), doubts: found });
  });
}

/** Effect of an identification of a receipt or a part of it. */
export const previewOf = (
  work: OperatorWork,
  paymentId: string,
  paying: BodyOf<typeof previewIdentification>,
): Promise<Outcome<MoneyEffect>> =>
  effectOf(work, doubtsAboutAmount, async (doubts) => {
    const identified = await identify(work, paymentId, paying, doubts);
    if (!identified.ok) return identified;
    const { payment } = identified.value;
    if (payment === null) throw new Error(`receipt ${paymentId} disappeared`);
    const booked = await bookedFrom(work, payment.trackingKey, paying.part ?? 1);
    const collectionIds = booked.map(({ collection }) => collection.collectionId);
    return done({ collectionIds, left: payment.left, waitsFor: payment.waitsFor });
  });

/** Effect of a typed payment. A random key stands in for its tracking key, which is not typed yet. */
export const previewOfTyped = (
  work: OperatorWork,
  paying: BodyOf<typeof previewCollection>,
): Promise<Outcome<MoneyEffect>> =>
  effectOf(work, doubtsAbout, async (doubts) => {
    const trackingKey = randomUUID().replaceAll('-', '').slice(2);
    const registered = await register(work, { ...paying, trackingKey, bank: '' }, doubts);
    if (!registered.ok) return registered;
    const { collection, unidentified } = registered.value;
    const parts = collection === null ? (unidentified?.applications ?? []) : [collection];
    const collectionIds = parts.map(({ collectionId }) => collectionId);
    return done({ collectionIds, left: unidentified?.left ?? '0.00', waitsFor: unidentified?.waitsFor ?? null });
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
