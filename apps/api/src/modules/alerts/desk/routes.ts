import { closeAlert as closeRoute, listAlerts } from '@anticipa/contract/alerts';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../../platform/http/http.ts';
import { oneAtATime } from '../../approvals/submit.ts';
import { closeAlert } from './commands.ts';
import { newestAlerts } from './queries.ts';

export const alertRoutes: readonly Served[] = [
  read(listAlerts, async (work, { query }) => done({ data: await newestAlerts(work, query.state) })),
  write(closeRoute, (work, { params, body }) => closeAlert(work, params.alertId, body.reason), {
    broken: oneAtATime,
  }),
];
