import { clientCfdiFile, listClientCfdi } from '@anticipa/contract/client-papers';
import { interestInvoiceFile, listInterest, listInterestInvoices } from '@anticipa/contract/interest';
import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { blobOf, saveFile } from '../../lib/save-file.ts';
import { interestRowsOf } from './view-model/detail.ts';
import { invoiceRowsOf } from './view-model/invoices.ts';

/** The rows of a month; stale after a deposit and on the next day. */
export const interestQuery = (month: Month, today: string) =>
  queryOptions({
    queryKey: ['invoices', 'interest', month, today],
    queryFn: async ({ signal }) => {
      const body = { startDate: firstDayOf(month), endDate: lastDayOf(month) };
      return interestRowsOf((await call(listInterest, { body, signal })).data.credits);
    },
  });

/** The invoices emitted in a month. */
export const interestInvoicesQuery = (month: Month, clientId?: string) =>
  queryOptions({
    queryKey: ['invoices', 'interest-invoices', month, clientId],
    queryFn: async ({ signal }) => {
      const search = { startDate: firstDayOf(month), endDate: lastDayOf(month) };
      const { data } = await (clientId === undefined
        ? call(listInterestInvoices, { body: { search }, signal })
        : call(listClientCfdi, { params: { clientId }, query: search, signal }));
      return invoiceRowsOf(data);
    },
  });

/** Saves an invoice or a payment complement as its stamped XML or as a PDF. */
export async function downloadInvoice(
  { id }: { readonly id: string },
  fileType: 'pdf' | 'xml',
  clientId?: string,
): Promise<void> {
  const { file } = await (clientId === undefined
    ? call(interestInvoiceFile, { params: { fileType, id } })
    : call(clientCfdiFile, { params: { clientId, fileType, id } }));
  saveFile({ blob: blobOf(file.Content, file.ContentType), name: file.FileName });
}
