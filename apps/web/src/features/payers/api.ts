import { createCostCentre, listClabeDebts, listPayers, mailClabe } from '@anticipa/contract/payers';
import { createCompany, findCompanies, type ReceiverCompany } from '@anticipa/contract/receivers';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { once } from '../../lib/once.ts';
import { useChange } from '../../lib/use-change.ts';
import type { NewPayer } from './view-model.ts';

/** The company's payers, the main entry first. Without a payment-order company the function is not activated. */
export const payersQuery = (rfc: string) =>
  queryOptions({
    queryKey: ['payers', rfc],
    queryFn: ({ signal }) => call(listPayers, { params: { rfc }, signal }),
  });

/** The company's receiver with a tax id; null if it has none. */
export const findReceiver = async (rfc: string): Promise<ReceiverCompany | null> =>
  (await call(findCompanies, { query: { rfc } })).data[0] ?? null;

/** Registers a receiver for the lender to review; one that exists is returned as it is. */
export function useCreateReceiver() {
  return useMutation({
    mutationFn: async ({ rfc, name }: NewPayer) => {
      const body = { rfc, razonSocial: name };
      return await once({ name: 'company', content: body }, (idempotencyKey) =>
        call(createCompany, { body, idempotencyKey }),
      );
    },
  });
}

const stale = [['payers'], ['invoices']];

/** Gives a receiver its CLABE; a retry gives no second one. */
export const useCreateCostCentre = () =>
  useChange(stale, async ({ rfc, name }: NewPayer) => {
    const body = { rfcPayer: rfc, stpName: name };
    return await once({ name: 'cost-centre', content: body }, (idempotencyKey) =>
      call(createCostCentre, { body, idempotencyKey }),
    );
  });

/** Invoices that their payers pay to a CLABE of their own: one, or those of a currency that are due. */
export type Owing = { readonly documentId: string } | { readonly overdue: FinancedCurrency };

export const debtsQuery = (owing: Owing) =>
  queryOptions({
    queryKey: ['invoices', 'clabe-debts', owing],
    queryFn: async ({ signal }) => (await call(listClabeDebts, { query: owing, signal })).data,
  });

/** Mails a payer what it owes; a retry sends no second mail. */
export const useMailClabe = () =>
  useMutation({
    mutationFn: async (body: { readonly documentIds: string[]; readonly email: string }) =>
      await once({ name: 'clabe-mail', content: body }, (idempotencyKey) => call(mailClabe, { body, idempotencyKey })),
  });
