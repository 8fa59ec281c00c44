import { countInvoices, listInvoices as listRoute } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { done } from '@anticipa/domain/errors';
import { read, type Served } from '../../lib/http/http.ts';
import { serveVersionedList } from '../../lib/http/versioned-list.ts';
import { openListJson, openVersion } from './open-list.ts';
import { listInvoices, statusCounts } from './queries.ts';

export const invoicesRoutes: readonly Served[] = [
  read(
    listRoute,
    async (work, { query }) =>
      done({
        data: await listInvoices(work, {
          statuses: query.status ?? null,
          paidFrom: query.fechaPagoInicial,
          paidUntil: query.fechaPagoFinal,
        }),
      }),
    { claims: ({ query }) => query },
  ),
  serveVersionedList(listOpenInvoices, {
    version: openVersion,
    isSmall: ({ ids }) => ids !== undefined,
    render: openListJson,
  }),
  read(countInvoices, async (work) => done({ data: await statusCounts(work) })),
];
