import { notifyError } from '@anticipa/contract/reports';
import { done } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { keepReport } from './commands.ts';

export const reportRoutes = (deps: Deps): Served[] => [
  serve(notifyError, async ({ body }) => {
    keepReport(deps, body);
    return done({ status: 'success' });
  }),
];
