/** The calls for programs, each on the commands and queries of the portal. */
import { uploadFile as portalUpload } from '@anticipa/contract/files';
import type { ResponseOf } from '@anticipa/contract/route';
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
import { dateOf } from '@anticipa/domain/calendar';
import { done, refuse } from '@anticipa/domain/errors';
import { defaultHabit, paymentDateOf } from '@anticipa/domain/sale';
import type { Executor } from '../../platform/db/pool.ts';
import { longRead, read, type Served, serve } from '../../platform/http/http.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import type { Work } from '../../platform/work/work.ts';
import { creditInformation, extraHolidays } from '../credit/queries.ts';
import type { Deps } from '../deps.ts';
import { uploadFile } from '../files/commands.ts';
import { fileById } from '../files/queries.ts';
import { companiesOf } from '../invoices/company-queries.ts';
import { invoiceNamed, invoiceOfFile, invoicesById } from '../invoices/queries.ts';
import { createPaymentReference } from '../references/commands.ts';
import { paymentReferenceOf, paymentReferences } from '../references/queries.ts';
import { type Period, transfers } from '../statements/queries.ts';
import { statementOf } from '../statements/statement.ts';
import { mapped } from './mapped.ts';
import { changedInvoices, changesOf, eventsAfter, pageAfter, referenceChanges } from './page-queries.ts';
import { v1SaleRoutes } from './sale-routes.ts';
import {
  movementsIn,
  statusOf,
  toCalendar,
  toCreditLine,
  toInvoice,
  toReceiver,
  toReference,
  toStatement,
  toUpload,
} from './wire.ts';

const periodOf = (
  { at }: Work,
  { from, to }: { readonly from: string; readonly to: string },
  knownAt: string = at.toISOString(),
): Period => ({ from: dateOf(from), to: dateOf(to), knownAt: new Date(knownAt) });

const oneReference = async (work: Work, idOrReference: string) => {
  const reference = await paymentReferenceOf(work, idOrReference);
  if (reference === null) return refuse('NOT_FOUND');
  const changes = await referenceChanges(work, [reference.id]);
  return done(toReference(reference, changes.get(reference.id)));
};

export const v1Routes: readonly Served<Deps>[] = [
  read(v1GetKey, async ({ actor, at }) => {
    const { clientId, rfc, entityName, key } = actor;
    return done({
      company: { id: clientId, tax_id: rfc, name: entityName },
      key: key
        ? { id: key.keyId, name: key.name, mode: key.mode, scopes: [...key.scopes], accept_up_to: actor.acceptUpTo }
        : null,
      now: at.toISOString(),
    });
  }),
  read(v1GetCalendar, async (work, { query }) => done(toCalendar(work.today, query, await extraHolidays(work)))),
  read(v1ListCreditLines, async (work, { query }) => {
    const { lines } = await creditInformation(work);
    const calendar = { today: work.today, holidays: await extraHolidays(work) };
    const factoringDate = paymentDateOf({ product: 'FB', emittedOn: work.today }, defaultHabit, calendar);
    const keyOf = ({ creditLineId }: (typeof lines)[number]) => ({ at: '', id: creditLineId });
    return done(pageAfter(lines, query, { keyOf, toWire: (line) => toCreditLine(line, factoringDate) }));
  }),
  read(v1ListReceivers, async (work, { query }) => {
    const companies = await companiesOf(work, {});
    const keyOf = ({ companyId }: (typeof companies)[number]) => ({ at: '', id: companyId });
    return done(pageAfter(companies, query, { keyOf, toWire: toReceiver }));
  }),
  serve(v1CreateUpload, (deps, { caller, body: { file_name: fileName, content } }) => {
    const { clientId: tenant } = caller.actor;
    const toResult = async (db: Executor, { doc, outcome, invoice }: ResponseOf<typeof portalUpload>) => {
      const changes = await changesOf({ db, tenant }, invoice ? [invoice.documentId] : []);
      const changedAt = invoice && (changes.get(invoice.documentId) ?? new Date(invoice.createdAt));
      return {
        outcome,
        upload: toUpload(doc, invoice?.documentId ?? null),
        invoice: invoice && changedAt && toInvoice(invoice, changedAt),
      };
    };
    return mapped(caller, {
      command: (as) => uploadFile(deps, as, { fileName, bytes: Buffer.from(content, 'base64') }),
      from: portalUpload.response,
      to: v1CreateUpload.response,
      toWire: (answer, db) =>
        db === null ? runAs(deps, caller, (work) => toResult(work.db, answer)) : toResult(db, answer),
    });
  }),
  read(v1GetUpload, async (work, { params }) => {
    const file = await fileById(work, params.upload_id);
    if (!file) return refuse('NOT_FOUND');
    const invoice = await invoiceOfFile(work, file.fileId);
    return done(toUpload(file, invoice?.documentId ?? null));
  }),
  read(v1ListInvoices, async (work, { query }) => {
    const { rows, next_cursor } = await changedInvoices(work, query, query.status ? statusOf(query.status) : null);
    const invoices = await invoicesById(
      work,
      rows.map(({ id }) => id),
    );
    const byId = new Map(invoices.map((invoice) => [invoice.documentId, invoice]));
    const data = rows.flatMap(({ id, changed_at }) => {
      const invoice = byId.get(id);
      return invoice ? [toInvoice(invoice, changed_at)] : [];
    });
    return done({ data, next_cursor });
  }),
  read(v1GetInvoice, async (work, { params: { invoice_id } }) => {
    const invoice = await invoiceNamed(work, invoice_id);
    const changedAt = (await changesOf(work, [invoice_id])).get(invoice_id);
    return invoice && changedAt ? done(toInvoice(invoice, changedAt)) : refuse('NOT_FOUND');
  }),
  ...v1SaleRoutes,
  read(v1ListEvents, (work, { query }) => eventsAfter(work, query).then(done)),
  serve(v1CreateReference, (deps, { caller, body }) =>
    attemptAs(deps, caller, async (work) => {
      const made = await createPaymentReference(work, { invoices: body.fiscal_uuids, payOn: body.pay_on });
      if (!made.ok) return made;
      return oneReference(work, made.value.id);
    }),
  ),
  read(v1ListReferences, async (work, { query }) => {
    const references = await paymentReferences(work);
    const changes = await referenceChanges(
      work,
      references.map(({ id }) => id),
    );
    const since = new Date(query.updated_since ?? 0);
    const wanted = references.filter(({ id, date }) => (changes.get(id) ?? new Date(date)) >= since);
    const keyOf = ({ id, date }: (typeof references)[number]) => ({ at: date, id });
    const toWire = (one: (typeof references)[number]) => toReference(one, changes.get(one.id));
    return done(pageAfter(wanted, query, { keyOf, toWire }));
  }),
  read(v1GetReference, (work, { params }) => oneReference(work, params.reference_id)),
  longRead(v1GetStatement, async (work, { query }) => {
    const period = periodOf(work, query);
    return done(toStatement(await statementOf(work, period), await transfers(work, period)));
  }),
  longRead(v1ListMovements, async (work, { query }) => {
    // A later page has the places of the first one, whatever was booked in between.
    const statement = await statementOf(work, periodOf(work, query, query.cursor?.at ?? query.known_at));
    const movements = movementsIn(statement).map((one, index) => ({ ...one, index }));
    const keyOf = ({ index }: (typeof movements)[number]) => ({ at: statement.knownAt, id: String(index) });
    const toWire = ({ index: _, ...one }: (typeof movements)[number]) => one;
    return done(pageAfter(movements, query, { keyOf, toWire }));
  }),
];
