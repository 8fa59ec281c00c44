import { calendarFeed, getCalendar, MAX_CALENDAR_DAYS, renewCalendarLink } from '@anticipa/contract/calendar';
import {
  addDays,
  dateAt,
  dateOf,
  datesBetween,
  daysBetween,
  holidaysAmong,
  MEXICO_CITY,
} from '@anticipa/domain/calendar';
import { done, refuse } from '@anticipa/domain/errors';
import { companyAddress } from '@anticipa/texts/company-link';
import { sendRefusal } from '../../platform/http/answers.ts';
import { read, type Served, serve, serveRaw } from '../../platform/http/http.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import { brandOf } from '../brand/queries.ts';
import { marketOf } from '../credit/queries.ts';
import type { Deps } from '../deps.ts';
import { renewLink } from './commands.ts';
import { icsOf } from './ics.ts';
import { calendarEvents, clientOfKey, linkedAt } from './queries.ts';

const FEED_DAYS = { before: 60, after: 340 };

export const calendarRoutes: readonly Served<Deps>[] = [
  read(getCalendar, async (work, { query }) => {
    const [from, to] = [dateOf(query.from), dateOf(query.to)];
    const days = daysBetween(from, to);
    if (days < 0 || days > MAX_CALENDAR_DAYS) return refuse('INVALID_REQUEST');
    const { holidays: extra } = await marketOf(work);
    const holidays = holidaysAmong(datesBetween(from, to), extra);
    const data = await calendarEvents(work, { from, to });
    return done({ today: work.today, data, holidays, linkedAt: await linkedAt(work) });
  }),
  serve(renewCalendarLink, (deps, { caller }) =>
    attemptAs(deps, caller, (work) => renewLink(work, deps.config.baseUrl)),
  ),
  serveRaw(calendarFeed, async (deps, { params, caller }, reply) => {
    const { requestId } = caller;
    const owner = await runAs(deps, { actor: null, requestId, idempotency: null }, async (work) => {
      const found = await clientOfKey(work, params.key.slice(0, -'.ics'.length));
      return found && { ...found, brand: (await brandOf(work)).name };
    });
    if (!owner) return sendRefusal(reply, 'NOT_FOUND');
    const { clientId: tenant, entityName } = owner;
    const at = deps.clock.now();
    const today = dateAt(at, MEXICO_CITY);
    const range = { from: addDays(today, -FEED_DAYS.before), to: addDays(today, FEED_DAYS.after) };
    const events = await deps.db.withTransaction({ as: 'tenant', clientId: tenant }, (db) =>
      calendarEvents({ db, tenant, today }, range),
    );
    const { baseUrl } = deps.config;
    return reply
      .header('content-type', 'text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="calendario.ics"')
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(
        icsOf(events, {
          brand: owner.brand,
          name: entityName,
          scope: tenant,
          at,
          url: companyAddress(`${baseUrl}/calendar`, tenant),
        }),
      );
  }),
];
