import { listInterest } from '@anticipa/contract/interest';
import { firstDayOf, lastDayOf, type Month } from '@anticipa/domain/month';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { interestRowsOf } from './view-model.ts';

/** The rows of a month; a deposit makes them stale, and so does the next day. */
export const interestQuery = (month: Month, today: string) =>
  queryOptions({
    queryKey: ['invoices', 'interest', month, today],
    queryFn: async ({ signal }) => {
      const body = { startDate: firstDayOf(month), endDate: lastDayOf(month) };
      return interestRowsOf((await call(listInterest, { body, signal })).data.credits);
    },
  });
