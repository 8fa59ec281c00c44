/** An administrator's actions on users, over HTTP. */
import { randomUUID } from 'node:crypto';
import { createUser, updateUser } from '@anticipa/contract/users';
import { aClient, aUser, type TestClient, type TestUser } from './builders.ts';
import { signInFresh } from './fresh-factor.ts';
import type { Portal } from './portal.ts';
import { type PortalWithMail, startPortalWithMail } from './portal-with-mail.ts';
import type { Answer, Session } from './session.ts';

/** A client with a signed-in administrator, another client, and a mail catcher. */
export interface People {
  readonly mailPortal: PortalWithMail;
  readonly portal: Portal;
  readonly client: TestClient;
  readonly other: TestClient;
  readonly admin: TestUser;
  readonly asAdmin: Session;
}

/** Call in `beforeAll`, and `mailPortal.close` in `afterAll`. */
export const startPeople = async (): Promise<People> => {
  const mailPortal = await startPortalWithMail();
  const { portal } = mailPortal;
  const client = await aClient(portal);
  const other = await aClient(portal);
  const admin = await aUser(portal, { client, isAdmin: true });
  return { mailPortal, portal, client, other, admin, asAdmin: await signInFresh(portal, admin.email) };
};

export const names = { firstName: 'Íñigo', lastName: "O'Farrill" };

/** An unused e-mail. */
export const anEmail = (): string => `new-${randomUUID().slice(0, 8)}@example.test`;

export const createPerson = (session: Session, body: object): Promise<Answer> =>
  session.send(createUser, { body: { email: anEmail(), ...names, ...body } });

export const changePerson = (session: Session, userId: string, body: object): Promise<Answer> =>
  session.send(updateUser, { params: { userId }, body: { firstName: 'Ana', lastName: 'Prueba', ...body } });
