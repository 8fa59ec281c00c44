import { retrySystem } from '@anticipa/contract/systems';
import { getTaxpayerList, uploadTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Milliseconds between readings while there is no list: operators receive no events. */
const POLL_MS = 5_000;

export const taxpayerListQuery = queryOptions({
  queryKey: ['taxpayer-list'],
  queryFn: async ({ signal }) => (await call(getTaxpayerList, { signal })).data,
  // The first list arrives by download.
  refetchInterval: ({ state }) => (state.data?.cut === null ? POLL_MS : false),
});

export const uploadList = async (file: Blob) => (await call(uploadTaxpayerList, { file })).data;

export const downloadList = () => call(retrySystem, { params: { system: 'taxpayer-list' }, body: {} });
