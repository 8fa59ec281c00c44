import { listViews, viewClient } from '@anticipa/contract/views';
import { done } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { startView } from './commands.ts';
import { clientViews } from './queries.ts';

const LISTED = 50;

export const viewRoutes: readonly Served[] = [
  write(viewClient, (work, { params, body }) => startView(work, params.clientId, body.reason)),
  read(listViews, async (work) => done({ data: await clientViews(work, LISTED) })),
];
