/** Events of the lender's accountants: they close months and propose entries; what is reversed later is booked in the open month. */
import { reportNames } from '@anticipa/contract/portfolio-reports';
import { routes } from '@anticipa/contract/routes';
import { openChecks } from '@anticipa/domain/book-close';
import { addDays, dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { lastDayOf, monthOf } from '@anticipa/domain/month';
import { event, NOTHING, type SimulatedEvent } from './event.ts';
import { reverse, standingReceipt } from './reversal-events.ts';
import type { World } from './world.ts';

/** The day of a month from which the month before is closed: its CFDI and statements are then out. */
const CLOSED_FROM = 5;

/** Answers about a month: now, as it was known at its close, and of reports as they were known on the eve of the close. */
async function answersAbout(world: World, month: string, closedOn: IsoDate): Promise<ReadonlyMap<string, string>> {
  const { operator } = await world.desk();
  const startDate = `${month}-01`;
  const endDate = lastDayOf(monthOf(dateOf(startDate)));
  const answers = new Map<string, string>();
  for (const knownOn of [undefined, closedOn]) {
    const query = { startDate, endDate, ...(knownOn && { knownOn }) };
    const { data } = await operator.call(routes.getTrialBalance, { query });
    // Which bank account moved may be learnt later.
    const accounts = data.filter(({ bank }) => bank === null);
    answers.set(`trial balance known on ${knownOn ?? 'any day'}`, JSON.stringify(accounts));
  }
  const closed = await operator.call(routes.getClosedMonth, { params: { month } });
  answers.set('page of the close', JSON.stringify(closed));
  const eve = { asOf: endDate, knownOn: addDays(closedOn, -1) };
  for (const report of reportNames) {
    const query = { currency: 'MXN', startDate, ...eve };
    const figures = await operator.call(routes.getPortfolioReport, { params: { report }, query });
    answers.set(`report of ${report} known on ${eve.knownOn}`, JSON.stringify(figures));
  }
  const { data } = await operator.call(routes.listAgeing, { query: { by: 'client', ...eve } });
  answers.set(`ageing known on ${eve.knownOn}`, JSON.stringify(data));
  return answers;
}

/** Answers about closed months that are not what they were at the close. */
export async function changesOfClosedMonths(world: World): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const closed of world.closedMonths) {
    const now = await answersAbout(world, closed.month, closed.on);
    for (const [question, answer] of closed.answers) {
      closed.compared += 1;
      if (now.get(question) === answer) continue;
      changed.push(`${closed.month}, closed on ${closed.on}: ${question} was\n${answer}\nand is\n${now.get(question)}`);
    }
  }
  return changed;
}

const nextToClose = async (world: World) => {
  if (Number(world.today().slice(8)) < CLOSED_FROM) return [];
  const { operator } = await world.desk();
  const { next } = await operator.call(routes.getBookClose);
  return next?.isOver ? [next] : [];
};

/** Receipts of a month that was closed, of which none is reversed yet. */
const ofClosedMonth = (world: World) => {
  const last = world.closedMonths.at(-1);
  if (last === undefined || last.isReversed) return [];
  return world.payments.filter(({ on }) => on.startsWith(last.month));
};

export const closeEvents: readonly SimulatedEvent[] = [
  event({
    name: 'entry of an accountant',
    at: '16:00',
    on: 'business days',
    weight: 10,
    subjects: () => ['accountant'],
    nameOf: (name) => name,
    step: async (world, _, random) => {
      const { operator } = await world.desk();
      const lines = [{ debit: 'GASTOS_GENERALES', credit: 'ACREEDORES', amount: '1160.00' }];
      const body = {
        valueDate: world.today(),
        currency: 'MXN',
        lines,
        evidence: 'factura A-1',
        reason: 'renta del mes',
      };
      await world.approve((await operator.call(routes.proposeManualEntry, { body })).proposal);
      if (!random.chance(30)) return;
      const [entry] = (await operator.call(routes.listManualEntries)).data;
      const reversal = { valueDate: world.today(), reason: 'era de otra empresa' };
      const params = { manualId: entry?.manualId ?? '' };
      await world.approve((await operator.call(routes.proposeManualReversal, { params, body: reversal })).proposal);
    },
  }),
  event({
    name: 'month closed',
    at: '16:00',
    on: 'business days',
    weight: 70,
    subjects: nextToClose,
    nameOf: ({ month }) => `close of ${month}`,
    step: async (world, { month, ground, checks }) => {
      const reasons = checks
        .filter(({ isDone }) => !isDone)
        .map(({ id }) => ({ id, reason: 'Se revisó con el banco' }));
      const open = openChecks(checks, new Set(reasons.map(({ id }) => id)));
      if (open.length > 0) throw new Error(`${month} cannot be closed: ${JSON.stringify(open)}`);
      const { operator } = await world.desk();
      if (world.accountant) await world.accountant.close(month);
      else await operator.call(routes.closeBooks, { body: { month, ground, reasons } });
      const on = world.today();
      const answers = await answersAbout(world, month, on);
      world.closedMonths.push({ month, on, answers, compared: 0, isReversed: false });
    },
  }),
  event({
    name: 'receipt of a closed month reversed',
    at: '16:00',
    on: 'business days',
    weight: 25,
    subjects: ofClosedMonth,
    nameOf: ({ folio }) => `receipt of ${folio}`,
    step: async (world, { documentId, currency }) => {
      const last = world.closedMonths.at(-1);
      const receipt = await standingReceipt(world, documentId);
      if (receipt === null || last === undefined || last.isReversed) return NOTHING;
      const outcome = await reverse(world, { kind: 'collection', id: receipt.id, money: 'waits' }, currency);
      if (outcome === NOTHING) return NOTHING;
      last.isReversed = true;
      const { rows } = await world.production.db.owner.query<{ days: number; closed: number }>(
        `select count(*)::integer as days, count(*) filter (where booked_on < open_day())::integer as closed
         from ledger_entries where collection_id = $1 and reverses is not null`,
        [receipt.id],
      );
      if (rows[0]?.days === 0 || rows[0]?.closed !== 0)
        throw new Error(`reversed in a closed month: ${JSON.stringify(rows)}`);
      const changes = await changesOfClosedMonths(world);
      if (changes.length > 0) throw new Error(changes.join('\n'));
      return undefined;
    },
  }),
];
