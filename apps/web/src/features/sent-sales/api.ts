import type { ResponseOf, SentBodyOf, SentQueryOf } from '@anticipa/contract/route';
import { cancelPreSell, sendSummary } from '@anticipa/contract/sales';
import { getSale, listSales, resendSale, saleConstancia, saleContract } from '@anticipa/contract/sent-sales';
import { saleProof } from '@anticipa/contract/transfers';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { blobOf, pdfOf, saveFile } from '../../lib/save-file.ts';

const NEWEST: SentQueryOf<typeof listSales> = {};

/** The sales sent to the lender, newest first. */
export const salesQuery = infiniteQueryOptions({
  queryKey: ['sales', 'sent'],
  queryFn: ({ pageParam, signal }) => call(listSales, { query: pageParam, signal }),
  initialPageParam: NEWEST,
  getNextPageParam: ({ next }) => (next === null ? null : { before: String(next) }),
});

export type SaleSheetData = ResponseOf<typeof getSale>['data'];

export const saleQuery = (numberOfSale: string) =>
  queryOptions({
    queryKey: ['sales', 'sent', numberOfSale],
    queryFn: async ({ signal }) => (await call(getSale, { params: { numberOfSale }, signal })).data,
    retry: false,
  });

/** Saves the accepted text as a PDF. */
export const downloadContract = async (numberOfSale: number): Promise<void> =>
  saveFile(pdfOf(await call(saleContract, { params: { numberOfSale: String(numberOfSale) } })));

/** Saves the constancia with all that verifies it, as a ZIP. */
export async function downloadConstancia(numberOfSale: number): Promise<void> {
  const { base64, fileName } = await call(saleConstancia, { params: { numberOfSale: String(numberOfSale) } });
  saveFile({ blob: blobOf(base64, 'application/zip'), name: fileName });
}

const proofTypes = { pdf: 'application/pdf', xml: 'text/xml' } as const;
export type ProofFormat = keyof typeof proofTypes;

/** Saves Banxico's proof of the deposit. */
export async function downloadProof(numberOfSale: number, format: ProofFormat): Promise<void> {
  const params = { numberOfSale: String(numberOfSale) };
  const { base64, fileName } = await call(saleProof, { params, body: { format } });
  saveFile({ blob: blobOf(base64, proofTypes[format]), name: fileName });
}

export const cancelSale = (numberOfSale: number) => {
  const body = { numberOfSales: [numberOfSale] };
  return once({ name: 'cancel', content: body.numberOfSales }, (idempotencyKey) =>
    call(cancelPreSell, { body, idempotencyKey }),
  );
};

export const resend = (numberOfSale: number, body: SentBodyOf<typeof resendSale>) =>
  once({ name: `resend-${numberOfSale}`, content: body }, (idempotencyKey) =>
    call(resendSale, { params: { numberOfSale: String(numberOfSale) }, body, idempotencyKey }),
  );

/** E-mails the summary again, at most once in ten minutes. */
export const mailSale = (numberOfSale: number, email: string) => {
  const body = { numberOfSales: [numberOfSale], emails: [email] };
  return once({ name: 'mail', content: body }, (idempotencyKey) => call(sendSummary, { body, idempotencyKey }));
};
