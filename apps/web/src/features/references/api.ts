/** The calls of payment references. */
import {
  getPaymentInstructions,
  getPaymentReference,
  listPaymentReferences,
  paymentReferencePdf,
  setPaymentReference,
} from '@anticipa/contract/references';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { pdfOf } from '../../lib/save-file.ts';
import type { ReferableInvoice } from './view-model.ts';

/** Makes one reference for the invoices; a retry with the same ones makes no second reference. */
export function useMakeReference() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (invoices: readonly ReferableInvoice[]) => {
      const uuids = invoices.map(({ uuid }) => uuid).toSorted();
      return once({ name: 'reference', content: uuids }, (idempotencyKey) =>
        call(setPaymentReference, { body: { invoices: uuids }, idempotencyKey }),
      );
    },
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['invoices'] });
      void queries.invalidateQueries({ queryKey: ['references'] });
    },
  });
}

/** All references of the client, newest first. */
export const referencesQuery = (clientId: string) =>
  queryOptions({
    queryKey: ['references', 'all', clientId],
    queryFn: async ({ signal }) => (await call(listPaymentReferences, { params: { clientId }, signal })).data,
  });

/** A reference by its id or its text. */
export const referenceQuery = (referenceId: string) =>
  queryOptions({
    queryKey: ['references', 'one', referenceId],
    queryFn: async ({ signal }) =>
      (await call(getPaymentReference, { params: { referenceId }, query: {}, signal })).paymentReference,
  });

/** The account to pay to, per currency. */
export const instructionsQuery = queryOptions({
  queryKey: ['references', 'instructions'],
  queryFn: async ({ signal }) => (await call(getPaymentInstructions, { signal })).data,
});

/** The PDF of a reference; fetched once while the reference is shown. */
export const pdfQuery = (id: string) =>
  queryOptions({
    queryKey: ['references', 'pdf', id],
    queryFn: async ({ signal }) => pdfOf(await call(paymentReferencePdf, { params: { id }, body: {}, signal })),
    staleTime: 60_000,
    retry: false,
  });
