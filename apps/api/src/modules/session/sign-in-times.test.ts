import { login } from '@anticipa/contract/session';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../../lib/testing/builders.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** A few on every run; SIGN_IN_PAIRS=2000 for the release. */
const PAIRS = Number(process.env.SIGN_IN_PAIRS ?? 60);

/** Tried as often as the known one: what is counted is what is typed, whether or not there is such a person. */
const UNKNOWN = 'user-00000000@example.test';

/** How likely two samples of equal size from one distribution are to differ as much as these: the asymptotic p-value. */
const kolmogorovSmirnov = (one: readonly number[], two: readonly number[]): number => {
  const upTo = (sample: readonly number[], value: number): number =>
    sample.filter((ms) => ms <= value).length / sample.length;
  const distance = Math.max(...[...one, ...two].map((value) => Math.abs(upTo(one, value) - upTo(two, value))));
  const lambda = distance * Math.sqrt(one.length / 2);
  const terms = Array.from(
    { length: 100 },
    (_, index) => (-1) ** index * Math.exp(-2 * (index + 1) ** 2 * lambda ** 2),
  );
  return lambda < 0.2 ? 1 : Math.min(1, 2 * terms.reduce((sum, term) => sum + term, 0));
};

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
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    portal.clock.set(new Date(portal.clock.now().getTime() + 60_000));
    const isKnownFirst = pair % 2 === 0;
    const first = await attempt(isKnownFirst ? email : UNKNOWN, pair);
    const second = await attempt(isKnownFirst ? UNKNOWN : email, pair);
    const [known, unknown] = isKnownFirst ? [first, second] : [second, first];
    if (known.ms > unknown.ms) slowerKnown += 1;
    answers.add(known.answer).add(unknown.answer);
    times.known.push(known.ms);
    times.unknown.push(unknown.ms);
  }
  expect(answers.size).toBe(1);
  // Each pair is a coin: 4 standard deviations around half of them, whatever else the machine is doing.
  const deviation = Math.abs(slowerKnown - PAIRS / 2) / Math.sqrt(PAIRS / 4);
  expect(deviation).toBeLessThan(4);
  expect(kolmogorovSmirnov(times.known, times.unknown)).toBeGreaterThan(1e-5);
}, 600_000);
