/** Answers the calls of test keys from the test company of their client. Nothing here knows the portal's own records. */
import type { BodyOf, ParamsOf, QueryOf, ResponseOf, Route } from '@anticipa/contract/route';
import { v1GetCalendar } from '@anticipa/contract/v1/calendar';
import { v1ListEvents } from '@anticipa/contract/v1/events';
import {
  v1CreateUpload,
  v1GetInvoice,
  v1GetUpload,
  v1ListCreditLines,
  v1ListInvoices,
  v1ListReceivers,
} from '@anticipa/contract/v1/invoices';
import { v1GetKey } from '@anticipa/contract/v1/keys';
import {
  v1CreateReference,
  v1GetReference,
  v1GetStatement,
  v1ListMovements,
  v1ListReferences,
} from '@anticipa/contract/v1/money';
import { v1GetPreparedSale, v1ListPreparedSales, v1PrepareSale } from '@anticipa/contract/v1/prepared-sales';
import {
  v1AcceptSales,
  v1CancelSales,
  v1FixTerms,
  v1GetSale,
  v1HoldInvoices,
  v1ListSales,
  v1QuoteInvoices,
} from '@anticipa/contract/v1/sales';
import { cursorOf, DEFAULT_LIMIT } from '@anticipa/contract/v1/shapes';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { availableOf } from '@anticipa/domain/credit';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf } from '@anticipa/domain/money';
import { z } from 'zod';
import type { Call, EdgeDeps } from '../../platform/http/http.ts';
import type { ClientActor } from '../../platform/work/caller.ts';
import type { Deps } from '../deps.ts';
import { type PageQuery, pageAfter } from '../v1/page-queries.ts';
import { toCalendar } from '../v1/wire.ts';
import { keepAnswer, TEST_NAME, TEST_TAX_ID, type TestCompany } from './company.ts';
import { movementsOf, refer, statementOf, toReference } from './money.ts';
import { endSold, prepare, takeSteps, toPreparedSale } from './preparing.ts';
import { withTestCompany } from './queries.ts';
import { accept, cancel, fix, hold, linesOf, NO_EXTRA_HOLIDAYS, quote, toSale } from './selling.ts';
import { enter, type ReadFile, readFile } from './upload.ts';

interface Asked<R extends Route> {
  readonly now: Date;
  readonly actor: ClientActor;
  readonly params: ParamsOf<R>;
  readonly query: QueryOf<R>;
  readonly body: BodyOf<R>;
  /** The file of an upload, as it was read. */
  readonly file: ReadFile | null;
}
type Answerer = (company: TestCompany, asked: Asked<Route>) => Outcome<unknown>;

/** The edge has parsed the call by its route. */
const on = <R extends Route>(
  route: R,
  answer: (company: TestCompany, asked: Asked<R>) => Outcome<ResponseOf<R>>,
): readonly [Route, Answerer] => [route, (company, asked) => answer(company, z.custom<Asked<R>>().parse(asked))];

const found = <T>(value: T | undefined): Outcome<T> => (value === undefined ? refuse('NOT_FOUND') : done(value));

/** An instant of a cursor has microseconds. */
const exact = (instant: string): string => instant.replace('Z', '000+00');

/** A page of objects by change. */
function changedPage<T extends { readonly id: string; readonly updated_at: string }>(
  objects: readonly T[],
  { cursor, limit = DEFAULT_LIMIT, updated_since = '' }: PageQuery,
): { data: T[]; next_cursor: string | null } {
  const keyOf = ({ id, updated_at }: T) => `${exact(updated_at)} ${id}`;
  const sorted = objects
    .filter((one) => one.updated_at >= updated_since && (!cursor || keyOf(one) > `${cursor.at} ${cursor.id}`))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const data = sorted.slice(0, limit);
  const last = data.at(-1);
  const next_cursor = last && sorted.length > limit ? cursorOf({ at: exact(last.updated_at), id: last.id }) : null;
  return { data, next_cursor };
}

const page = <Row extends { readonly id: string }, Wire>(
  rows: readonly Row[],
  query: PageQuery,
  toWire: (row: Row) => Wire,
) => done(pageAfter(rows, query, { keyOf: ({ id }) => ({ at: '', id }), toWire }));

function eventsAfter({ events }: TestCompany, { cursor, limit = DEFAULT_LIMIT }: PageQuery) {
  const shown = events.filter(({ number }) => number > Number(cursor?.id ?? 0)).slice(0, limit);
  const last = shown.at(-1);
  const end = last === undefined ? cursor : { at: '', id: String(last.number) };
  return {
    data: shown.map(({ number: _, ...event }) => ({ ...event, mode: 'test' as const })),
    next_cursor: end === undefined ? null : cursorOf(end),
  };
}

