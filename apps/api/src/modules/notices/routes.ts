import { changeNoticeChoices, getNoticeChoices, listNotices, readNotices } from '@anticipa/contract/notices';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { choicesOf } from './choice-queries.ts';
import { changeChoices, markRead } from './commands.ts';
import { noticesOf } from './queries.ts';

export const noticeRoutes: readonly Served[] = [
  read(listNotices, async (work, { query }) => done(await noticesOf(work, query))),
  write(readNotices, async (work, { body }) => done(await markRead(work, body.noticeIds))),
  read(getNoticeChoices, async (work) => done(await choicesOf(work))),
  write(changeNoticeChoices, (work, { body }) => changeChoices(work, body)),
];
