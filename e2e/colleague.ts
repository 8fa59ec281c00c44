import { expect } from '@playwright/test';
import { mailTo } from './mails.ts';
import { api } from './portal.ts';

/** What a colleague chooses: the demo's own password is too easily guessed for the portal to take it again. */
export const COLLEAGUE_PASSWORD = 'Puerta-Verde-31';

interface Colleague {
  readonly email: string;
  readonly names: readonly [first: string, last: string];
  readonly isAdmin?: boolean;
}

/**
 * Somebody whom an administrator invites and who chooses a password, beside the browser: a journey that changes
 * an account has one of its own, so that no other journey depends on when it runs.
 */
export async function addColleague(administrator: string, colleague: Colleague): Promise<void> {
  const { email, names, isAdmin = false } = colleague;
  const [firstName, lastName] = names;
  const { post } = await api(administrator);
  expect((await post('/api/clientUser', { email, firstName, lastName, isAdmin })).status).toBe(200);
  const { text } = await mailTo(email, /usuario/i);
  const key = new URL(/https?:\S+/.exec(text)?.[0] ?? '').searchParams.get('k');
  const chosen = { email, password: COLLEAGUE_PASSWORD, recoverPassKey: key };
  expect((await post('/api/setNewPassword', chosen)).status).toBe(200);
}
