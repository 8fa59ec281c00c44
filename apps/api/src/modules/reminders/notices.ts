/** Notices of invoices that are due soon or overdue: one for each due date and currency, on the days of the reminders. */
import {
  addDays,
  daysBetween,
  type ExtraHolidays,
  type IsoDate,
  MEXICO_CITY,
  startOfDate,
} from '@anticipa/domain/calendar';
import { type FinancedCurrency, sum } from '@anticipa/domain/money';
import { remindedDates } from '@anticipa/domain/reminder';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, rowsOf, text } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { narrowTo, type WideWork } from '../../platform/work/work.ts';
import { choicesOfReaders } from '../notices/choice-queries.ts';
import { putNotice } from '../notices/put.ts';
import { isReminded, type RemindedInvoice, remindedInvoices, withStep } from './queries.ts';

const candidateRow = z.object({ clientId: clientIdColumn, documentId: text, dueDate: text });

/** Invoices of a client with one due date that are at one step. */
interface DueGroup {
  readonly clientId: ClientId;
  /** Tells a person of it once, in each currency. */
  readonly name: string;
  readonly documentIds: readonly string[];
}

/** Days for which a step can be the one of today; what was told before them is not looked for. */
const LOOK_BACK_DAYS = 7;

/** Groups of which the people of the clients are to be told today and were not. */
export async function dueGroups(work: WideWork, holidays: ExtraHolidays): Promise<DueGroup[]> {
  const { db, today } = work;
  const { from, to } = remindedDates(today);
  const rows = await rowsOf(db, candidateRow)`
    select invoices.client_id as "clientId", invoices.document_id as "documentId", invoices.due_date as "dueDate"
    from invoices
    where invoices.client_id in (select client_id from pair_exposures where owed > 0)
      and invoices.due_date between ${from}::date and ${to}::date and ${isReminded(today)}
    order by invoices.client_id, invoices.due_date, invoices.document_id`;
  const steps = withStep(
    rows.map((row) => ({ ...row, sentSteps: [] })),
    work,
    holidays,
  );
  const groups = Map.groupBy(steps, ({ clientId, dueDate, step }) => `${clientId} ${dueDate} ${step}`);
  const told = await toldNames(work, [...new Set(steps.map(({ clientId }) => clientId))]);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { clientId, dueDate, step } = first;
    const name = `${dueDate} ${step}`;
    return told.has(`${clientId} ${name}`) ? [] : { clientId, name, documentIds: group.map((one) => one.documentId) };
  });
}

async function toldNames({ db, today }: WideWork, clientIds: readonly ClientId[]): Promise<ReadonlySet<string>> {
  const since = startOfDate(addDays(today, -LOOK_BACK_DAYS), MEXICO_CITY);
  const rows = await rowsOf(db, z.object({ name: text }))`
    select distinct client_id || ' ' || left(once, -4) as name from notices
    where client_id = any(${sql`${clientIds}::uuid[]`}) and event in ('due', 'overdue') and once is not null and created_at >= ${since}`;
  return new Set(rows.map(({ name }) => name));
}

/** Tells the people of a client of a group. Its mails are the reminders, which have the lender's words. */
export async function tellOfDue(
  wide: WideWork,
  { clientId, name, documentIds }: DueGroup,
  isPortalOnly: boolean,
): Promise<void> {
  const work = narrowTo(wide, clientId);
  const invoices = await remindedInvoices(work, documentIds);
  for (const [currency, group] of Map.groupBy(invoices, ({ owed }) => owed.currency)) {
    const [first, ...others] = group;
    if (first === undefined) continue;
    const { dueDate } = first;
    const step = daysBetween(dueDate, work.today);
    const object =
      others.length > 0
        ? ({ object: 'collections' } as const)
        : ({ object: 'invoice', objectId: first.documentId, label: first.folio } as const);
    const amount = sum<FinancedCurrency>(
      currency,
      group.map(({ amountDue }) => amountDue),
    );
    const about = { ...object, count: group.length, amount, dueOn: dueDate, step, once: `${name} ${currency}` };
    await putNotice(work, { event: eventOf(first, work.today), ...about, isPortalOnly }, null);
  }
}

const eventOf = ({ dueDate }: Pick<RemindedInvoice, 'dueDate'>, today: IsoDate) =>
  dueDate < today ? ('overdue' as const) : ('due' as const);

/** The people of a client who want reminders by mail at once, each with the invoices of the events that they want. */
export async function mailedReminders(
  wide: WideWork,
  clientId: ClientId,
  invoices: readonly { readonly documentId: string; readonly dueDate: string }[],
): Promise<ReadonlyMap<string, string[]>> {
  const work = narrowTo(wide, clientId);
  const mailed = new Map<string, string[]>();
  for (const event of ['due', 'overdue'] as const) {
    const documentIds = invoices
      .filter(({ dueDate }) => dueDate < work.today === (event === 'overdue'))
      .map(({ documentId }) => documentId);
    if (documentIds.length === 0) continue;
    for (const { userId, choice } of await choicesOfReaders(work, event))
      if (choice.mail === 'at-once') mailed.set(userId, [...(mailed.get(userId) ?? []), ...documentIds]);
  }
  return mailed;
}
