/**
 * Every field of every call absent, null, of the wrong type, oversized or unknown must give a 4xx with a code and change
 * nothing. In a short run the contract's schema refuses one of the hostile values in each field, and one such body of each
 * call, another place for each, is sent.
 */
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type RateClass, rateOf } from '@anticipa/contract/rate';
import type { Route } from '@anticipa/contract/route';
import { type RouteName, routes } from '@anticipa/contract/routes';
import { inTurn, isFullProof } from '@anticipa/sandbox/rounds';
import { errorTexts } from '@anticipa/texts/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOperator } from '../testing/builders.ts';
import { aPopulatedClient, type TestObjects } from '../testing/populated-client.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import { routeInputs } from '../testing/route-inputs.ts';
import type { Answer, Input, Session } from '../testing/session.ts';
import { snapshotOf } from '../testing/snapshot.ts';

let portal: Portal;
let own: TestObjects;
let user: Session;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  operator = await portal.signIn((await anOperator(portal)).email);
  own = await aPopulatedClient(portal, { operator, firstSale: 1 });
  user = await portal.signIn(own.email);
});
afterAll(() => portal.close());
// Each route gets time of its own, so that rate limits do not interfere; all of it must be less than the 12 hours of a session.
beforeEach(async () => {
  portal.clock.pass(40_000);
  // Keep sessions alive that some routes do not use.
  for (const session of [user, operator]) await session.call(routes.products);
});

const names = Object.keys(routes)
  .filter((name): name is RouteName => name in routes)
  .filter((name) => name !== 'logout' && routeOf(name).produces !== 'text/event-stream');
function routeOf(name: RouteName): Route {
  return routes[name];
}
const sessionFor = (route: Route): Session => (route.audience === 'operator' ? operator : user);

/** Milliseconds between calls of an address that stay within the limits of public routes. */
const PACE_MS: Partial<Record<RateClass, number>> = { login: 1000, report: 6000 };

const send = (route: Route, input: Input): Promise<Answer> => {
  portal.clock.pass(PACE_MS[rateOf(route)] ?? 0);
  return sessionFor(route).send(route, input);
};

/** JSON even for a string, which the test client would send as is. */
const sendJson = (route: Route, input: Input): Promise<Answer> =>
  send(route, { ...input, body: typeof input.body === 'string' ? JSON.stringify(input.body) : input.body });

type Path = readonly (string | number)[];

/** Every path in a JSON value, with only the first item of an array. */
const placesIn = (value: unknown, path: Path = []): Path[] => {
  if (Array.isArray(value)) return [path, ...(value.length > 0 ? placesIn(value[0], [...path, 0]) : [])];
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
};

let place = 0;
/** All items in a full run; else one of them, at another place each time. */
const oneOf = <Item>(items: readonly Item[]): readonly Item[] => {
  if (isFullProof || items.length === 0) return items;
  place += 1;
  return items.slice(place % items.length, (place % items.length) + 1);
};

/** A copy of the value with the path replaced, or removed without a replacement. */
const changed = (value: unknown, [first, ...rest]: Path, replacement?: unknown): unknown => {
  if (first === undefined) return replacement;
  const copy: unknown = structuredClone(value);
  const inside = (rest.length === 0 ? replacement : changed(Object(copy)[first], rest, replacement)) as unknown;
  if (inside !== undefined) Object.assign(Object(copy), { [first]: inside });
  else if (Array.isArray(copy)) copy.splice(Number(first), 1);
  else Reflect.deleteProperty(Object(copy), first);
  return copy;
};

const wrongValues: readonly unknown[] = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  '',
  ' ',
  'x',
  '-1',
  '1e3',
  '2026-02-30',
  '9999-12-31',
  '\u202e\u{1f4a3}\ud800',
  "'; drop table invoices; --",
  'x'.repeat(100_000),
  [],
  {},
  ['x'],
  [null],
  { toString: 1 },
  Array.from({ length: 2000 }, () => 'x'),
];

const someWrongValues = inTurn(wrongValues);
const someWrongKeys = inTurn(['', 'x', '\0', '-1', '1e3', '../..', '%', "' or 1=1 --", 'ñ'.repeat(300)]);

const someWrongBodies = inTurn([
  '{',
  'null',
  '[]',
  '"x"',
  '1',
  '{"__proto__":{}}',
  '\ufeff{}',
  `${'['.repeat(50)}${']'.repeat(50)}`,
]);
const someWrongTypes = inTurn([
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
]);

const inCatalogue = (answer: Answer): boolean =>
  answer.status === 200 || (answer.status < 500 && answer.code !== null && answer.code in errorTexts);

