/** Plans of reversals: what they cancel, and what depends on it. */
import type { Consequence } from '@anticipa/contract/consequence';
import { done, type Outcome, type Refused, refuse, refuseEach } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { changesOf, type MoneyFate, type ReversibleKind } from '@anticipa/domain/reversal';
import { formatFolio } from '@anticipa/texts/format';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { type Lock, narrowTo, type OperatorWork, type Work } from '../../platform/work/work.ts';
import { lockTrackingKey } from '../collections/commands.ts';
import { beingPaidOf } from '../collections/payouts.ts';
import { lockUnidentified, unidentifiedByKey } from '../collections/unidentified-queries.ts';
import { creditLines } from '../credit/queries.ts';
import { lockCuts } from '../interest/numbering.ts';
import { type RestingCfdi, restingOn } from '../interest/withdrawals.ts';
import { invoiceFacts } from '../invoices/queries.ts';
import { type BookedLine, entriesAfter, linesAbout } from '../ledger/queries.ts';
import { hasDifference } from '../returned-payments/commands.ts';
import { type Booked, findBooked, idColumns, moneyAtBank, type Reopenable, reopenables } from './queries.ts';

/** A record to reverse; `money`: null for the only fate that is possible, or the usual one. */
export interface Wanted {
  readonly kind: ReversibleKind;
  readonly id: string;
  readonly money: MoneyFate | null;
}

export interface Plan {
  readonly work: Work<OperatorWork['actor']>;
  readonly booked: Booked;
  readonly lines: readonly BookedLine[];
  /** Entries to reverse. */
  readonly entries: readonly number[];
  readonly invoices: readonly Reopenable[];
  /** Invoices that it settled: they are owed again. */
  readonly reopened: readonly Reopenable[];
  /** Devoluciones that their client owes. */
  readonly paidOut: ReadonlySet<string>;
  readonly resting: readonly RestingCfdi[];
  /** Null unless money was received. */
  readonly money: MoneyFate | null;
  readonly consequences: readonly Consequence[];
}

/** The client of a record that can be reversed; null if there is none. */
export const clientOfBooked = async (wide: OperatorWork, { kind, id }: Wanted): Promise<ClientId | null> =>
  (await findBooked(wide, kind, id))?.clientId ?? null;

/** Plans a reversal; `update` locks everything that it changes. */
export async function planReversal(wide: OperatorWork, wanted: Wanted, lock: Lock): Promise<Outcome<Plan>> {
  const { kind, id } = wanted;
  const known = await findBooked(wide, kind, id);
  if (known === null) return refuse('NOT_FOUND');
  const work = narrowTo(wide, known.clientId);
  const lines = await linesAbout(work, idColumns[kind], id);
  const documentIds = [...new Set(lines.map(({ documentId }) => documentId))].toSorted();
  if (lock === 'update') await lockAll(wide, work, { known, documentIds });
  const booked = lock === 'update' ? await findBooked(wide, kind, id) : known;
  if (booked === null || booked.reversedAt !== null) return refuse('ALREADY_REVERSED');
  const money = kind === 'collection' ? await fateOf(wide, booked, wanted.money) : done(null);
  if (!money.ok) return money;
  const invoices = await reopenables(work, documentIds);
  const first = Math.min(...lines.map(({ number }) => number));
  const later = await laterOf(work, { kind, first, invoices, id });
  if (later) return later;
  const reopened = kind === 'payout' || isOfSettled(lines) ? [] : invoices.filter(({ isSettled }) => isSettled);
  const forwarded = lines.some(({ event }) => event === 'forward') ? invoices : [];
  // Forwarded money that was transferred to the client is reversed by reversing its transfer first.
  const sent = forwarded.filter(({ payoutId }) => payoutId !== null);
  if (sent.length > 0)
    return refuseEach(
      'REVERSE_LATER_FIRST',
      sent.map(({ documentId }) => documentId),
    );
  const unpaid = [...reopened, ...forwarded].flatMap(({ documentId, payoutId }) =>
    payoutId === null ? documentId : [],
  );
  const beingPaid = await beingPaidOf(work, booked.currency, unpaid);
  if (beingPaid) return beingPaid;
  const paidOut = new Set(reopened.flatMap(({ documentId, payoutId }) => (payoutId === null ? [] : documentId)));
  const resting =
    kind === 'payout'
      ? []
      : await restingOn(work, {
          since: booked.at,
          documentIds,
          reopened: reopened.map(({ documentId }) => documentId),
        });
  const payments = kind === 'payout' ? [] : await entriesAfter(work, first, documentIds, 'invoice-payments');
  const entries = [...new Set([...lines, ...payments].map(({ number }) => number))];
  const plan = { work, booked, lines, entries, invoices, reopened, paidOut, resting, money: money.value };
  return done({ ...plan, consequences: await consequencesOf(plan) });
}

