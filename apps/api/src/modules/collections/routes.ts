import { listDueReferences, registerCollection } from '@anticipa/contract/collections';
import { done } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { readLender } from '../../lib/transaction.ts';
import { register } from './commands.ts';
import { dueReferences } from './queries.ts';

export const collectionsRoutes = (deps: Deps): Served[] => [
  serve(listDueReferences, async () =>
    done({ today: deps.clock.today(), data: await readLender(deps, dueReferences) }),
  ),
  serve(registerCollection, ({ body, caller }) => register(deps, caller, body)),
];
