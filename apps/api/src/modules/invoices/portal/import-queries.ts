/** The invoices that a client's table names, and the tables to fill in. */
import { id } from '@anticipa/contract/wire';
import type { ImportKind } from '@anticipa/domain/import-rows';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { type Money, moneyOf } from '@anticipa/domain/money';
import { weekDayNumbers } from '@anticipa/domain/payment-habit';
import { integerColumn, moneyColumns, type TableColumn, textColumn } from '@anticipa/texts/tables/table';
import { sql } from 'kysely';
import { z } from 'zod';
import { flag, rowsOf, text } from '../../../platform/db/rows.ts';
import type { ClientWork, Lock } from '../../../platform/work/work.ts';
import { companiesOf } from '../company-queries.ts';

const namedRow = z.object({
  documentId: id,
  uuid: text,
  serie: text.nullable(),
  folio: text.nullable(),
  status: z.literal(Object.values(invoiceStatus)),
  isSettled: flag,
  purchaseOrder: text.nullable(),
});
export interface NamedInvoice extends z.output<typeof namedRow> {
  readonly name: string;
}

/** The client's open invoices, and those with the UUIDs; none that a user deleted. */
export async function namedInvoices(
  { db, tenant }: ClientWork,
  uuids: readonly string[],
  lock: Lock,
): Promise<NamedInvoice[]> {
  const rows = await rowsOf(db, namedRow)`
    select document_id as "documentId", uuid, serie, folio, status, is_settled as "isSettled", purchase_order as "purchaseOrder"
    from invoices
    where client_id = ${tenant} and (not is_settled or uuid = any(${uuids}::text[])) and not motive_by_user
    order by document_id ${lock === 'update' ? sql`for update` : sql``}`;
  return rows.map((row) => ({ ...row, name: [row.serie, row.folio].filter(Boolean).join('-') || row.uuid }));
}

interface ToFill {
  readonly uuid: string;
  readonly serie: string | null;
  readonly folio: string | null;
  readonly name: string;
  readonly rfc: string;
  readonly total: Money | null;
  readonly term: number | null;
  readonly weekDays: string | null;
}

const money2 = moneyColumns<ToFill>(null);
const columns: Readonly<Record<ImportKind, readonly TableColumn<ToFill>[]>> = {
  orders: [
    textColumn('uuid', 'UUID', ({ uuid }) => uuid),
    textColumn('serie', 'Serie', ({ serie }) => serie),
    textColumn('folio', 'Folio', ({ folio }) => folio),
    textColumn('name', 'Cliente', ({ name }) => name),
    money2('total', 'Importe', ({ total }) => total),
    textColumn('order', 'Orden de compra', () => ''),
  ],
  terms: [
    textColumn('rfc', 'RFC', ({ rfc }) => rfc),
    textColumn('name', 'Cliente', ({ name }) => name),
    integerColumn('term', 'Plazo en días', ({ term }) => term),
    textColumn('weekDays', 'Día de pago', ({ weekDays }) => weekDays),
  ],
};

const lackingRow = z.object({
  uuid: text,
  serie: text.nullable(),
  folio: text.nullable(),
  name: text,
  rfc: text,
  total: text,
  currency: z.enum(['MXN', 'USD']),
});

/** The table of a kind with what the client would fill in. */
export async function tableToFill(work: ClientWork, kind: ImportKind) {
  const rows = kind === 'orders' ? await invoicesWithoutOrder(work) : await receiversWithTerms(work);
  return { columns: columns[kind], rows: rows.map((row) => columns[kind].map(({ cell }) => cell(row))) };
}

async function invoicesWithoutOrder({ db, tenant }: ClientWork): Promise<ToFill[]> {
  const rows = await rowsOf(db, lackingRow)`
    select uuid, serie, folio, receiver_name as name, receiver_rfc as rfc, total::text as total, currency
    from invoices
    where client_id = ${tenant} and not is_settled and product = 'FB' and purchase_order is null
      and status in (${invoiceStatus.AUTORIZADA}, ${invoiceStatus.REGISTRADO})
    order by receiver_name, emitted_on, document_id`;
  return rows.map((row) => ({ ...row, total: moneyOf(row.total, row.currency), term: null, weekDays: null }));
}

const dayNames = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes'];

async function receiversWithTerms(work: ClientWork): Promise<ToFill[]> {
  const companies = await companiesOf(work, {});
  return companies.map(({ rfc, razonSocial, paymentDays: [saved] }) => ({
    uuid: '',
    serie: null,
    folio: null,
    name: razonSocial,
    rfc,
    total: null,
    term: saved?.paymentDays ?? null,
    weekDays:
      saved === undefined
        ? null
        : dayNames.filter((_, index) => weekDayNumbers(saved.weekDays).includes(String(index + 1))).join(', '),
  }));
}
