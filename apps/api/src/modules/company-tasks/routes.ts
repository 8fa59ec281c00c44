import { listCompanies } from '@anticipa/contract/session';
import { done } from '@anticipa/domain/errors';
import { type Served, serve } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';
import { companyTasks } from './queries.ts';

export const companyTaskRoutes: readonly Served<Deps>[] = [
  serve(listCompanies, async (deps, { caller }) => done({ data: await companyTasks(deps, caller) })),
];
