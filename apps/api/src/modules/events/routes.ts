import { streamEvents } from '@anticipa/contract/events';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serveRaw } from '../../lib/http/http.ts';
import { streamTo } from './commands.ts';

export const eventRoutes = (deps: Deps): Served[] => [
  serveRaw(streamEvents, async ({ caller }, reply) => streamTo(deps, caller, reply)),
];
