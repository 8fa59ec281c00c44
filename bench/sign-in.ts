/** Sign-in with a wrong password: response and timing must not reveal whether the e-mail exists. */
import { errorResponse } from '@anticipa/contract/route';
import { login } from '@anticipa/contract/session';
import { type Figure, median, quantile, timed } from './measure.ts';
import { type Answer, jsonOf, type Portal, send } from './portal.ts';

const PAIRS = 2000;

/** One copy of a demo user per pair, because a few failures delay an account. */
const insertUsers = async ({ owner }: Portal): Promise<void> => {
  await owner.query(
    `insert into users (client_id, user_id, email, password_hash, first_name, last_name, is_admin, created_at)
     select client_id, gen_random_uuid(), 'known-' || n || '@norte.demo', password_hash, 'Ana', 'Prueba', false, created_at
     from users, generate_series(0, $1::integer) n where email = 'usuario@norte.demo'`,
    [PAIRS],
  );
  await owner.query('analyze');
};

/** Kolmogorov–Smirnov distance of two samples. */
const distance = (one: readonly number[], other: readonly number[]): number => {
  const share = (values: readonly number[], limit: number): number =>
    values.filter((value) => value <= limit).length / values.length;
  return Math.max(...[...one, ...other].map((limit) => Math.abs(share(one, limit) - share(other, limit))));
};

/** A refusal's content without its request id. */
const refusalText = (answer: Answer): string => {
  const { error } = errorResponse.parse(jsonOf(answer));
  return JSON.stringify({ status: answer.status, ...error, requestId: '' });
};

export const measureSignIn = async (portal: Portal): Promise<Figure[]> => {
  await insertUsers(portal);
  const seconds: { readonly known: number[]; readonly unknown: number[] } = { known: [], unknown: [] };
  const bodies = new Set<string>();
  const attempt = async (kind: keyof typeof seconds, pair: number): Promise<void> => {
    // All names have the same length, and each pair has its own address.
    const username = kind === 'known' ? `known-${pair}@norte.demo` : `other-${pair}@norte.demo`;
    const headers = { 'x-forwarded-for': `10.${kind === 'known' ? 1 : 2}.${pair >> 8}.${pair & 255}` };
    let answer: Answer | undefined;
    const taken = await timed(async () => {
      answer = await send(`${portal.url}${login.path}`, {
        method: 'POST',
        body: { username, password: 'Otra-2026' },
        headers,
      });
    });
    if (answer) bodies.add(refusalText(answer));
    seconds[kind].push(taken * 1000);
  };
  await attempt('known', PAIRS);
  await attempt('unknown', PAIRS);
  for (const each of [seconds.known, seconds.unknown]) each.pop();
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const order = pair % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) await attempt(kind, pair);
  }
  const slower = seconds.known.filter((known, pair) => known > (seconds.unknown[pair] ?? 0)).length;
  const value = median(seconds.known);
  const bound = median(seconds.unknown);
  return [
    {
      name: `sign-in refused, e-mail known, ${PAIRS} pairs`,
      unit: 'ms',
      value,
      bound,
      ratio: bound / value,
      against: 'e-mail unknown',
      details: {
        differentBodies: bodies.size,
        body: [...bodies].join(' '),
        knownP95Ms: quantile(seconds.known, 0.95),
        unknownP95Ms: quantile(seconds.unknown, 0.95),
        knownFastestTenthMs: quantile(seconds.known, 0.1),
        unknownFastestTenthMs: quantile(seconds.unknown, 0.1),
        distance: distance(seconds.known, seconds.unknown),
        // Critical value at 1 %: above it the two are distinguishable.
        distanceAllowed: 1.63 * Math.sqrt(2 / PAIRS),
        // Standard deviations from "slower in half of the pairs".
        knownSlowerSigma: (slower - PAIRS / 2) / Math.sqrt(PAIRS / 4),
      },
    },
  ];
};
