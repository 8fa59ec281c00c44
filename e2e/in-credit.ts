import { uploadFile } from '@anticipa/contract/files';
import { listInvoices } from '@anticipa/contract/invoices';
import type { Sale } from '@anticipa/contract/sales';
import type { IsoDate } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { expect } from '@playwright/test';
import type { PickedFile } from './invoices.ts';
import { api } from './portal.ts';

interface SoldInvoice {
  readonly documentId: string;
  readonly uuid: string;
  readonly numberOfSale: number;
}

interface Order {
  readonly files: readonly PickedFile[];
  readonly dueDate: IsoDate;
  /** The demo's robot leaves sales with OPERADOR to a person. Defaults to OC1. */
  readonly purchaseOrder?: string;
}

/** Uploads invoices and sends them to the lender, over the API as a user of their client. */
export async function requestSale(
  email: string,
  { files, dueDate, purchaseOrder = 'OC1' }: Order,
): Promise<SoldInvoice[]> {
  const { post } = await api(email);
  const uploaded = await Promise.all(
    files.map(async ({ name, buffer }) => {
      const answer = await post('/api/file', { fileName: name, fileData: buffer.toString('base64') });
      return uploadFile.response.parse(await answer.json()).invoice;
    }),
  );
  const invoices = uploaded.flatMap((invoice) => invoice ?? []);
  const step = async (name: string, body: unknown) => (await post(`/api/factoringDocument/${name}`, body)).json();
  const documents = invoices.map(({ documentId }) => ({ documentId, dueDate, purchaseOrder }));
  const { sales }: { sales: Sale[] } = await step('setAsPreSell', { documents });
  const numberOfSales = sales.map(({ numberOfSale }) => numberOfSale);
  const { terms } = await step('processPreSells', { numberOfSales });
  await step('requestAuthorization', {
    invoices: invoices.map(({ documentId }) => ({ documentId })),
    acceptedTerms: { version: terms.version, hash: terms.hash },
  });
  const uuids = new Map(invoices.map(({ documentId, uuid }) => [documentId, uuid]));
  return sales.flatMap(({ items, numberOfSale }) =>
    items.map(({ documentId }) => ({ documentId, uuid: uuids.get(documentId) ?? '', numberOfSale })),
  );
}

/** Sells invoices over the API as a user of their client and waits for the lender's deposit. */
export async function sellIntoCredit(email: string, order: Order): Promise<SoldInvoice[]> {
  const invoices = await requestSale(email, order);
  const { get } = await api(email);
  const deposited = async (): Promise<number> => {
    const answer = await get(`/api/factoringDocument?status=${invoiceStatus.CREDITO}`);
    const inCredit = new Set(listInvoices.response.parse(answer).data.map(({ documentId }) => documentId));
    return invoices.filter(({ documentId }) => inCredit.has(documentId)).length;
  };
  await expect.poll(deposited, { intervals: [500] }).toBe(invoices.length);
  return invoices;
}
