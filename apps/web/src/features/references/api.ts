/** The calls of payment references. */
import {
  cancelPaymentReference,
  getPaymentInstructions,
  getPaymentReference,
  listPaymentReferences,
  paymentReferencePdf,
  quotePaymentReference,
  setPaymentReference,
} from '@anticipa/contract/references';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { homeQuery } from '../../lib/queries.ts';
import { pdfOf } from '../../lib/save-file.ts';
import type { ReferableInvoice } from './view-model.ts';

/** Makes one reference for the invoices; a retry with the same ones makes no second reference. */
export function useMakeReference() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ invoices, payOn }: WantedReference) => {
      const body = { invoices: invoices.map(({ uuid }) => uuid).toSorted(), ...(payOn ? { payOn } : {}) };
      return once({ name: 'reference', content: body }, (idempotencyKey) =>
        call(setPaymentReference, { body, idempotencyKey }),
      );
    },
    onSettled: () => refresh(queries),
  });
}

interface WantedReference {
  readonly invoices: readonly Pick<ReferableInvoice, 'uuid'>[];
  /** `YYYY-MM-DD`; today by default. */
  readonly payOn?: string | undefined;
}

/** Cancels a reference; a retry changes nothing. */
export function useCancelReference(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () =>
      once({ name: 'cancel-reference', content: id }, (idempotencyKey) =>
        call(cancelPaymentReference, { params: { id }, body: {}, idempotencyKey }),
      ),
    onSettled: () => refresh(queries),
  });
}

function refresh(queries: QueryClient): void {
  for (const queryKey of [['invoices'], ['references'], homeQuery.queryKey])
    void queries.invalidateQueries({ queryKey });
}

/** The amount of a reference for all overdue invoices of a currency; `payOn` null is today. */
export const overdueQuote = (currency: FinancedCurrency, payOn: string | null) =>
  queryOptions({
    // Its own noun: making the reference must not ask for the amount of another one.
    queryKey: ['quote', currency, payOn],
    queryFn: async ({ signal }) =>
      (await call(quotePaymentReference, { body: { overdue: currency, ...(payOn ? { payOn } : {}) }, signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
  });

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
