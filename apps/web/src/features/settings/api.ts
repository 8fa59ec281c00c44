import { listBankParts } from '@anticipa/contract/accountant';
import { proposeSetting } from '@anticipa/contract/approvals';
import { uploadLogo } from '@anticipa/contract/brand';
import { changeReminders, getReminders, getTodaysReminders } from '@anticipa/contract/reminders';
import type { SentBodyOf } from '@anticipa/contract/route';
import { changeSetting, getSettings } from '@anticipa/contract/settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async ({ signal }) => (await call(getSettings, { signal })).settings,
});

export const useChangeSetting = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SentBodyOf<typeof changeSetting>) => call(changeSetting, { body, idempotencyKey: newUuid() }),
    onSuccess: ({ settings }) => queries.setQueryData(settingsQuery.queryKey, settings),
  });
};

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }) => call(getReminders, { signal }),
});

export const todaysRemindersQuery = queryOptions({
  queryKey: ['reminders', 'today'],
  queryFn: ({ signal }) => call(getTodaysReminders, { signal }),
});

export const useChangeReminders = () =>
  useChange([['reminders']], (body: SentBodyOf<typeof changeReminders>) =>
    call(changeReminders, { body, idempotencyKey: newUuid() }),
  );

export const useProposeSetting = () =>
  useChange([['approvals'], ['settings']], (body: SentBodyOf<typeof proposeSetting>) =>
    call(proposeSetting, { body, idempotencyKey: newUuid() }),
  );

export const uploadPictures = (body: SentBodyOf<typeof uploadLogo>) =>
  call(uploadLogo, { body, idempotencyKey: newUuid() });

/** Bank accounts that may have a number of their own in the lender's chart. */
export const bankPartsQuery = queryOptions({
  queryKey: ['settings', 'banks'],
  queryFn: async ({ signal }) => (await call(listBankParts, { signal })).data,
});