/** Receipts of a settled or written-off invoice, which reopen nothing. */
const ofSettled: readonly string[] = ['balance-payment', 'recovery', 'forward'];
/** Whether entries are those of a receipt of a settled or written-off invoice. */
export const isOfSettled = (lines: Plan['lines']): boolean => lines.some(({ event }) => ofSettled.includes(event));

/** Locks in the order of payments and cuts: the cuts, the tracking key, the lines, the invoices. */
async function lockAll(
  wide: OperatorWork,
  work: Work,
  { known, documentIds }: { readonly known: Booked; readonly documentIds: readonly string[] },
): Promise<void> {
  await lockCuts(wide, known.clientId);
  if (known.kind === 'collection' && known.trackingKey !== null) await lockTrackingKey(wide, known.trackingKey);
  if (known.unidentifiedId !== null) await lockUnidentified(wide, known.unidentifiedId);
  await wide.db.selectFrom('clients').select('rfc').where('client_id', '=', known.clientId).forNoKeyUpdate().execute();
  await creditLines(work, 'update');
  await invoiceFacts(work, documentIds, 'update');
}

/** Money that the bank reported is there until the bank takes it back; an operator says what became of typed money. */
async function fateOf(wide: OperatorWork, booked: Booked, wanted: MoneyFate | null): Promise<Outcome<MoneyFate>> {
  const receipt = booked.unidentifiedId === null ? null : await unidentifiedByKey(wide, booked.trackingKey ?? '');
  if (receipt !== null && receipt.returned !== '0.00') return refuse('PAYMENT_NOT_WAITING');
  const state = receipt === null ? await moneyAtBank(wide, booked.trackingKey ?? '') : 'booked';
  if (state === 'booked') return wanted === 'gone' ? refuse('MONEY_AT_BANK') : done('waits');
  if (state === 'returned') return wanted === 'waits' ? refuse('MONEY_LEFT_BANK') : done('gone');
  return done(wanted ?? 'gone');
}

/**
 * Refuses while a later change of one of the invoices is in force, or, for a payout, if a devolución that it paid no longer belongs to a
 * settlement; null otherwise.
 */
async function laterOf(
  work: Work,
  {
    kind,
    first,
    invoices,
    id,
  }: Pick<Wanted, 'kind' | 'id'> & { readonly first: number; readonly invoices: readonly Reopenable[] },
): Promise<Refused | null> {
  if (kind === 'payout') {
    const gone = invoices.filter(({ payoutId }) => payoutId !== id).map(({ documentId }) => documentId);
    if (gone.length > 0) return refuseEach('REVERSE_LATER_FIRST', gone);
    return (await hasDifference(work, id)) ? refuse('PAYMENT_DIFFERS') : null;
  }
  const ids = invoices.map(({ documentId }) => documentId);
  const changed = (await entriesAfter(work, first, ids, 'changes')).map(({ documentId }) => documentId);
  return changed.length > 0 ? refuseEach('REVERSE_LATER_FIRST', [...new Set(changed)]) : null;
}

/** Consequences for the CFDI that a reversal cancels. */
export const cancelled = (resting: readonly RestingCfdi[]): Consequence[] =>
  resting.map(({ table, folio }) => ({
    kind: table === 'payment_complements' ? 'complement-cancelled' : 'invoice-cancelled',
    folio,
    amount: null,
    date: null,
  }));

async function consequencesOf(plan: Omit<Plan, 'consequences'>): Promise<Consequence[]> {
  const { work, booked, lines, invoices, paidOut, resting, money } = plan;
  const { currency } = booked;
  const folios = new Map(invoices.map((invoice) => [invoice.documentId, formatFolio(invoice)]));
  const parts = lines.map((line) => ({
    ...line,
    debit: moneyOf(line.debit, currency),
    credit: moneyOf(line.credit, currency),
  }));
  const changes = changesOf<FinancedCurrency>(currency, parts, paidOut).map(({ kind, documentId, amount }) => ({
    kind,
    folio: folios.get(documentId) ?? null,
    amount: decimalOf(amount),
    date: null,
  }));
  return [
    ...(await openDay(work, lines)),
    ...(money === null ? [] : [{ kind: `money-${money}` as const, folio: null, amount: booked.amount, date: null }]),
    ...changes,
    ...cancelled(resting),
  ];
}

const dayRow = z.object({ day: z.string() });

/** The day under which statements list the reversal, if the month of one of its value dates is closed. */
async function openDay({ db, today }: Work, lines: readonly BookedLine[]): Promise<Consequence[]> {
  const oldest = lines.map(({ valueDate }) => valueDate).toSorted()[0];
  if (oldest === undefined) return [];
  const [row] = await rowsOf(db, dayRow)`select booked_on(${oldest}::date, ${today}::date)::text as day`;
  return row === undefined || row.day === oldest
    ? []
    : [{ kind: 'booked-on', folio: null, amount: null, date: row.day }];
}
