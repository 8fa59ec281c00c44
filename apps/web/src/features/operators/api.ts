import {
  changeOperator,
  disableOperator,
  endOperatorSessions,
  inviteOperatorAgain,
  listOperators,
} from '@anticipa/contract/operators';
import type { SentBodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: ({ signal }) => call(listOperators, { signal }),
});

const stale = [['operators']];

export type AccessChange =
  | SentBodyOf<typeof changeOperator>['change']
  | { readonly kind: 'disable'; readonly operatorId: string };

/** Resolves to whether the change waits for another administrator. */
export const useChangeAccess = () =>
  useChange(stale, async ({ reason, change }: { readonly reason: string; readonly change: AccessChange }) => {
    if (change.kind === 'disable') {
      await call(disableOperator, { params: { operatorId: change.operatorId }, body: { reason } });
      return false;
    }
    const { proposal } = await call(changeOperator, { body: { reason, change }, idempotencyKey: newUuid() });
    return proposal !== null;
  });

export const useEndSessions = () =>
  useChange(stale, (operatorId: string) => call(endOperatorSessions, { params: { operatorId }, body: {} }));

export const useInviteAgain = () =>
  useChange(stale, (operatorId: string) => call(inviteOperatorAgain, { params: { operatorId }, body: {} }));
