/** An administrator's actions on users, over HTTP. */
import { randomUUID } from 'node:crypto';
import { createUser, updateUser } from '@anticipa/contract/users';
import type { Answer, Session } from './session.ts';

export const names = { firstName: 'Íñigo', lastName: "O'Farrill" };

/** An unused e-mail. */
export const anEmail = (): string => `new-${randomUUID().slice(0, 8)}@example.test`;

export const createPerson = (session: Session, body: object): Promise<Answer> =>
  session.send(createUser, { body: { email: anEmail(), ...names, ...body } });

export const changePerson = (session: Session, userId: string, body: object): Promise<Answer> =>
  session.send(updateUser, { params: { userId }, body: { firstName: 'Ana', lastName: 'Prueba', ...body } });
