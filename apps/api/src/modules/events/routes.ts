import { streamEvents } from '@anticipa/contract/events';
import { type Served, serveRaw } from '../../platform/http/http.ts';
import { streamTo } from './commands.ts';

export const eventRoutes: readonly Served[] = [
  serveRaw(streamEvents, (deps, { caller }, reply) => streamTo(deps, caller, reply)),
];
