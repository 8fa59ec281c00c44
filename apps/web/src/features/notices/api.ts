import {
  addPushBrowser,
  changeNoticeChoices,
  confirmWhatsApp,
  endWhatsApp,
  getNoticeChoices,
  listNotices,
  type NoticeChoiceRow,
  type NoticeChoices,
  readNotices,
} from '@anticipa/contract/notices';
import type { SentQueryOf } from '@anticipa/contract/route';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { endPush, registerBrowser, registeredBrowser } from '../../lib/push-browser.ts';
import { useChange } from '../../lib/use-change.ts';

export type NoticeFilter = Pick<SentQueryOf<typeof listNotices>, 'event' | 'unread'>;

export const noticesQuery = (filter: NoticeFilter) =>
  infiniteQueryOptions({
    queryKey: ['notices', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listNotices, { query: { ...filter, ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** How many notices the person has not read. */
export const unreadQuery = queryOptions({
  queryKey: ['notices', 'unread'],
  queryFn: async ({ signal }) => (await call(listNotices, { query: { unread: 'true' }, signal })).unread,
});

/** Marks notices as read; all of them with null. */
export const useReadNotices = () =>
  useChange([['notices']], (noticeIds: readonly string[] | null) =>
    call(readNotices, { body: { noticeIds: noticeIds === null ? null : [...noticeIds] } }),
  );

export const choicesQuery = queryOptions({
  queryKey: ['notices', 'choices'],
  queryFn: ({ signal }) => call(getNoticeChoices, { signal }),
});

/** Stores the choice of one event; it is shown at once, and the old one again after a refusal. */
export function useChoose() {
  const queries = useQueryClient();
  const { queryKey } = choicesQuery;
  return useMutation({
    mutationFn: ({ isLocked: _, ...choice }: NoticeChoiceRow) =>
      call(changeNoticeChoices, { body: { choices: [choice] } }),
    onMutate: async (chosen) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(
        queryKey,
        (known: NoticeChoices | undefined) =>
          known && { ...known, data: known.data.map((one) => (one.event === chosen.event ? chosen : one)) },
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

/** Asks for the code that the person sends by WhatsApp. */
export const useConfirmWhatsApp = () => useMutation({ mutationFn: () => call(confirmWhatsApp, { body: {} }) });

export const useEndWhatsApp = () =>
  useChange<void, unknown>([choicesQuery.queryKey], () => call(endWhatsApp, { body: {} }));

const BROWSER = ['push-browser'];

/** Whether this browser is registered, undefined until that is known; and registering it, which is false if the person refuses. */
export function usePushBrowser(key: string) {
  const { data } = useQuery({ queryKey: BROWSER, queryFn: registeredBrowser });
  const begin = useChange<void, boolean>([BROWSER], async () => {
    const browser = await registerBrowser(key);
    if (browser !== null) await call(addPushBrowser, { body: browser });
    return browser !== null;
  });
  const end = useChange<void, void>([BROWSER], endPush);
  return { isOn: data === undefined ? undefined : data !== null, begin, end };
}
