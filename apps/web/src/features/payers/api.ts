import { listPayers } from '@anticipa/contract/payers';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** The company's payers, the main entry first; without a payment-order company the function is not activated. */
export const payersQuery = (rfc: string) =>
  queryOptions({
    queryKey: ['payers', rfc],
    queryFn: ({ signal }) => call(listPayers, { params: { rfc }, signal }),
  });
