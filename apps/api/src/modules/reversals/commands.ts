/** Reverses receipts, closed shortfalls and transferred devoluciones, once a second person approves it. */
import type { Consequence } from '@anticipa/contract/consequence';
import type { previewReversal, proposeReversal } from '@anticipa/contract/reversals';
import type { BodyOf, QueryOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { moneyOf } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { announceAll } from '../../platform/live/events.ts';
import { rehearse } from '../../platform/work/rehearse.ts';
import type { Lock, OperatorWork } from '../../platform/work/work.ts';
import { closeAlertsOf } from '../alerts/alert.ts';
import type { Handler } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { partsByIds } from '../collections/applied-queries.ts';
import { bookedFrom } from '../collections/queries.ts';
import { tellOfMoney } from '../collections/tell.ts';
import { identify, keepUnidentified, waitAgain } from '../collections/unidentified.ts';
import { unidentifiedByKey } from '../collections/unidentified-queries.ts';
import { withdrawAll } from '../interest/withdrawals.ts';
import { reverseEntries } from '../ledger/commands.ts';
import { writeAudit } from '../log/audit.ts';
import { clientOfBooked, isOfSettled, type Plan, planReversal, type Wanted } from './plan.ts';
import { idColumns } from './queries.ts';
import { oweAgain, oweBalance } from './reopen.ts';

/** The consequences that a reversal would have now. */
export async function preview(
  wide: OperatorWork,
  { kind, id, money, to }: QueryOf<typeof previewReversal>,
): Promise<Outcome<ResponseOf<typeof previewReversal>>> {
  const planned = await plan(wide, { kind, id, money: money ?? null, to }, to ? 'update' : 'read');
  return planned.ok ? done(shown(planned.value)) : planned;
}

/** Proposes a reversal with its consequences. Refuses one that is not possible now. */
export async function proposeTyped(
  wide: OperatorWork,
  { kind, id, money, to, reason }: BodyOf<typeof proposeReversal>,
): Submitted {
  const planned = await plan(wide, { kind, id, money: money ?? null, to }, 'update');
  if (!planned.ok) return planned;
  const { booked, invoices } = planned.value;
  const about = { clientId: booked.clientId, kind, id };
  const proposed = {
    money: planned.value.money,
    trackingKey: booked.trackingKey,
    invoices: invoices.map(({ documentId }) => documentId),
    ...(to && { to }),
  };
  return submit(wide, reversal, { kind: 'reversal', about, before: shown(planned.value), proposed }, reason);
}

export const reversal: Handler<'reversal'> = {
  standing: async (work, { about, proposed }, lock) => {
    const planned = await plan(work, { ...about, ...proposed }, proposed.to ? 'update' : lock);
    return planned.ok ? shown(planned.value) : null;
  },
  isPossible: async (work, { about, proposed }) => {
    const wanted = { ...about, ...proposed };
    if ((await clientOfBooked(work, wanted)) !== about.clientId) return false;
    return (await plan(work, wanted, 'update')).ok;
  },
  apply: async (work, { about, proposed }) => {
    const planned = await planReversal(work, { ...about, ...proposed }, 'update');
    if (!planned.ok) return planned;
    return proposed.to ? move(work, planned.value, proposed.to) : apply(work, planned.value);
  },
};

const shown = ({ booked, consequences }: Plan) => ({ currency: booked.currency, consequences: [...consequences] });

/** Plans a reversal. If the money is to pay other invoices, that is booked and rolled back to find the consequences. */
async function plan(
  wide: OperatorWork,
  wanted: Wanted & { readonly to?: readonly string[] | undefined },
  lock: Lock,
): Promise<Outcome<Plan>> {
  const planned = await planReversal(wide, wanted, lock);
  const { to } = wanted;
  if (!planned.ok || to === undefined) return planned;
  const moved = await rehearse(wide, () => move(wide, planned.value, to));
  if (!moved.ok) return moved;
  const others = planned.value.consequences.filter(({ kind }) => kind !== 'money-waits');
  return done({ ...planned.value, consequences: [...others, ...moved.value] });
}

/** Reverses a receipt, and identifies its money as the payment of other invoices. Returns what that does. */
async function move(wide: OperatorWork, planned: Plan, to: readonly string[]): Promise<Outcome<Consequence[]>> {
  const { booked, money } = planned;
  if (money !== 'waits' || booked.trackingKey === null) return refuse('MONEY_LEFT_BANK');
  const { payer } = await wide.db
    .selectFrom('collections')
    .select('payer')
    .where('collection_id', '=', booked.id)
    .executeTakeFirstOrThrow();
  const reversed = await apply(wide, planned);
  if (!reversed.ok) return reversed;
  const receipt = await unidentifiedByKey(wide, booked.trackingKey);
  if (receipt === null) throw new Error(`the money of ${booked.trackingKey} does not wait`);
  const { paymentId, nextPart: part, trackingKey } = receipt;
  const paying = { pays: { documentIds: [...to] }, payer, amount: booked.amount, part, keepsRest: true };
  const identified = await identify(wide, paymentId, paying, null);
  if (!identified.ok) return identified;
  const paid = await bookedFrom(wide, trackingKey, part);
  const parts = await partsByIds(
    wide,
    paid.map(({ collection }) => collection.collectionId),
  );
  const rest = identified.value.payment?.left ?? '0.00';
  return done([
    ...parts.flatMap(({ invoices }) =>
      invoices.map(({ folio, paid: amount }) => ({ kind: 'money-moved' as const, folio, amount, date: null })),
    ),
    ...(Number(rest) > 0 ? [{ kind: 'money-waits' as const, folio: null, amount: rest, date: null }] : []),
  ]);
}

async function apply(wide: OperatorWork, planned: Plan): Promise<Outcome<null>> {
  const { work, booked, entries, lines, resting } = planned;
  await reverseEntries(work, entries);
  await markReversed(planned);
  if (booked.kind === 'payout') await payAgain(planned);
  else if (isOfSettled(lines)) await oweBalance(planned);
  else await oweAgain(planned);
  await withdrawAll(work, resting);
  await releaseMoney(wide, planned);
  const { amount, currency, trackingKey } = booked;
  if (booked.kind === 'collection') {
    const documentIds = planned.invoices.map(({ documentId }) => documentId);
    await tellOfMoney(work, 'payment-reversed', { documentIds, amount: moneyOf(amount, currency) });
  }
  const details = { amount, currency, ...(trackingKey !== null && { trackingKey }), invoices: planned.invoices.length };
  await writeAudit(work, { action: `${booked.kind}.reverse`, subject: subjectOf(planned), details });
  return done(null);
}

const subjectOf = ({ booked: { kind, id }, invoices: [first] }: Plan) =>
  kind === 'shortfall' ? (`invoice:${first?.documentId ?? id}` as const) : (`${kind}:${id}` as const);

/** One of several reversals at once finds the record in force. */
async function markReversed({ work, booked: { kind, id } }: Plan): Promise<void> {
  const { numAffectedRows } = await sql`
    update ${sql.table(`${kind}s`)} set reversed_at = ${work.at}
    where client_id = ${work.tenant} and ${sql.ref(idColumns[kind])} = ${id} and reversed_at is null`.execute(work.db);
  if (numAffectedRows !== 1n) throw new Error(`${kind} ${id} was reversed twice`);
}

/** The devoluciones of a transfer are due again. */
async function payAgain({ work, booked, invoices }: Plan): Promise<void> {
  await work.db
    .updateTable('invoices')
    .set({ payout_id: null })
    .where('client_id', '=', work.tenant)
    .where('payout_id', '=', booked.id)
    .execute();
  await announceAll(work, { invoices: invoices.map(({ documentId }) => documentId) });
}

/** Money that is at the bank waits to be identified. */
async function releaseMoney(wide: OperatorWork, { booked, money }: Plan): Promise<void> {
  const { trackingKey, unidentifiedId, id } = booked;
  if (money === null || trackingKey === null) return;
  if (money === 'gone') return closeAlertsOf(wide, { trackingKey, reasons: ['returned'] }, 'ended');
  const { db } = wide;
  const receipt = await db
    .selectFrom('collections')
    .selectAll()
    .where('collection_id', '=', id)
    .executeTakeFirstOrThrow();
  const { currency, amount, source, bank, value_date: valueDate } = receipt;
  if (unidentifiedId !== null) return waitAgain(wide, unidentifiedId, { amount, valueDate });
  const pays = { reference: trackingKey };
  const kept = await keepUnidentified(
    wide,
    { trackingKey, currency, amount, valueDate, source, bank, pays },
    { reason: 'reversed', reference: trackingKey },
  );
  if (!kept.ok) throw new Error(`the money of ${trackingKey} could not be kept: ${kept.code}`);
  await db
    .updateTable('received_transfers')
    .set({ state: 'unidentified' })
    .where('tracking_key', '=', trackingKey)
    .where('state', '=', 'booked')
    .execute();
}
