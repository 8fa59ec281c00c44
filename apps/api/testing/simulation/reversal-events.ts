/** Events that reverse bookings: receipts, closed shortfalls, transferred devoluciones. */
import { routes } from '@anticipa/contract/routes';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { MoneyFate, ReversibleKind } from '@anticipa/domain/reversal';
import { inCents } from '../recount/play.ts';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import type { World } from './world.ts';

const REVERSED_WITHIN_DAYS = 40;

interface Reversal {
  readonly kind: ReversibleKind;
  readonly id: string;
  readonly money?: MoneyFate;
  /** Invoices that the money of the reversed receipt pays instead. */
  readonly to?: readonly string[];
}

/** Reads the consequences of a reversal first, as an operator does, and makes the reversal if it is possible. */
export async function reverse(world: World, reversal: Reversal, currency: FinancedCurrency): Promise<unknown> {
  const { operator } = await world.desk();
  const { to, ...fields } = reversal;
  const query = { ...fields, ...(to && { to: to.join(',') }) };
  const preview = await operator.send(routes.previewReversal, { query });
  if (preview.code !== null) return NOTHING;
  const { consequences } = routes.previewReversal.response.parse(preview.body);
  const body = { ...reversal, reason: 'Se registró por error' };
  const { proposal } = await operator.call(routes.proposeReversal, { body });
  await world.approve(proposal);
  const gone = consequences.find(({ kind }) => kind === 'money-gone');
  if (gone) world.bank.move(currency, -inCents(gone.amount ?? '0.00'));
  return undefined;
}

/** Records that are recent enough to be reversed. */
export const recent = <Booked extends { readonly on: string }>(
  world: World,
  all: readonly Booked[],
): readonly Booked[] => all.filter(({ on }) => world.daysSince(on) <= REVERSED_WITHIN_DAYS);

/** Entries in force of an invoice, newest first. */
const standing = async (world: World, documentId: string) => {
  const { operator } = await world.desk();
  const { movements } = await operator.call(routes.getBoughtInvoice, { params: { documentId } });
  return movements.filter(({ reverses, reversedBy }) => reverses === null && reversedBy === null);
};

/** The newest receipt of an invoice that is in force. */
export async function standingReceipt(world: World, documentId: string) {
  const last = (await standing(world, documentId)).find(({ collectionId }) => collectionId !== null);
  if (last?.collectionId == null) return null;
  return { id: last.collectionId, isTyped: last.trackingKey?.startsWith('TYPED') ?? false };
}

export const reversalEvents: readonly SimulatedEvent[] = [
  event({
    name: 'receipt reversed',
    at: '16:00',
    on: 'business days',
    weight: 1,
    subjects: (world) => recent(world, world.payments),
    nameOf: ({ folio }) => `receipt of ${folio}`,
    step: async (world, { documentId, currency }, random) => {
      const receipt = await standingReceipt(world, documentId);
      if (receipt === null) return NOTHING;
      const money = receipt.isTyped && random.chance(50) ? 'gone' : 'waits';
      return reverse(world, { kind: 'collection', id: receipt.id, money }, currency);
    },
  }),
  event({
    name: 'shortfall reversed',
    at: '16:00',
    on: 'business days',
    weight: 5,
    subjects: (world) => recent(world, world.closed),
    nameOf: ({ folio }) => `shortfall of ${folio}`,
    step: async (world, { documentId, currency }) => {
      const last = (await standing(world, documentId)).find(({ shortfallId }) => shortfallId !== null);
      if (last?.shortfallId == null) return NOTHING;
      return reverse(world, { kind: 'shortfall', id: last.shortfallId }, currency);
    },
  }),
  event({
    name: 'devolución reversed',
    at: '16:00',
    on: 'business days',
    weight: 1,
    subjects: (world) => recent(world, world.paidByHand),
    nameOf: ({ trackingKey }) => `devolución ${trackingKey}`,
    step: async (world, { payoutId, currency, cents }) => {
      const outcome = await reverse(world, { kind: 'payout', id: payoutId }, currency);
      // The bank never made the transfer.
      if (outcome !== NOTHING) world.bank.move(currency, cents);
      return outcome;
    },
  }),
];
