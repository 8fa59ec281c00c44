import { getTaxpayerList, uploadTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

export const taxpayerListQuery = queryOptions({
  queryKey: ['taxpayer-list'],
  queryFn: async ({ signal }) => (await call(getTaxpayerList, { signal })).data,
});

export const uploadList = async (file: Blob) => (await call(uploadTaxpayerList, { file })).data;
