/** Reverses receipts, closed shortfalls and transferred devoluciones, once a second person approves it. */
import type { previewReversal, proposeReversal } from '@anticipa/contract/reversals';
import type { BodyOf, QueryOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { announceAll } from '../../platform/live/events.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { closeAlertsOf } from '../alerts/alert.ts';
import type { Handler } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { keepUnidentified, waitAgain } from '../collections/unidentified.ts';
import { withdrawAll } from '../interest/withdrawals.ts';
import { reverseEntries } from '../ledger/commands.ts';
import { writeAudit } from '../log/audit.ts';
import { clientOfBooked, isOfSettled, type Plan, planReversal, standingOfReversal } from './plan.ts';
import { oweAgain, oweBalance } from './reopen.ts';

/** The consequences that a reversal would have now. */
export async function preview(
  wide: OperatorWork,
  { kind, id, money }: QueryOf<typeof previewReversal>,
): Promise<Outcome<ResponseOf<typeof previewReversal>>> {
  const plan = await planReversal(wide, { kind, id, money: money ?? null }, 'read');
  return plan.ok ? done({ currency: plan.value.booked.currency, consequences: [...plan.value.consequences] }) : plan;
}

export async function proposeTyped(
  wide: OperatorWork,
  { kind, id, money, reason }: BodyOf<typeof proposeReversal>,
): Submitted {
  const plan = await planReversal(wide, { kind, id, money: money ?? null }, 'update');
  if (!plan.ok) return plan;
  const { booked, consequences, invoices } = plan.value;
  const about = { clientId: booked.clientId, kind, id };
  const before = { currency: booked.currency, consequences: [...consequences] };
  const proposed = {
    money: plan.value.money,
    trackingKey: booked.trackingKey,
    invoices: invoices.map(({ documentId }) => documentId),
  };
  return submit(wide, reversal, { kind: 'reversal', about, before, proposed }, reason);
}

export const reversal: Handler<'reversal'> = {
  standing: (work, { about, proposed }, lock) => standingOfReversal(work, { ...about, ...proposed }, lock),
  isPossible: async (work, { about, proposed }) => {
    const wanted = { ...about, ...proposed };
    if ((await clientOfBooked(work, wanted)) !== about.clientId) return false;
    return (await planReversal(work, wanted, 'update')).ok;
  },
  apply: async (work, { about, proposed }) => {
    const plan = await planReversal(work, { ...about, ...proposed }, 'update');
    return plan.ok ? apply(work, plan.value) : plan;
  },
};

async function apply(wide: OperatorWork, plan: Plan): Promise<Outcome<null>> {
  const { work, booked, entries, lines, resting } = plan;
  await reverseEntries(work, entries);
  await markReversed(plan);
  if (booked.kind === 'payout') await payAgain(plan);
  else if (isOfSettled(lines)) await oweBalance(plan);
  else await oweAgain(plan);
  await withdrawAll(work, resting);
  await releaseMoney(wide, plan);
  const { amount, currency, trackingKey } = booked;
  const details = { amount, currency, ...(trackingKey !== null && { trackingKey }), invoices: plan.invoices.length };
  await writeAudit(work, { action: `${booked.kind}.reverse`, subject: subjectOf(plan), details });
  return done(null);
}

const subjectOf = ({ booked: { kind, id }, invoices: [first] }: Plan) =>
  kind === 'shortfall' ? (`invoice:${first?.documentId ?? id}` as const) : (`${kind}:${id}` as const);

const columns = { collection: 'collection_id', shortfall: 'shortfall_id', payout: 'payout_id' } as const;

/** One of several reversals at once finds the record in force. */
async function markReversed({ work, booked: { kind, id } }: Plan): Promise<void> {
  const { numAffectedRows } = await sql`
    update ${sql.table(`${kind}s`)} set reversed_at = ${work.at}
    where client_id = ${work.tenant} and ${sql.ref(columns[kind])} = ${id} and reversed_at is null`.execute(work.db);
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
