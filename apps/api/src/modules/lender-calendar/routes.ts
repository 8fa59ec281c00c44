import { fetchExchangeRate, getLenderCalendar, publishRate, setHoliday } from '@anticipa/contract/lender-calendar';
import { done } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import { oneAtATime } from '../approvals/submit.ts';
import type { Deps } from '../deps.ts';
import { changeHoliday, publishToday } from './commands.ts';
import { fetchRate } from './fetch-rate.ts';
import { lenderCalendar } from './queries.ts';

export const lenderCalendarRoutes: readonly Served<Deps>[] = [
  read(getLenderCalendar, async (work) => done({ data: await lenderCalendar(work) })),
  write(setHoliday, (work, { body }) => changeHoliday(work, body)),
  write(publishRate, (work, { body }) => publishToday(work, body), {
    broken: oneAtATime,
  }),
  serve(fetchExchangeRate, async (deps, { caller }) => done({ outcome: await fetchRate(deps, caller) })),
];
