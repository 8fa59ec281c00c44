import type { Portal } from './portal.ts';
import type { Session } from './session.ts';

/** Signs in as somebody who has just proven a second factor, which stays fresh while the clock passes. */
export async function signInFresh(portal: Portal, email: string): Promise<Session> {
  const session = await portal.signIn(email);
  await portal.db.owner.query(
    `update sessions set factor_at = '2100-01-01'
     where ended_at is null and user_id in (select user_id from users where email = $1)`,
    [email],
  );
  return session;
}
