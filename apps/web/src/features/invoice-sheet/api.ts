import { downloadFile } from '@anticipa/contract/files';
import { getInvoice } from '@anticipa/contract/invoice-sheet';
import type { ResponseOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api-client.ts';
import { originalXml } from '../../lib/original-xml.ts';

export type InvoiceSheetData = ResponseOf<typeof getInvoice>['data'];

/** Finds an invoice by id or fiscal UUID. */
export const invoiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoices', 'sheet', id],
    queryFn: async ({ signal }) => (await call(getInvoice, { params: { id }, signal })).data,
    retry: false,
  });

/** The uploaded file, byte for byte; it never changes. */
export const originalQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['files', 'original', fileId],
    queryFn: ({ signal }) => originalXml(callForFile(downloadFile, { params: { id: fileId }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
