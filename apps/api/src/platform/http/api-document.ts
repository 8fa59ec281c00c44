/** API documentation, as OpenAPI 3.1 and as a readable page, generated from the contract that validates the calls. */
import { brotliCompressSync } from 'node:zlib';
import type { Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import type { ErrorCode } from '@anticipa/domain/errors';
import { errorTexts } from '@anticipa/texts/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { RateLimiter } from '../load/rate-limit.ts';
import { isForPrograms, JSON_TYPE, sendRefusal, statusOfCode } from './answers.ts';
import { apiPage, STYLE_HASH } from './api-page.ts';
import { schemaOf, sharedSchemas } from './api-schemas.ts';
import { BROTLI } from './compression.ts';
import { subscriberOf } from './device.ts';
import { programDocument } from './program-document.ts';
import { PAGE_STYLE_HASH, programPage } from './program-page.ts';
import { SCRIPT_HASH } from './program-script.ts';

/** Error codes shared by all calls. */
const SHARED: readonly ErrorCode[] = ['INVALID_REQUEST', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE', 'UNEXPECTED'];
const WITH_SESSION: readonly ErrorCode[] = [
  'NO_SESSION',
  'NOT_ALLOWED',
  'MUST_CHANGE_PASSWORD',
  'VIEW_READ_ONLY',
  'CLIENT_CLOSED',
  'RIGHT_NEEDED',
];
const WITH_PARAMS: readonly ErrorCode[] = ['NOT_FOUND'];
const WITH_BODY: readonly ErrorCode[] = ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const WITH_KEY: readonly ErrorCode[] = ['IDEMPOTENCY_KEY_REUSED', 'REQUEST_IN_PROGRESS'];

/** Error codes of a route, by HTTP status. */
const refusalsOf = (route: Route): ReadonlyMap<number, readonly ErrorCode[]> => {
  const codes = new Set([
    ...(route.errors ?? []),
    ...(route.audience === 'public' ? [] : WITH_SESSION),
    ...(route.audience === 'operator' ? (['ROLE_NEEDED'] as const) : []),
    ...(route.params === undefined && route.body === undefined ? [] : WITH_PARAMS),
    ...(route.body === undefined ? [] : WITH_BODY),
    ...(route.idempotency === 'accepted' ? WITH_KEY : []),
    ...SHARED,
  ]);
  return Map.groupBy([...codes], statusOfCode);
};

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: object;
  readonly description?: string;
}

const parametersIn = (place: 'path' | 'query', schema: z.ZodObject | undefined): Parameter[] =>
  Object.entries<z.ZodType>(z.record(z.string(), z.instanceof(z.ZodType)).parse(schema?.shape ?? {})).map(
    ([name, type]) => {
      return { name, in: place, required: !type.safeParse(undefined).success, schema: schemaOf(type, 'input') };
    },
  );

const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 8, maxLength: 200 },
  description: 'The same key with the same body answers with the first answer, byte for byte.',
};

const refusalAnswers = (route: Route) =>
  [...refusalsOf(route)].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `${code}: ${errorTexts[code]}`).join('\n\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);

const successOf = (route: Route) => {
  const type = route.produces ?? 'application/json';
  const schema = route.response === undefined ? { type: 'string' } : schemaOf(route.response, 'output');
  return { description: route.summary, content: { [type]: { schema } } };
};

const operationOf = (name: string, route: Route) => ({
  operationId: name,
  summary: route.summary,
  ...(route.audience === 'operator' && { description: `Roles: ${route.roles.join(', ')}.` }),
  tags: [route.audience],
  security: route.audience === 'public' ? [] : [{ bearer: [] }],
  parameters: [
    ...parametersIn('path', route.params),
    ...parametersIn('query', route.query),
    ...(route.idempotency === 'accepted' ? [idempotencyKey] : []),
  ],
  ...(route.consumes === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          content: { [route.consumes]: { schema: { type: 'string', format: 'binary' } } },
        },
      }),
  ...(route.body === undefined
    ? {}
    : {
        requestBody: {
          required: !route.body.safeParse(undefined).success,
          content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
        },
      }),
  responses: { 200: successOf(route), ...Object.fromEntries(refusalAnswers(route)) },
});

/** Paths with their operations, placeholders in OpenAPI's form. */
const pathsOf = (all: Readonly<Record<string, Route>>) => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, route] of Object.entries(all)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return paths;
};

/** The calls of the portal's own screens; those for programs have a document of their own. */
const ownRoutes = Object.fromEntries(Object.entries<Route>(routes).filter(([, { path }]) => !isForPrograms(path)));

const apiDocument = (baseUrl: string) => ({
  openapi: '3.1.0',
  info: {
    title: 'Portal API',
    version: '1',
    description:
      'Invoice financing: upload CFDI, sell them, follow the sale, reference its payment. Amounts are strings with 2 decimals, rates are strings, dates are YYYY-MM-DD, days and counts are numbers.',
  },
  servers: [{ url: baseUrl }],
  paths: pathsOf(ownRoutes),
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    schemas: sharedSchemas(),
  },
});

/** Made and compressed for the first request: making them costs half of the start. */
const documents = {
  page: madeOnce(() => apiPage(ownRoutes, refusalsOf)),
  programPage: madeOnce(programPage),
};

interface Made {
  readonly plain: string;
  readonly brotli: Buffer;
}

function madeOnce(make: () => string): () => Made {
  let made: Made | undefined;
  return () => {
    const plain = made?.plain ?? make();
    made ??= { plain, brotli: brotliCompressSync(plain, BROTLI) };
    return made;
  };
}

const send = (request: FastifyRequest, reply: FastifyReply, { plain, brotli }: Made): FastifyReply => {
  void reply.header('vary', 'accept-encoding');
  if (!/\bbr\b/.test(String(request.headers['accept-encoding']))) return reply.send(plain);
  return reply.header('content-encoding', 'br').send(brotli);
};

/** Serves `openapi.json` and `docs` of the portal below `/api`, and those for programs below `/v1`; all are public. */
export const registerApiDocument = (
  app: FastifyInstance,
  { limits, config }: { readonly limits: RateLimiter; readonly config: { readonly baseUrl: string } },
): void => {
  const own = madeOnce(() => JSON.stringify(apiDocument(config.baseUrl)));
  const ofPrograms = madeOnce(() => JSON.stringify(programDocument(config.baseUrl)));
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!limits.admit('report', `document ${subscriberOf(request.ip)}`)) return sendRefusal(reply, 'TOO_MANY_REQUESTS');
    return undefined;
  };
  app.get('/api/openapi.json', { onRequest }, (request, reply) => send(request, reply.type(JSON_TYPE), own()));
  app.get('/v1/openapi.json', { onRequest }, (request, reply) => send(request, reply.type(JSON_TYPE), ofPrograms()));
  // The page has one inline style sheet and no scripts.
  const policy = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'; base-uri 'none'`;
  app.get('/api/docs', { onRequest }, (request, reply) =>
    send(request, reply.type('text/html; charset=utf-8').header('content-security-policy', policy), documents.page()),
  );
  // The reference for programs has a script too, which calls the portal with a key that the reader pastes.
  const referencePolicy = `default-src 'none'; style-src 'sha256-${PAGE_STYLE_HASH}'; script-src 'sha256-${SCRIPT_HASH}'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'`;
  app.get('/v1/docs', { onRequest }, (request, reply) =>
    send(
      request,
      reply.type('text/html; charset=utf-8').header('content-security-policy', referencePolicy),
      documents.programPage(),
    ),
  );
};
