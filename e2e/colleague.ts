import { expect } from '@playwright/test';
import { mailTo } from './mails.ts';
import { asOwner } from './owner.ts';
import { api } from './portal.ts';

/** The portal would refuse the demo's password as too common. */
export const COLLEAGUE_PASSWORD = 'Puerta-Verde-31';

interface Colleague {
  readonly email: string;
  readonly names: readonly [first: string, last: string];
  readonly isAdmin?: boolean;
}

/**
 * Has an administrator invite a user, who then chooses a password; over the API. Journeys that change an account use their
 * own, so they do not depend on each other.
 */
export async function addColleague(administrator: string, colleague: Colleague): Promise<void> {
  const { email, names, isAdmin = false } = colleague;
  const [firstName, lastName] = names;
  const { post } = await api(administrator);
  expect((await post('/api/clientUser', { email, firstName, lastName })).status).toBe(200);
  // Granting it asks the administrator for a second factor.
  if (isAdmin) await asOwner('update users set is_admin = true where email = $1', [email]);
  const { text } = await mailTo(email, /usuario/i);
  const link = new URL(/https?:\S+/.exec(text)?.[0] ?? '');
  const key = new URLSearchParams(link.hash.slice(1)).get('k');
  const chosen = { email, password: COLLEAGUE_PASSWORD, recoverPassKey: key };
  expect((await post('/api/setNewPassword', chosen)).status).toBe(200);
}
