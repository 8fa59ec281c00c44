import { checkImport, importTemplate, saveImport } from '@anticipa/contract/imports';
import { getInvoice } from '@anticipa/contract/invoice-sheet';
import {
  countInvoices,
  deleteInvoice as deleteRoute,
  listInvoices as listRoute,
  restoreInvoice as restoreRoute,
  updateInvoice,
} from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import {
  getInvoiceBalance,
  getPaymentInformation,
  listInvoiceBalances,
  nextPayments,
} from '@anticipa/contract/payments';
import {
  createCompany as createRoute,
  findCompanies,
  savePaymentHabit as habitRoute,
} from '@anticipa/contract/receivers';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { done, refuse, refuseEach } from '@anticipa/domain/errors';
import { cleanRfc } from '@anticipa/domain/receiver';
import { fileOf, sendFile } from '../../../platform/documents/export-file.ts';
import { read, type Served, serveRaw, write } from '../../../platform/http/http.ts';
import { serveVersionedList } from '../../../platform/http/versioned-list.ts';
import { runAs } from '../../../platform/work/transaction.ts';
import type { Deps } from '../../deps.ts';
import { companiesOf } from '../company-queries.ts';
import { statusCounts } from '../queries.ts';
import { changeInvoice } from './change.ts';
import { createCompany, savePaymentHabit } from './companies.ts';
import { deleteInvoice, restoreInvoice } from './delete.ts';
import { checkTable, saveTable } from './import.ts';
import { tableToFill } from './import-queries.ts';
import { listInvoices } from './list-queries.ts';
import { openListJson, openVersion } from './open-list.ts';
import { arrivedPayments, balanceOf, duePayments, financedBalances, unknownUuids } from './payment-queries.ts';
import { invoiceSheet } from './sheet-queries.ts';

const REJECTED_DAYS = 7;

/** First date of the rejected invoices that are asked for; undefined for all. */
const rejectedFrom = (today: IsoDate, asked: string | boolean | undefined): string | undefined =>
  asked === true ? addDays(today, -REJECTED_DAYS) : asked || undefined;

const isId = (client: string | undefined): boolean => client?.includes('-') === true;

export const invoicesRoutes: readonly Served<Deps>[] = [
  read(
    listRoute,
    async (work, { query }) =>
      done({
        data: await listInvoices(work, {
          statuses: query.status ?? null,
          products: query.products,
          paidFrom: query.fechaPagoInicial,
          paidUntil: query.fechaPagoFinal,
          rejectedFrom: rejectedFrom(work.today, query.sevenDaysRejectedDate),
          isUnpaid: query.withoutPaymentDate,
          isInCreditShown: query.showCredit,
          paymentReference: query.paymentReference,
        }),
      }),
    { claims: ({ query: { clientId, rfc } }) => ({ clientId, rfc }) },
  ),
  read(getInvoice, (work, { params }) => invoiceSheet(work, params.id)),
  serveVersionedList(listOpenInvoices, {
    version: openVersion,
    isSmall: ({ ids }) => ids !== undefined,
    render: openListJson,
  }),
  write(updateInvoice, (work, { params, body }) => changeInvoice(work, params.documentId, body), {
    claims: ({ body: { clientId } }) => ({ clientId }),
  }),
  read(getPaymentInformation, async (work, { query: { uuids } }) => {
    const unknown = await unknownUuids(work, uuids);
    return unknown.length > 0 ? refuseEach('NOT_FOUND', unknown) : done({ data: await arrivedPayments(work, uuids) });
  }),
  read(nextPayments, async (work, { query }) => done({ data: await duePayments(work, query.products) }), {
    claims: ({ query: { clientId } }) => ({ clientId }),
  }),
  read(getInvoiceBalance, async (work, { params }) => {
    const data = await balanceOf(work, params.id);
    return data ? done({ data }) : refuse('NOT_FOUND');
  }),
  read(listInvoiceBalances, async (work) => done({ data: await financedBalances(work) }), {
    claims: ({ query: { clientId, client } }) => [{ clientId }, isId(client) ? { clientId: client } : { rfc: client }],
  }),
  write(deleteRoute, (work, { body }) => deleteInvoice(work, body.documentId), {
    claims: ({ body }) => ({ userId: body.clientUserId }),
  }),
  write(restoreRoute, (work, { body }) => restoreInvoice(work, body.documentId), {
    claims: ({ body }) => ({ userId: body.clientUserId }),
  }),
  read(countInvoices, async (work) => done({ data: await statusCounts(work) })),
  read(
    findCompanies,
    async (work, { query: { rfc, name } }) =>
      done({ data: await companiesOf(work, { rfc: rfc === undefined ? rfc : cleanRfc(rfc), name }) }),
    { claims: ({ query: { clientId } }) => ({ clientId }) },
  ),
  write(createRoute, (work, { body }) => createCompany(work, body), {
    claims: ({ body: { clientId } }) => ({ clientId }),
  }),
  write(checkImport, (work, { bytes, query }) => checkTable(work, bytes, query.kind)),
  write(saveImport, (work, { bytes, query }) => saveTable(work, bytes, query)),
  serveRaw(importTemplate, async (deps: Deps, { caller, query: { kind, format } }, reply) => {
    const made = await runAs(deps, caller, async (work) => {
      const { columns, rows: all } = await tableToFill(work, kind);
      async function* rows() {
        yield all;
      }
      const name = kind === 'orders' ? 'Órdenes de compra' : 'Plazos de pago';
      return fileOf({ name, columns, rows: rows() }, { format, today: work.today });
    });
    return sendFile(reply, made);
  }),
  write(habitRoute, (work, { body }) => savePaymentHabit(work, body), {
    claims: ({ body: { clientId } }) => ({ clientId }),
  }),
];
