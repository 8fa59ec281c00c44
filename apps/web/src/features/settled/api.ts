import { listInvoices } from '@anticipa/contract/invoices';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { settledRowsOf } from './view-model.ts';

/** The invoices whose payment is dated in a month. */
export const settledQuery = (month: Month) =>
  queryOptions({
    queryKey: ['invoices', 'settled', month],
    queryFn: async ({ signal }) => {
      const query = {
        status: String(invoiceStatus.LIQUIDADO),
        fechaPagoInicial: firstDayOf(month),
        fechaPagoFinal: lastDayOf(month),
      };
      return settledRowsOf((await call(listInvoices, { query, signal })).data);
    },
  });
