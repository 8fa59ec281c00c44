import {
  countInvoices,
  deleteInvoice as deleteRoute,
  listInvoices as listRoute,
  restoreInvoice as restoreRoute,
} from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../lib/http/http.ts';
import { serveVersionedList } from '../../lib/http/versioned-list.ts';
import { deleteInvoice, restoreInvoice } from './delete.ts';
import { openListJson, openVersion } from './open-list.ts';
import { listInvoices, statusCounts } from './queries.ts';

const REJECTED_DAYS = 7;

/** First date of the rejected invoices that are asked for; undefined for all. */
const rejectedFrom = (today: IsoDate, asked: string | boolean | undefined): string | undefined =>
  asked === true ? addDays(today, -REJECTED_DAYS) : asked || undefined;

export const invoicesRoutes: readonly Served[] = [
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
  serveVersionedList(listOpenInvoices, {
    version: openVersion,
    isSmall: ({ ids }) => ids !== undefined,
    render: openListJson,
  }),
  write(deleteRoute, (work, { body }) => deleteInvoice(work, body.documentId), {
    claims: ({ body }) => ({ userId: body.clientUserId }),
  }),
  write(restoreRoute, (work, { body }) => restoreInvoice(work, body.documentId), {
    claims: ({ body }) => ({ userId: body.clientUserId }),
  }),
  read(countInvoices, async (work) => done({ data: await statusCounts(work) })),
];
