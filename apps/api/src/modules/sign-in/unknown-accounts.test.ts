import { login } from '@anticipa/contract/session';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { tablesWith } from '../../../testing/tables-with.ts';
import { FULL_COST } from '../../platform/work/passwords.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ hashCost: FULL_COST });
});
afterAll(() => portal.close());

/** The bench measures timing over 2,000 pairs. */
const PAIRS = rounds(8, 20);

it(`[SES-10] ${PAIRS} pairs of a known and an unknown e-mail get the same answer`, async () => {
  const client = await aClient(portal);
  const { email } = await aUser(portal, { client });
  const disabled = await aUser(portal, { client, active: false });
  const attempt = async (username: string, pair: number): Promise<string> => {
    const { statusCode, body } = await portal.app.inject({
      method: 'POST',
      url: login.path,
      remoteAddress: `198.18.0.${pair}`,
      payload: { username, password: 'not the password' },
    });
    return `${statusCode} ${body.replace(/"requestId":"[^"]+"/, '')}`;
  };
  const answers = new Set<string>();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    portal.clock.pass(60_000);
    for (const username of [email, disabled.email, 'nobody@example.test']) answers.add(await attempt(username, pair));
  }
  expect([...answers]).toEqual([expect.stringContaining('WRONG_PASSWORD')]);
});

it('[SES-10] keeps no user name that was typed: it may be a password', async () => {
  await portal.visitor.send(login, { body: { username: 'MiContrasena-Secreta-2026', password: 'x' } });
  expect(await tablesWith(portal, 'micontrasena')).toEqual([]);
});

it('[SES-10] hashes as much for an unknown e-mail as for a wrong password', async () => {
  const { email } = await aUser(portal, { client: await aClient(portal) });
  /** CPU time, which does not depend on what else the machine does. */
  const least = async (usernames: readonly string[]): Promise<number> => {
    const times: number[] = [];
    for (const username of usernames) {
      const before = process.cpuUsage();
      await portal.visitor.send(login, { body: { username, password: 'wrong' } });
      const { user, system } = process.cpuUsage(before);
      times.push(user + system);
    }
    return Math.min(...times);
  };
  const known = await least([email, email, email, email]);
  const unknown = await least(['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test']);
  // Hashing dominates both; without it an answer takes a tenth.
  expect(unknown).toBeGreaterThan(known / 3);
});