/** The calls for programs; a test key is refused any other. */
const answerers: ReadonlyMap<Route, Answerer> = new Map<Route, Answerer>([
  on(v1GetKey, ({ id }, { actor: { key, acceptUpTo }, now }) =>
    done({
      company: { id, tax_id: TEST_TAX_ID, name: TEST_NAME },
      key: key
        ? { id: key.keyId, name: key.name, mode: key.mode, scopes: [...key.scopes], accept_up_to: acceptUpTo }
        : null,
      now: now.toISOString(),
    }),
  ),
  on(v1GetCalendar, (_company, { query, now }) => done(toCalendar(dateAt(now, MEXICO_CITY), query, NO_EXTRA_HOLIDAYS))),
  on(v1ListCreditLines, (company, { query }) =>
    page(
      linesOf(company).map((line) => ({ id: line.creditLineId, line })),
      query,
      ({ id, line }) => ({
        id,
        product: line.product,
        currency: line.currency,
        limit: decimalOf(line.limit),
        used: decimalOf(line.used),
        held: decimalOf(line.held),
        available: decimalOf(availableOf(line)),
        interest_rate: line.interestRate,
        advance_percent: line.advancePercent,
        days_in_year: line.daysInYear,
        fixed_due_date: null,
        valid_until: null,
        early_rebate: line.hasRebate,
        is_active: true,
      }),
    ),
  ),
  on(v1ListReceivers, ({ receivers }, { query }) =>
    page(receivers, query, ({ id, taxId, name }) => ({
      id,
      tax_id: taxId,
      name,
      status: 'accepted' as const,
      payment_days: null,
    })),
  ),
  on(v1CreateUpload, (company, { file, body, now }) =>
    file === null ? refuse('SERVICE_UNAVAILABLE') : enter(company, { file, fileName: body.file_name, now }),
  ),
  on(v1GetUpload, ({ uploads }, { params }) => found(uploads.find(({ id }) => id === params.upload_id))),
  on(v1ListInvoices, (company, { query }) =>
    done(
      changedPage(
        company.invoices.filter(({ status }) => query.status === undefined || query.status === status),
        query,
      ),
    ),
  ),
  on(v1GetInvoice, (company, { params }) => found(company.invoices.find(({ id }) => id === params.invoice_id))),
  on(v1QuoteInvoices, (company, { body, now }) => quote(company, body, now)),
  on(v1PrepareSale, (company, { body, now }) => prepare(company, body, now)),
  on(v1ListPreparedSales, (company, { query }) => done(changedPage(company.prepared.map(toPreparedSale), query))),
  on(v1GetPreparedSale, (company, { params }) =>
    found(company.prepared.filter(({ id }) => id === params.prepared_sale_id).map(toPreparedSale)[0]),
  ),
  on(v1HoldInvoices, (company, { body, ...asked }) => hold(company, body, asked)),
  on(v1FixTerms, (company, { body, now }) => fix(company, body.sale_numbers, now)),
  on(v1AcceptSales, (company, { body, ...asked }) => {
    const accepted = accept(company, body, asked);
    endSold(company, asked.now);
    return accepted;
  }),
  on(v1CancelSales, (company, { body, now }) => cancel(company, body.sale_numbers, now)),
  on(v1ListSales, (company, { query }) => done(changedPage(company.sales.map(toSale), query))),
  on(v1GetSale, (company, { params }) =>
    found(company.sales.filter(({ number }) => number === params.sale_number).map(toSale)[0]),
  ),
  on(v1ListEvents, (company, { query }) => done(eventsAfter(company, query))),
  on(v1CreateReference, (company, { body, now }) => refer(company, body.fiscal_uuids, now)),
  on(v1ListReferences, ({ references }, { query }) => {
    const { updated_since = '' } = query;
    const wanted = references
      .toReversed()
      .map(toReference)
      .filter((one) => one.updated_at >= updated_since);
    return page(wanted, query, (one) => one);
  }),
  on(v1GetReference, ({ references }, { params }) =>
    found(references.filter(({ id }) => id === params.reference_id).map(toReference)[0]),
  ),
  on(v1GetStatement, (company, { query, now }) => done(statementOf(company, query, now))),
  on(v1ListMovements, (company, { query, now }) => {
    const rows = movementsOf(company, query).map((one, index) => ({ one, id: String(index) }));
    const at = query.cursor?.at ?? now.toISOString();
    return done(pageAfter(rows, query, { keyOf: ({ id }) => ({ at, id }), toWire: ({ one }) => one }));
  }),
]);

type TestDeps = Pick<Deps, 'db' | 'clock' | 'reader'>;

/** Answers the calls of test keys; null for a call of anyone else. */
export const answerTestKeys =
  (deps: TestDeps): EdgeDeps['answerInstead'] =>
  (route, call) => {
    const { actor } = call.caller;
    if (actor?.kind !== 'client' || actor.key?.mode !== 'test') return null;
    const answerer = answerers.get(route);
    return answerer ? answer(deps, { answerer, route, call, actor }) : Promise.resolve(refuse('KEY_SCOPE_MISSING'));
  };

interface Answering {
  readonly answerer: Answerer;
  readonly route: Route;
  readonly call: Call<Route>;
  readonly actor: ClientActor;
}

/** A repetition under an idempotency key gets the first answer, as with a key that is no test key. */
async function answer(deps: TestDeps, { answerer, route, call, actor }: Answering): Promise<Outcome<unknown>> {
  const { params, query, body, caller } = call;
  const file = route === v1CreateUpload ? await readFile(deps.reader, call, actor.rfc) : null;
  const { idempotency } = caller;
  const request = `${route.method} ${route.path} ${idempotency?.bodyHash.toString('hex')}`;
  return withTestCompany(deps, actor.clientId, (company, now) => {
    takeSteps(company, now);
    const kept = idempotency && company.answers.find(({ key }) => key === idempotency.key);
    if (kept) return kept.request === request ? done(kept.value) : refuse('IDEMPOTENCY_KEY_REUSED');
    const outcome = answerer(company, { now, actor, params, query, body, file });
    if (outcome.ok && idempotency) keepAnswer(company, { key: idempotency.key, request, value: outcome.value });
    return outcome;
  });
}