describe('[API-03] bad input', () => {
  it.each(names.filter((name) => routeOf(name).body !== undefined))(
    'bad input in any field of the body of %s is refused',
    async (name) => {
      const route = routeOf(name);
      const input = routeInputs[name].own(own);
      const sample = input.body ?? {};
      const bodies = placesIn(sample).flatMap((path) => [
        ...someWrongValues().map((value) => changed(sample, path, value)),
        // An undeclared key in every object.
        changed(sample, [...path, 'unexpected'], 1),
      ]);
      const before = await snapshotOf(portal.db.owner);
      const rejected = bodies.filter((body) => !route.body?.safeParse(asSent(body)).success);
      expect(rejected.length).toBeGreaterThan(0);
      for (const body of oneOf(rejected)) {
        const answer = await sendJson(route, { ...input, body });
        const code = answer.status === 413 ? 'BODY_TOO_LARGE' : 'INVALID_REQUEST';
        expect({ body: brief(body), status: answer.status, code: answer.code }).toMatchObject({
          status: expect.toSatisfy((status: unknown) => status === 400 || status === 413),
          code,
        });
      }
      expect(await snapshotOf(portal.db.owner)).toEqual(before);
      for (const body of oneOf(bodies.filter((one) => !rejected.includes(one)))) {
        const answer = await sendJson(route, { ...input, body });
        expect({
          body: brief(body),
          status: answer.status,
          code: answer.code,
          fine: inCatalogue(answer),
        }).toMatchObject({ fine: true });
      }
    },
  );

  it.each(names)('bad input in the URL of %s is refused', async (name) => {
    const route = routeOf(name);
    const input = routeInputs[name].own(own);
    const inputs: Input[] = [
      { ...input, query: { ...input.query, unexpected: '1' } },
      { ...input, query: { ...input.query, ['__proto__']: '1' } },
    ];
    for (const field of ['params', 'query'] as const)
      for (const key of Object.keys(input[field] ?? {}))
        for (const value of someWrongKeys()) inputs.push({ ...input, [field]: { ...input[field], [key]: value } });
    for (const one of inputs) {
      const answer = await send(route, one);
      expect({ one: brief(one), status: answer.status, fine: inCatalogue(answer) }).toMatchObject({ fine: true });
      if (one.query && 'unexpected' in one.query) expect(answer.status).toBe(400);
    }
    const broken = await sessionFor(route).get(`${route.path.replace(/:\w+/g, '%E0%A4%A')}?%`);
    expect(inCatalogue(broken)).toBe(true);
  });

  it.each(names.filter((name) => routeOf(name).body !== undefined))(
    'a wrong body as a whole is refused by %s',
    async (name) => {
      const route = routeOf(name);
      const input = routeInputs[name].own(own);
      const sendBody = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
        send(route, { ...input, body, headers });
      const twice = JSON.stringify(input.body).replace(/^\{/, '{"x":1,"x":2,');
      for (const text of [twice, ...someWrongBodies()])
        expect({ text, ...pick(await sendBody(text)) }).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
      expect(pick(await sendBody(Buffer.from([0x7b, 0xff, 0x7d])))).toEqual({ status: 400, code: 'INVALID_REQUEST' });
      for (const type of someWrongTypes())
        expect(pick(await sendBody('{}', { 'content-type': type }))).toEqual({
          status: 415,
          code: 'UNSUPPORTED_MEDIA_TYPE',
        });
      const tooLarge = await sendBody(`"${'x'.repeat(3_200_000)}"`);
      expect(pick(tooLarge)).toEqual({ status: 413, code: 'BODY_TOO_LARGE' });
    },
  );

  it.each(names.filter((name) => routeOf(name).idempotency === 'accepted'))(
    'bad input in the Idempotency-Key of %s is refused',
    async (name) => {
      const route = routeOf(name);
      const input = routeInputs[name].own(own);
      for (const key of ['', 'short', 'x'.repeat(201), 'with space in it'])
        expect(pick(await sessionFor(route).send(route, { ...input, key }))).toEqual({
          status: 400,
          code: 'INVALID_REQUEST',
        });
    },
  );

  it('names the invalid fields and echoes no long input', async () => {
    const answer = await user.post('/api/presell', {
      documents: [{ documentId: 'x', dueDate: 'y' }],
      ['k'.repeat(5000)]: 1,
    });
    expect(answer.body).toMatchObject({
      error: {
        code: 'INVALID_REQUEST',
        details: expect.arrayContaining([
          expect.objectContaining({ path: 'documents.0.documentId', code: 'INVALID_REQUEST' }),
        ]),
        requestId: answer.headers['x-request-id'],
      },
    });
    expect(answer.bytes.length).toBeLessThan(2000);
  });

  it('never caused an unexpected error', () => {
    expect(portal.log.filter((line) => line.level === 'error')).toEqual([]);
  });
});

/** The value after a round trip through JSON. */
const asSent = (body: unknown): unknown =>
  body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as unknown);
const brief = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, 300);
const pick = ({ status, code }: Answer) => ({ status, code });

it('[API-03] refuses a request with two Host headers', async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as AddressInfo;
  const statusOf = (headers: string[]): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const call = request({ port, host: '127.0.0.1', path: '/health/live', headers, agent: false }, (answer) =>
        resolve(answer.resume().statusCode),
      );
      call.on('error', reject).end();
    });
  expect(await statusOf(['Host', 'a'])).toBe(200);
  expect(await statusOf(['Host', 'a', 'host', 'b'])).toBe(400);
});
