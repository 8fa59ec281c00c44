/** Purchase orders and terms of payment from a spreadsheet of the client. */
import { createHash } from 'node:crypto';
import type { CheckedImport, ImportedRow, saveImport } from '@anticipa/contract/imports';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { defaultWeekDays } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import {
  folioKey,
  type ImportKind,
  type ImportProblem,
  MAX_IMPORTED,
  type OrderRow,
  ordersOf,
  type TermRow,
  termsOf,
} from '@anticipa/domain/import-rows';
import { allows, statusName } from '@anticipa/domain/invoice';
import { weekDayNumbers } from '@anticipa/domain/payment-habit';
import { rowsOfSheet } from '../../../platform/documents/read-sheet.ts';
import { announce } from '../../../platform/live/events.ts';
import type { ClientWork, Lock } from '../../../platform/work/work.ts';
import { companiesOf } from '../company-queries.ts';
import { storeOrder } from './change.ts';
import { lockHabits, savePaymentHabit } from './companies.ts';
import { type NamedInvoice, namedInvoices } from './import-queries.ts';

/** A row with the invoice or the tax id that it changes; null if it changes nothing. */
interface Planned {
  readonly shown: ImportedRow;
  readonly target: string | null;
}

const nothing = { order: null, term: null, weekDays: null };

/** The rows of a table with what each would change. */
async function planOf(work: ClientWork, bytes: Uint8Array, kind: ImportKind, lock: Lock): Promise<Outcome<Planned[]>> {
  const sheet = rowsOfSheet(bytes);
  if (sheet === null) return refuse('IMPORT_UNREADABLE');
  if (sheet.length > MAX_IMPORTED + 1) return refuse('IMPORT_TOO_LONG');
  if (kind === 'orders') {
    const rows = ordersOf(sheet);
    return rows?.length ? done(await planOrders(work, rows, lock)) : refuse('IMPORT_UNREADABLE');
  }
  if (lock === 'update') await lockHabits(work);
  const rows = termsOf(sheet);
  return rows?.length ? done(await planTerms(work, rows)) : refuse('IMPORT_UNREADABLE');
}

async function planOrders(work: ClientWork, rows: readonly OrderRow[], lock: Lock): Promise<Planned[]> {
  const uuids = rows.flatMap(({ uuid, problem }) => (uuid && problem === null ? [uuid] : []));
  const invoices = await namedInvoices(work, uuids, lock);
  const byUuid = new Map(invoices.map((invoice) => [invoice.uuid, invoice]));
  const byFolio = Map.groupBy(
    invoices
      .filter(({ isSettled }) => !isSettled)
      .flatMap((invoice) =>
        [...new Set([invoice.folio ?? '', `${invoice.serie ?? ''}${invoice.folio ?? ''}`].map(folioKey))].map(
          (key) => ({
            key,
            invoice,
          }),
        ),
      ),
    ({ key }) => key,
  );
  const seen = new Set<string>();
  return rows.map((row) => {
    const found = row.uuid
      ? [byUuid.get(row.uuid)]
      : (byFolio.get(folioKey(row.typed)) ?? []).map((each) => each.invoice);
    const [invoice] = found;
    const problem = row.problem ?? orderObjection(found, seen);
    if (invoice && problem === null) seen.add(invoice.documentId);
    const shown = {
      row: row.row,
      name: invoice && found.length === 1 ? invoice.name : row.typed,
      before: { ...nothing, order: (found.length === 1 && invoice?.purchaseOrder) || null },
      after: { ...nothing, order: row.order || null },
      problem,
    };
    const isChange = problem === null && invoice?.purchaseOrder !== row.order;
    return { shown, target: isChange ? (invoice?.documentId ?? null) : null };
  });
}

function orderObjection(found: readonly (NamedInvoice | undefined)[], seen: ReadonlySet<string>): ImportProblem | null {
  const [invoice] = found;
  if (!invoice) return 'INVOICE_UNKNOWN';
  if (found.length > 1) return 'INVOICE_AMBIGUOUS';
  if (seen.has(invoice.documentId)) return 'LISTED_TWICE';
  return allows(statusName(invoice.status), 'hold') ? null : 'INVOICE_NOT_SELLABLE';
}

async function planTerms(work: ClientWork, rows: readonly TermRow[]): Promise<Planned[]> {
  const byRfc = new Map((await companiesOf(work, {})).map((company) => [company.rfc, company]));
  const seen = new Set<string>();
  return rows.map((row) => {
    const company = byRfc.get(row.rfc);
    const [saved] = company?.paymentDays ?? [];
    const problem = row.problem ?? (company ? (seen.has(row.rfc) ? 'LISTED_TWICE' : null) : 'RECEIVER_UNKNOWN');
    if (problem === null) seen.add(row.rfc);
    const weekDays = row.weekDays ?? saved?.weekDays ?? defaultWeekDays;
    const isChange =
      problem === null &&
      (saved?.paymentDays !== row.term || weekDayNumbers(saved.weekDays) !== weekDayNumbers(weekDays));
    return {
      shown: {
        row: row.row,
        name: company?.razonSocial ?? row.typed,
        before: { ...nothing, term: saved?.paymentDays ?? null, weekDays: saved?.weekDays ?? null },
        after: {
          ...nothing,
          term: row.problem === null ? row.term : null,
          weekDays: row.problem === null ? weekDays : null,
        },
        problem,
      },
      target: isChange ? row.rfc : null,
    };
  });
}

/** Two checks of one table have the same fingerprint if both would change the same. */
const fingerprintOf = (plan: readonly Planned[]): string =>
  createHash('sha256')
    .update(JSON.stringify(plan.map(({ shown: { before, after }, target }) => [target, before, after])))
    .digest('hex');

export async function checkTable(
  work: ClientWork,
  bytes: Uint8Array,
  kind: ImportKind,
): Promise<Outcome<CheckedImport>> {
  const plan = await planOf(work, bytes, kind, 'read');
  if (!plan.ok) return plan;
  return done({
    rows: plan.value.map(({ shown }) => shown),
    changes: plan.value.filter(({ target }) => target !== null).length,
    fingerprint: fingerprintOf(plan.value),
  });
}

/** Saves the good rows of a table in one transaction. One that has nothing left to change is not refused: it may be a repetition. */
export async function saveTable(
  work: ClientWork,
  bytes: Uint8Array,
  { kind, fingerprint }: QueryOf<typeof saveImport>,
): Promise<Outcome<ResponseOf<typeof saveImport>>> {
  const plan = await planOf(work, bytes, kind, 'update');
  if (!plan.ok) return plan;
  const changes = plan.value.flatMap(({ shown, target }) => (target === null ? [] : [{ ...shown, target }]));
  if (changes.length > 0 && fingerprintOf(plan.value) !== fingerprint) return refuse('IMPORT_CHANGED');
  for (const { target, before, after } of changes) {
    if (kind === 'orders') await storeOrder(work, target, { before: before.order, after: after.order });
    else {
      const saved = await savePaymentHabit(work, {
        rfc: target,
        paymentDays: after.term ?? 0,
        weekDays: after.weekDays ?? defaultWeekDays,
      });
      if (!saved.ok) return saved;
    }
  }
  if (changes.length > 0)
    await announce(work, 'invoices', kind === 'orders' ? changes.map(({ target }) => target) : []);
  return done({ changed: changes.length });
}
