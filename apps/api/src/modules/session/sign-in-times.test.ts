import { login } from '@anticipa/contract/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../../lib/testing/builders.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const PAIRS = 60;

it(`[SES-10] ${PAIRS} pairs of a known and an unknown e-mail: the same body, and neither is the slower one`, async () => {
  const client = await aClient(portal);
  const { email } = await aUser(portal, { client });
  const attempt = async (username: string, pair: number) => {
    const started = performance.now();
    const answer = await portal.app.inject({
      method: 'POST',
      url: login.path,
      remoteAddress: `198.18.${Math.floor(pair / 250)}.${pair % 250}`,
      payload: { username, password: 'not the password' },
    });
    const body = answer.body.replace(/"requestId":"[^"]+"/, '');
    return { ms: performance.now() - started, answer: `${answer.statusCode} ${body}` };
  };
  let slowerKnown = 0;
  const answers = new Set<string>();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    portal.clock.set(new Date(portal.clock.now().getTime() + 60_000));
    const isKnownFirst = pair % 2 === 0;
    const unknownEmail = `user-${String(pair).padStart(8, '0')}@example.test`;
    const first = await attempt(isKnownFirst ? email : unknownEmail, pair);
    const second = await attempt(isKnownFirst ? unknownEmail : email, pair);
    const [known, unknown] = isKnownFirst ? [first, second] : [second, first];
    if (known.ms > unknown.ms) slowerKnown += 1;
    answers.add(known.answer).add(unknown.answer);
  }
  expect(answers.size).toBe(1);
  // Each pair is a coin: 4 standard deviations around half of them, whatever else the machine is doing.
  const deviation = Math.abs(slowerKnown - PAIRS / 2) / Math.sqrt(PAIRS / 4);
  expect(deviation).toBeLessThan(4);
});
