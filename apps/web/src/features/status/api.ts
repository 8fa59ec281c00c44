/** The queries of the status dashboard and its tables, and the download of an original. */
import { downloadFile } from '@anticipa/contract/files';
import { countInvoices, type Invoice, listInvoices } from '@anticipa/contract/invoices';
import type { InvoiceStatus } from '@anticipa/domain/invoice';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api-client.ts';
import { saveFile } from '../../lib/save-file.ts';

export const countsQuery = queryOptions({
  queryKey: ['invoices', 'counts'],
  queryFn: async ({ signal }) => (await call(countInvoices, { signal })).data,
});

/** All invoices in one status, newest first. */
export const statusQuery = (status: InvoiceStatus) =>
  queryOptions({
    queryKey: ['invoices', 'status', status],
    queryFn: async ({ signal }) => (await call(listInvoices, { query: { status: String(status) }, signal })).data,
  });

/** Saves the XML under its own name, byte for byte as uploaded. */
export async function downloadOriginal({ fileId, fileName }: Invoice): Promise<void> {
  const { blob } = await callForFile(downloadFile, { params: { id: fileId } });
  saveFile({ blob, name: fileName });
}
