import { streamEvents } from '@anticipa/contract/events';
import { type Served, serveRaw } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';
import { streamTo } from './commands.ts';

export const eventRoutes: readonly Served<Deps>[] = [
  serveRaw(streamEvents, (deps, { caller }, reply) => streamTo(deps, caller, reply)),
];
