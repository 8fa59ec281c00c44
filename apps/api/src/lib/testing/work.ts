/** Units of work for tests, in any transaction and for any tenant. */
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import type { Clock } from '../clock.ts';
import type { Executor } from '../db/pool.ts';
import { type ClientActor, provenClient } from '../session/context.ts';
import type { Principal, Work } from '../work.ts';
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
    tenant: provenClient(clientId),
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
    clientId: provenClient(client.clientId),
    userId: user.userId,
    email: user.email,
    firstName: 'Ana',
    lastName: 'Prueba',
    isAdmin: false,
    rfc: client.rfc,
    entityName: client.entityName,
  };
}
