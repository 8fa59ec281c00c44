import { closeAlert as closeRoute, listAlerts } from '@anticipa/contract/alerts';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../../platform/http/http.ts';
import { oneAtATime } from '../../approvals/submit.ts';
import { closeAlert } from './commands.ts';
import { newestAlerts } from './queries.ts';

const LIMIT = 1000;

export const alertRoutes: readonly Served[] = [
  read(listAlerts, async (work, { query }) => done({ data: await newestAlerts(work, query.state, LIMIT) })),
  write(closeRoute, (work, { params, body }) => closeAlert(work, params.alertId, body.reason), {
    broken: oneAtATime,
  }),
];
