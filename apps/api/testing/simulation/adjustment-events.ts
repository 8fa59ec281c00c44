/** Events of invoices that are not paid in full by a transfer: recourse, credit notes, payments to the client, write-offs. */
import type { Adjustment, AdjustmentWanted } from '@anticipa/contract/adjustments';
import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import type { Random } from '@anticipa/sandbox/random';
import { uuidFrom } from '@anticipa/sandbox/random';
import { inCents, inText } from '../recount/play.ts';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import { type DebtInvoice, due, nameOf } from './portfolio.ts';
import { typePayment } from './receipts.ts';
import type { Adjusted, World } from './world.ts';

const GIVEN_UP_AFTER_DAYS = 60;

const standingOf = async (world: World, documentId: string) => {
  const { operator } = await world.desk();
  return operator.call(routes.listAdjustments, { params: { documentId } });
};

/** Books an adjustment with its second person, and remembers it. */
async function adjust(world: World, invoice: Omit<Adjusted, 'on' | 'amount'>, wanted: AdjustmentWanted) {
  const { documentId } = invoice;
  const { operator } = await world.desk();
  const body = { ...wanted, reason: 'Así lo acordamos con el cliente' };
  const { proposal } = await operator.call(routes.adjustInvoice, { params: { documentId }, body });
  await world.approve(proposal);
  const { data } = await standingOf(world, documentId);
  const amount = data.findLast(({ kind }) => kind === wanted.kind)?.amount ?? '';
  const { folio, clientRFC, currency } = invoice;
  world.adjusted.push({ documentId, folio, clientRFC, currency, kind: wanted.kind, on: world.today(), amount });
}

/** An adjustment of what a receiver still owes, in cents. */
const adjustment = (
  kind: Adjustment['kind'],
  { weight, from, isLeft }: { weight: number; from: number; isLeft?: (invoice: DebtInvoice) => boolean },
  wanted: (world: World, owed: bigint, random: Random, invoice: DebtInvoice) => Omit<AdjustmentWanted, 'kind'>,
): SimulatedEvent =>
  event({
    name: kind,
    at: '16:00',
    on: 'business days',
    weight,
    subjects: async (world) => (await due(from, 400, null)(world)).filter(isLeft ?? (() => true)),
    nameOf,
    step: async (world, invoice, random) => {
      const owed = inCents((await standingOf(world, invoice.documentId)).standing?.receiver ?? '0.00');
      if (owed === 0n && kind !== 'write-off') return NOTHING;
      return adjust(world, { ...invoice, kind }, { kind, ...wanted(world, owed, random, invoice) });
    },
  });

const part = (owed: bigint, random: Random): string => inText((owed * BigInt(random.between(10, 1000))) / 1000n);

/** Adjustments of some days, by the day on which they were made. */
const adjusted =
  (kinds: readonly Adjustment['kind'][], days: number) =>
  ({ adjusted: all, daysSince }: World) =>
    all.filter(({ kind, on }) => kinds.includes(kind) && daysSince(on) > 0 && daysSince(on) <= days);

export const adjustmentEvents: readonly SimulatedEvent[] = [
  adjustment('recourse', { weight: 4, from: 12 }, () => ({})),
  adjustment('credit-note', { weight: 2, from: -5 }, (_, owed, random, { folio }) => ({
    amount: part(owed, random),
    cfdiUuid: uuidFrom(`note of ${folio}: ${random.between(1, 1_000_000)}`),
  })),
  adjustment('paid-to-client', { weight: 2, from: 4 }, (world, owed, random) => ({
    amount: part(owed, random),
    paidOn: addDays(world.today(), -random.between(0, 3)),
  })),
  adjustment(
    'write-off',
    { weight: 10, from: GIVEN_UP_AFTER_DAYS, isLeft: ({ owed, aforo }) => inCents(owed) > inCents(aforo ?? '0.00') },
    () => ({}),
  ),
  event({
    name: 'bought back by the client',
    at: '16:00',
    on: 'business days',
    weight: 20,
    subjects: adjusted(['recourse', 'credit-note', 'paid-to-client'], 90),
    nameOf,
    step: async (world, { kind, amount: _, ...invoice }) => {
      const { documentId, currency } = invoice;
      const { standing } = await standingOf(world, documentId);
      if (!standing || Number(standing.buyBack) === 0) return NOTHING;
      const isAll = Number(standing.receiver) === 0;
      const cents = inCents(isAll ? standing.toBuyBack : standing.buyBack);
      if (isAll && kind === 'recourse') world.boughtBack.push({ ...invoice, on: world.today(), cents });
      return typePayment(world, { currency, cents }, { documentIds: [documentId] }, 'client');
    },
  }),
  event({
    name: 'adjustment withdrawn',
    at: '16:00',
    on: 'business days',
    weight: 4,
    subjects: adjusted(['recourse', 'credit-note', 'paid-to-client'], 10),
    nameOf,
    step: async (world, invoice) => {
      const { data } = await standingOf(world, invoice.documentId);
      const last = data.findLast(({ canWithdraw }) => canWithdraw);
      if (!last) return NOTHING;
      return adjust(world, { ...invoice, kind: 'withdrawal' }, { kind: 'withdrawal', withdraws: last.adjustmentId });
    },
  }),
  event({
    name: 'recovery',
    at: '16:00',
    on: 'business days',
    weight: 5,
    subjects: adjusted(['write-off'], 200),
    nameOf,
    step: async (world, { documentId, currency, amount }, random) => {
      const left = inCents(amount) - (world.recovered.get(documentId) ?? 0n);
      const cents = random.chance(50) ? left : (left * BigInt(random.between(50, 900))) / 1000n;
      if (cents === 0n) return NOTHING;
      world.recovered.set(documentId, inCents(amount) - left + cents);
      return typePayment(world, { currency, cents }, { documentIds: [documentId] });
    },
  }),
];
