import { notifyError } from '@anticipa/contract/reports';
import { done } from '@anticipa/domain/errors';
import { type Served, serve } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';
import { logReport } from './commands.ts';

export const reportRoutes: readonly Served<Deps>[] = [
  serve(notifyError, async (deps, { body }) => {
    logReport(deps, body);
    return done({ status: 'success' });
  }),
];
