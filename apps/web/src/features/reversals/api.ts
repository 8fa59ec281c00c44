import { previewReversal, proposeReversal } from '@anticipa/contract/reversals';
import type { BodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

export type Wanted = Omit<BodyOf<typeof proposeReversal>, 'reason'>;

export const previewQuery = ({ kind, id, money, to }: Wanted) =>
  queryOptions({
    queryKey: ['reversal', kind, id, money ?? '', to ?? []],
    queryFn: ({ signal }) =>
      call(previewReversal, {
        query: { kind, id, ...(money === undefined ? {} : { money }), ...(to && { to: to.join(',') }) },
        signal,
      }),
    retry: false,
  });

export const usePropose = () =>
  useChange([['proposals']], (body: BodyOf<typeof proposeReversal>) =>
    call(proposeReversal, { body, idempotencyKey: newUuid() }),
  );
