/** Payments as operators type them, and shortfalls that they close: what is not as expected waits for a second person. */
import type { closeShortfall, identifyPayment, registerCollection } from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome } from '@anticipa/domain/errors';
import type { OperatorWork } from '../../platform/work/work.ts';
import { register } from '../collections/commands.ts';
import { doubtsAbout, doubtsAboutAmount } from '../collections/doubts.ts';
import { close, shortfallStanding } from '../collections/shortfalls.ts';
import { paymentStanding, valuesOfPayment } from '../collections/typed-payment.ts';
import { identify } from '../collections/unidentified.ts';
import { lockUnidentified } from '../collections/unidentified-queries.ts';
import { submit } from '../proposals/commands.ts';

/** Books a typed payment, or proposes it with a reason if its amount or its value date needs a second person. */
export async function registerTyped(
  work: OperatorWork,
  { reason, ...payment }: BodyOf<typeof registerCollection>,
): Promise<Outcome<ResponseOf<typeof registerCollection>>> {
  const registered = await register(work, payment, doubtsAbout);
  if (registered.ok) return done({ ...registered.value, proposal: null });
  if (registered.code !== 'SECOND_PERSON_NEEDED' || reason === undefined) return registered;
  const submitted = await proposePayment(work, valuesOfPayment(payment), reason);
  return submitted.ok ? done({ collection: null, unidentified: null, ...submitted.value }) : submitted;
}

/** Identifies money, or proposes it with a reason if it is more than what is owed. */
export async function identifyTyped(
  work: OperatorWork,
  paymentId: string,
  { reason, ...paying }: BodyOf<typeof identifyPayment>,
): Promise<Outcome<ResponseOf<typeof identifyPayment>>> {
  const identified = await identify(work, paymentId, paying, doubtsAboutAmount);
  if (identified.ok) return done({ ...identified.value, proposal: null });
  if (identified.code !== 'SECOND_PERSON_NEEDED' || reason === undefined) return identified;
  const payment = await lockUnidentified(work, paymentId);
  if (payment === null) throw new Error('an unidentified payment disappeared');
  const submitted = await proposePayment(work, valuesOfPayment({ ...payment, ...paying }, paymentId), reason);
  return submitted.ok ? done({ collection: null, ...submitted.value }) : submitted;
}

/** Closes a small shortfall with the aforo, or proposes it. */
export async function closeTyped(
  work: OperatorWork,
  documentId: string,
  reason: string,
): Promise<Outcome<ResponseOf<typeof closeShortfall>>> {
  const closed = await close(work, documentId, reason);
  if (closed.ok) return done({ ...closed.value, proposal: null });
  if (closed.code !== 'SECOND_PERSON_NEEDED') return closed;
  const before = await shortfallStanding(work, documentId, 'update');
  if (before === null) throw new Error('a shortfall disappeared');
  const { amount = '', currency = '' } = before;
  const proposed = { invoices: documentId, amount, currency };
  const submitted = await submit(work, { kind: 'shortfall', setting: documentId }, { before, proposed, reason });
  return submitted.ok ? done({ shortfall: null, ...submitted.value }) : submitted;
}

async function proposePayment(work: OperatorWork, typed: ReturnType<typeof valuesOfPayment>, reason: string) {
  const before = await paymentStanding(work, typed);
  const proposed = { ...typed, ...(before?.payer !== undefined && { payer: before.payer }) };
  return submit(work, { kind: 'payment', setting: proposed.trackingKey ?? '' }, { before, proposed, reason });
}
