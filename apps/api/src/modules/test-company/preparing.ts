/** Prepared sales of a test company. A robot decides in place of a person: it returns the example that the lender would reject. */
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '@anticipa/contract/route';
import type { V1PreparedSale, v1PrepareSale } from '@anticipa/contract/v1/prepared-sales';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { sentStates } from '@anticipa/domain/sale';
import { isRejectedExample, ROBOT_MS, runRobot, type TestCompany, type TestPreparedSale, tell } from './company.ts';
import { accept, type Chosen, fix, groupsOf, hold, select } from './selling.ts';

/** Prepared sales that have ended; the others are no more than its invoices. */
const MAX_ENDED = 100;
const RETURN_REASON = 'Prueba: el robot regresa la factura de folio 9';

export const toPreparedSale = ({ chosen: _, ...prepared }: TestPreparedSale): V1PreparedSale => prepared;

const isOpen = ({ state }: TestPreparedSale): boolean => state === 'waiting' || state === 'returned';

type Ended = Partial<TestPreparedSale> & { readonly state: Exclude<TestPreparedSale['state'], 'waiting'> };

function change(company: TestCompany, id: string, changed: Ended, at: Date): void {
  company.prepared = company.prepared.map((one) =>
    one.id === id ? { ...one, acceptors: [], ...changed, updated_at: at.toISOString() } : one,
  );
  tell(company, `prepared_sale.${changed.state}`, { id, url: `/v1/prepared-sales/${id}` }, at);
  const ended = company.prepared.filter((one) => !isOpen(one));
  const dropped = new Set(ended.slice(0, -MAX_ENDED));
  company.prepared = company.prepared.filter((one) => !dropped.has(one));
}

/** Leaves invoices for the robot. A returned prepared sale with any of them is replaced. */
export function prepare(
  company: TestCompany,
  { invoices, note }: BodyOf<typeof v1PrepareSale>,
  now: Date,
): Outcome<V1PreparedSale> {
  const today = dateAt(now, MEXICO_CITY);
  const selection = select(company, invoices, today);
  if (!selection.ok) return selection;
  const [failure] = selection.value.failures;
  if (failure) return refuse(failure.code, selection.value.failures);
  const invoice_ids = invoices.map(({ invoice_id }) => invoice_id);
  const overlapping = company.prepared.filter(
    (one) => isOpen(one) && one.invoice_ids.some((id) => invoice_ids.includes(id)),
  );
  const waiting = overlapping.filter(({ state }) => state === 'waiting').flatMap((one) => one.invoice_ids);
  const taken = invoice_ids.filter((id) => waiting.includes(id));
  if (taken.length > 0) return refuseEach('ALREADY_PREPARED', taken);
  for (const { id } of overlapping) change(company, id, { state: 'withdrawn' }, now);
  const dates = invoices.map(({ due_date }) => due_date).toSorted();
  const prepared: TestPreparedSale = {
    id: randomUUID(),
    state: 'waiting',
    return_reason: null,
    sale_numbers: [],
    prepared_at: now.toISOString(),
    note: note || null,
    invoice_count: invoices.length,
    invoice_ids,
    last_due_date: dates.at(-1) ?? today,
    totals: groupsOf(selection.value).map(({ currency, items, totals }) => ({
      product: 'BI',
      currency,
      invoice_count: items.length,
      total: totals.total,
      initial_deposit: totals.initial_deposit,
    })),
    acceptors: ['ROBOT DE PRUEBA'],
    updated_at: now.toISOString(),
    chosen: invoices,
  };
  company.prepared.push(prepared);
  tell(company, 'prepared_sale.created', { id: prepared.id, url: `/v1/prepared-sales/${prepared.id}` }, now);
  return done(toPreparedSale(prepared));
}

/** Ends what is left to the robot once its invoices are sold otherwise, as for other keys. */
export function endSold(company: TestCompany, now: Date): void {
  const sent = new Set(
    company.sales
      .filter(({ state }) => sentStates.some((one) => one === state))
      .flatMap(({ items }) => items.map(({ invoice_id }) => invoice_id)),
  );
  for (const one of company.prepared.filter(isOpen))
    if (one.invoice_ids.every((id) => sent.has(id))) change(company, one.id, { state: 'expired' }, now);
}

/** Has the robot decide on every prepared sale whose turn has come by now, each at its own instant. */
export function runAcceptor(company: TestCompany, now: Date): void {
  for (const prepared of company.prepared) {
    const at = new Date(Date.parse(prepared.prepared_at) + ROBOT_MS);
    if (prepared.state === 'waiting' && at <= now) decide(company, prepared, at);
  }
}

/** Has the robot take every step that was due by now: a prepared sale that it accepts becomes a sale that it answers. */
export function takeSteps(company: TestCompany, now: Date): void {
  runAcceptor(company, now);
  runRobot(company, now);
}

function decide(company: TestCompany, { id, chosen, invoice_ids }: TestPreparedSale, at: Date): void {
  const isRefused = company.invoices.some((one) => invoice_ids.includes(one.id) && isRejectedExample(one));
  const sale_numbers = isRefused ? null : sell(company, chosen, at);
  if (isRefused) change(company, id, { state: 'returned', return_reason: RETURN_REASON }, at);
  else change(company, id, sale_numbers ? { state: 'accepted', sale_numbers } : { state: 'expired' }, at);
}

/** Numbers of the sales; null if the invoices cannot be sold as chosen, such as those that the program has sold since. */
function sell(company: TestCompany, invoices: Chosen, now: Date): number[] | null {
  const by = { now, actor: { acceptUpTo: null } };
  const held = hold(company, { invoices }, by);
  if (!held.ok) return null;
  const sale_numbers = held.value.sales.map(({ number }) => number);
  const fixed = fix(company, sale_numbers, now);
  const accepted = fixed.ok && accept(company, { sale_numbers, terms: fixed.value.terms }, by);
  if (accepted === false || !accepted.ok) throw new Error('the robot cannot accept what it holds');
  return sale_numbers;
}
