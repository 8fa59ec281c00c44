/** Checks files of invoices in credit, and books or withdraws them once a second person approves it. */
import { randomUUID } from 'node:crypto';
import type { Changes } from '@anticipa/contract/approvals';
import type { CheckedLoad, checkPortfolioLoad, proposePortfolioLoad } from '@anticipa/contract/portfolio-load';
import type { BodyOf, QueryOf } from '@anticipa/contract/route';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { done, type Failure, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, moneyOf } from '@anticipa/domain/money';
import { flag, valuesOf } from '../../platform/db/rows.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { creditLines } from '../credit/queries.ts';
import { invoiceFacts } from '../invoices/queries.ts';
import { lockLedger } from '../ledger/commands.ts';
import { writeAudit } from '../log/audit.ts';
import { bookSales } from './book.ts';
import { type Checked, checkRows } from './check.ts';
import { invoicesOfLoad, type StoredLoad, shownLoads, storedLoadById } from './queries.ts';
import { readRows, totalsOf } from './rows.ts';
import { withdrawSales } from './withdraw.ts';

/** Whether entries of the day are still booked under it. */
async function isOpenDay({ db, today }: OperatorWork, day: IsoDate): Promise<boolean> {
  const [isOpen = false] = await valuesOf(db, flag)`
    select ${day}::date <= ${today}::date and booked_on(${day}::date, ${today}::date) = ${day}::date`;
  return isOpen;
}

/** Checks a file, and keeps it if nothing is wrong with it. */
export async function check(
  work: OperatorWork,
  bytes: Uint8Array,
  { cutOn: day, fileName }: QueryOf<typeof checkPortfolioLoad>,
): Promise<Outcome<CheckedLoad>> {
  const cutOn = dateOf(day);
  if (!(await isOpenDay(work, cutOn))) return refuse('CUT_NOT_OPEN');
  const read = readRows(bytes);
  if (!read.ok) return read;
  const { rows, problems: unreadable } = read.value;
  const { problems } = await checkRows(work, rows, cutOn);
  const all = [...unreadable, ...problems].toSorted((a, b) => a.row - b.row);
  if (all.length > 0) return done({ load: null, problems: all });
  const loadId = randomUUID();
  await work.db
    .insertInto('portfolio_loads')
    .values({
      load_id: loadId,
      file_name: fileName,
      cut_on: cutOn,
      rows: JSON.stringify(rows),
      state: 'checked',
      checked_by: work.actor.operatorId,
      checked_at: work.at,
    })
    .execute();
  await writeAudit(work, {
    action: 'portfolio.check',
    subject: `portfolio-load:${loadId}`,
    details: { fileName, cutOn, invoices: rows.length },
  });
  const stored = await storedLoadById(work, loadId, 'read');
  const [load = null] = stored ? await shownLoads(work, [stored]) : [];
  return done({ load, problems: [] });
}

/** Proposes to book a file, or to withdraw a booked one. */
export async function propose(
  work: OperatorWork,
  loadId: string,
  { state, totals, reason }: BodyOf<typeof proposePortfolioLoad>,
): Submitted {
  const load = await storedLoadById(work, loadId, 'update');
  if (!load) return refuse('NOT_FOUND');
  if (load.state !== (state === 'booked' ? 'checked' : 'booked')) return refuse('LOAD_STATE_CONFLICT');
  if (state === 'booked') {
    const differing = differences(load, totals);
    if (differing.length > 0) return refuse('LOAD_TOTALS_DIFFER', differing);
    if (!(await isBookable(work, load))) return refuse('LOAD_OUTDATED');
  } else if (!load.isUntouched) return refuse('LOAD_IN_USE');
  const { fileName, cutOn } = load;
  const change = {
    kind: 'portfolio-load',
    about: { loadId },
    before: standingOf(load),
    proposed: { state, fileName, cutOn },
  } as const;
  return submit(work, portfolioLoad, change, reason);
}

const controls = ['count', 'owed', 'aforo', 'unearned'] as const;

/** Control totals that are not those of the file. */
function differences(load: StoredLoad, typed: BodyOf<typeof proposePortfolioLoad>['totals']): Failure[] {
  const totals = totalsOf(load.rows, load.cutOn);
  const others = typed.filter(({ currency }) => totals.every((total) => total.currency !== currency));
  const wrong = totals.flatMap((total) => {
    const own = typed.find(({ currency }) => currency === total.currency);
    return controls.flatMap((control) => {
      const value = own?.[control];
      const isSame =
        typeof value === 'string'
          ? decimalOf(moneyOf(value, total.currency)) === total[control]
          : value === total[control];
      return isSame ? [] : { path: `${total.currency}-${control}`, expected: String(total[control]) };
    });
  });
  return [...others.map(({ currency }) => ({ path: currency, expected: '0' })), ...wrong].map((each) => ({
    ...each,
    code: 'LOAD_TOTALS_DIFFER',
  }));
}

