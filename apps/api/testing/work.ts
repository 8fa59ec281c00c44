/** Units of work for tests, in any transaction and for any tenant. */
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import type { Executor } from '../src/platform/db/pool.ts';
import { type ClientActor, storedClient } from '../src/platform/work/caller.ts';
import type { Clock } from '../src/platform/work/clock.ts';
import type { Principal, Work } from '../src/platform/work/work.ts';
import type { TestClient, TestUser } from './builders.ts';

/** Work on the rows of `clientId`. `actor` defaults to the system. */
export function workIn(
  db: Executor,
  clock: Clock,
  clientId: string,
  actor: Principal = { kind: 'system' },
): Work<Principal> {
  const at = clock.now();
  return {
    db,
    tenant: storedClient(clientId),
    actor,
    requestId: null,
    address: null,
    at,
    today: dateAt(at, MEXICO_CITY),
  };
}

/** A user of a client, as authenticated by the session gate. */
export function actorFor(client: TestClient, user: TestUser): ClientActor {
  return {
    kind: 'client',
    sessionId: crypto.randomUUID(),
    clientId: storedClient(client.clientId),
    userId: user.userId,
    accountId: user.userId,
    email: user.email,
    firstName: 'Ana',
    lastName: 'Prueba',
    isAdmin: false,
    rfc: client.rfc,
    entityName: client.entityName,
    saleRight: 'accept',
    acceptUpTo: null,
    factorAt: null,
    isReadOnly: false,
  };
}
