import { aClient, aUser, type TestClient } from './builders.ts';
import { type Portal, startPortal } from './portal.ts';
import type { Session } from './session.ts';

/** A portal with a client and a signed-in user of it. */
export interface PortalWithClient {
  readonly portal: Portal;
  readonly client: TestClient;
  readonly session: Session;
}

/** Call in `beforeAll`, and `portal.close` in `afterAll`. */
export const startPortalWithClient = async (): Promise<PortalWithClient> => {
  const portal = await startPortal();
  const client = await aClient(portal);
  return { portal, client, session: await portal.signIn((await aUser(portal, { client })).email) };
};