const isBookable = async (work: OperatorWork, { rows, cutOn }: StoredLoad): Promise<boolean> =>
  (await isOpenDay(work, cutOn)) && (await checkRows(work, rows, cutOn)).problems.length === 0;

const standingOf = ({ state, rows, cutOn }: StoredLoad): Changes['portfolio-load']['before'] => ({
  state,
  totals: totalsOf(rows, cutOn),
});

export const portfolioLoad: Handler<'portfolio-load'> = {
  standing: async (work, { about }, lock) => {
    const load = await storedLoadById(work, about.loadId, lock);
    return load && standingOf(load);
  },
  isPossible: async (work, { about, proposed }) => {
    const load = await storedLoadById(work, about.loadId, 'update');
    if (!load) return false;
    if (proposed.state === 'withdrawn') return load.state === 'booked' && load.isUntouched;
    return load.state === 'checked' && (await lockedCheck(work, load)) !== null;
  },
  apply: async (work, { about, proposed }) => {
    const load = await storedLoadById(work, about.loadId, 'update');
    if (!load) return refuse('NOT_FOUND');
    return proposed.state === 'booked' ? book(work, load) : withdraw(work, load);
  },
};

/** Locks the lines and invoices of all rows, and checks them again; null if one cannot be loaded any more. */
async function lockedCheck(work: OperatorWork, { rows, cutOn }: StoredLoad): Promise<Checked | null> {
  if (!(await isOpenDay(work, cutOn))) return null;
  const first = await checkRows(work, rows, cutOn);
  if (first.problems.length > 0) return null;
  const byClient = Map.groupBy(first.loadable, ({ clientId }) => clientId);
  for (const clientId of [...byClient.keys()].toSorted()) {
    const own = narrowTo(work, clientId);
    await creditLines(own, 'update');
    await invoiceFacts(
      own,
      (byClient.get(clientId) ?? []).map(({ documentId }) => documentId),
      'update',
    );
  }
  const checked = await checkRows(work, rows, cutOn);
  return checked.problems.length > 0 ? null : checked;
}

async function book(work: OperatorWork, load: StoredLoad): Promise<Outcome<null>> {
  const checked = await lockedCheck(work, load);
  if (!checked) return refuse('LOAD_OUTDATED');
  const { loadId, cutOn } = load;
  await setState(work, load, 'booked');
  for (const [clientId, loadable] of Map.groupBy(checked.loadable, (each) => each.clientId))
    await bookSales(narrowTo(work, clientId), { loadId, cutOn, loadable });
  return done(null);
}

async function withdraw(work: OperatorWork, load: StoredLoad): Promise<Outcome<null>> {
  const byClient = await invoicesOfLoad(work, load.loadId);
  for (const [clientId, invoices] of byClient) {
    const own = narrowTo(work, clientId);
    await creditLines(own, 'update');
    await invoiceFacts(
      own,
      invoices.map(({ documentId }) => documentId),
      'update',
    );
    await lockLedger(own);
  }
  // Another payment may have been booked, or a due date agreed, before the locks were taken.
  if ((await storedLoadById(work, load.loadId, 'read'))?.isUntouched !== true) return refuse('LOAD_IN_USE');
  await setState(work, load, 'withdrawn');
  for (const [clientId, invoices] of byClient) await withdrawSales(narrowTo(work, clientId), invoices, load.cutOn);
  return done(null);
}

async function setState(
  work: OperatorWork,
  { loadId, rows, cutOn }: StoredLoad,
  state: 'booked' | 'withdrawn',
): Promise<void> {
  await work.db
    .updateTable('portfolio_loads')
    .set(state === 'booked' ? { state, booked_at: work.at } : { state, withdrawn_at: work.at })
    .where('load_id', '=', loadId)
    .execute();
  await writeAudit(work, {
    action: state === 'booked' ? 'portfolio.load' : 'portfolio.unload',
    subject: `portfolio-load:${loadId}`,
    details: { cutOn, invoices: rows.length, totals: totalsOf(rows, cutOn) },
  });
}
