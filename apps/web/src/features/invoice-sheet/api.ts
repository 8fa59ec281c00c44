import { downloadFile } from '@anticipa/contract/files';
import { getInvoice } from '@anticipa/contract/invoice-sheet';
import type { ResponseOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api-client.ts';

export type InvoiceSheetData = ResponseOf<typeof getInvoice>['data'];

/** By id or fiscal UUID. */
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
    queryFn: async ({ signal }) => {
      const { blob } = await callForFile(downloadFile, { params: { id: fileId }, signal });
      return { blob, xml: textOf(new Uint8Array(await blob.arrayBuffer())) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** In the encoding that the XML declares; UTF-8 by default. */
function textOf(bytes: Uint8Array): string {
  const beginning = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /encoding=["']([\w-]+)["']/.exec(beginning)?.[1] ?? 'utf-8';
  return new TextDecoder(/^iso-8859-1$/i.test(declared) ? 'latin1' : 'utf-8').decode(bytes);
}
