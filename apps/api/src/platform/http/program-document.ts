/** OpenAPI 3.1 of the calls for programs, made of the contract that validates them. */
import type { Route } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { quoteFailureCode } from '@anticipa/contract/v1/sales';
import { problem } from '@anticipa/contract/v1/shapes';
import { apiVersions } from '@anticipa/contract/v1/versions';
import type { ErrorCode } from '@anticipa/domain/errors';
import { OLD_SECRET_HOURS, waits } from '@anticipa/domain/webhook';
import { englishErrorTexts } from '@anticipa/texts/error-texts-en';
import { namedRules } from '@anticipa/texts/rule-texts';
import { errorTexts } from '@anticipa/texts/texts';
import { z } from 'zod';
import { isForPrograms, statusOfCode } from './answers.ts';

const schemaObject = z.record(z.string(), z.unknown());
type Schema = z.output<typeof schemaObject>;

const generated = z.looseObject({ $defs: z.record(z.string(), schemaObject).optional() });

/** Refusals of every call for programs. */
const ALWAYS: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'API_VERSION_UNKNOWN',
  'KEY_INVALID',
  'KEY_ADDRESS_REFUSED',
  'KEY_SCOPE_MISSING',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
  'UNEXPECTED',
];
const WITH_BODY: readonly ErrorCode[] = ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const WITH_KEY: readonly ErrorCode[] = [
  'IDEMPOTENCY_KEY_REUSED',
  'REQUEST_IN_PROGRESS',
  'CLIENT_CLOSED',
  'NOT_ALLOWED',
];

/** The calls for programs, by name. */
export const programRoutes = (): readonly (readonly [string, Route])[] =>
  Object.entries<Route>(routes).filter(([, route]) => isForPrograms(route.path));

/** Codes with which a call can be refused. */
export const codesOf = (route: Route): readonly ErrorCode[] => [
  ...new Set([
    ...ALWAYS,
    ...(route.errors ?? []),
    ...(route.params === undefined && route.body === undefined ? [] : (['NOT_FOUND'] as const)),
    ...(route.body === undefined ? [] : WITH_BODY),
    ...(route.right === undefined || route.right === 'consult' ? [] : (['RIGHT_NEEDED'] as const)),
    ...(route.idempotency === 'accepted' ? WITH_KEY : []),
  ]),
];

export const englishOf = (code: ErrorCode): string => englishErrorTexts[code] ?? errorTexts[code];

/** Codes in the answer of a call have no title beside them, as problems have: the document says what each means. */
const addMeanings = ({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: { description?: string } }): void => {
  if (zodSchema !== quoteFailureCode) return;
  const meanings = quoteFailureCode.options.map((code) => `- \`${code}\`: ${englishOf(code)} · ${errorTexts[code]}`);
  jsonSchema.description = [jsonSchema.description, ...meanings].join('\n');
};

/** A schema whose named parts are moved to the components. */
function schemaIn(components: Map<string, unknown>, schema: z.ZodType, io: 'input' | 'output'): Schema {
  const made = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override: addMeanings });
  const { $schema: _, $defs = {}, id, ...rest } = generated.parse(refsToComponents(made));
  for (const [name, part] of Object.entries($defs)) {
    const { id: __, ...content } = part;
    components.set(name, content);
  }
  if (typeof id !== 'string') return rest;
  components.set(id, rest);
  return { $ref: `#/components/schemas/${id}` };
}

const refsToComponents = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));

const described = (type: unknown) => (type instanceof z.ZodType ? type.meta() : undefined);

const parametersIn = (components: Map<string, unknown>, place: 'path' | 'query', schema: z.ZodObject | undefined) =>
  Object.entries<z.ZodType>(z.record(z.string(), z.instanceof(z.ZodType)).parse(schema?.shape ?? {})).map(
    ([name, type]) => {
      // The generated schema of a parameter that is transformed has lost its examples.
      const { description, examples } = (type instanceof z.ZodOptional ? described(type.unwrap()) : type.meta()) ?? {};
      return {
        name,
        in: place,
        required: !type.safeParse(undefined).success,
        description,
        schema: { ...schemaIn(components, type, 'input'), description: undefined, examples },
      };
    },
  );

const headerParameters = {
  ApiVersion: {
    name: 'API-Version',
    in: 'header',
    required: false,
    description: 'Dated version that the program was written for; the newest one unless it is given, so send it.',
    schema: {
      type: 'string',
      enum: apiVersions.map(({ date }) => date),
      examples: [apiVersions.at(-1)?.date],
    },
  },
  Language: {
    name: 'Accept-Language',
    in: 'header',
    required: false,
    description: 'Language of refusals: Spanish unless English is preferred.',
    schema: { type: 'string', examples: ['en'] },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A repetition with the same key and body gets the first answer, byte for byte, for a week.',
    schema: { type: 'string', minLength: 8, maxLength: 200, examples: ['order-1042-sale'] },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'Entity tag of an earlier answer; if it is still right, the answer is 304 without a body.',
    schema: { type: 'string', examples: ['"Vb3…"'] },
  },
} as const;

const answerHeaders = {
  RateLimit: {
    description: 'What is left of the limit, and seconds until it starts again.',
    schema: { type: 'string', examples: ['"read";r=1799;t=42'] },
  },
  'RateLimit-Policy': {
    description: 'The limit, and its window in seconds.',
    schema: { type: 'string', examples: ['"read";q=1800;w=60'] },
  },
  'API-Version': {
    description: 'Version of the answer.',
    schema: { type: 'string', examples: [apiVersions.at(-1)?.date] },
  },
} as const;

const headersOf = Object.fromEntries(
  Object.keys(answerHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

const parameterRef = (name: keyof typeof headerParameters) => ({ $ref: `#/components/parameters/${name}` });

const tagOf = ({ path }: Route): string => path.split('/')[2] ?? '';

const fault = (field: string, rule: keyof typeof namedRules) => ({
  field,
  code: 'INVALID_REQUEST',
  title: englishOf('INVALID_REQUEST'),
  detail: namedRules[rule].en,
});

/** How a program learns what is wrong with what it sent. */
const invalidRequest: z.output<typeof problem> = {
  type: '/v1/docs#INVALID_REQUEST',
  title: englishOf('INVALID_REQUEST'),
  status: statusOfCode('INVALID_REQUEST'),
  code: 'INVALID_REQUEST',
  instance: 'urn:uuid:0b5e2c1a-6f0e-4d39-9a57-3c8a5e1f7b20',
  errors: [fault('invoices.0.due_date', 'date'), fault('invoices.0.order', 'unknown')],
};

const refusals = (route: Route) =>
  Object.fromEntries(
    [...Map.groupBy(codesOf(route), statusOfCode)].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${englishOf(code)}`).join('\n\n'),
        headers: headersOf,
        content: {
          'application/problem+json': {
            schema: { $ref: '#/components/schemas/Problem' },
            ...(codes.includes('INVALID_REQUEST') && { example: invalidRequest }),
          },
        },
      },
    ]),
  );

function operationOf(components: Map<string, unknown>, name: string, route: Route) {
  const isRead = route.method === 'GET';
  return {
    operationId: name.replace(/^v1(.)/, (_, first: string) => first.toLowerCase()),
    summary: route.summary,
    description: `Scope of the key: \`${route.scope}\`.`,
    tags: [tagOf(route)],
    parameters: [
      ...parametersIn(components, 'path', route.params),
      ...parametersIn(components, 'query', route.query),
      parameterRef('ApiVersion'),
      parameterRef('Language'),
      ...(route.idempotency === 'accepted' ? [parameterRef('IdempotencyKey')] : []),
      ...(isRead ? [parameterRef('IfNoneMatch')] : []),
    ],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaIn(components, route.body, 'input') } },
      },
    }),
    responses: {
      200: {
        description: route.summary,
        headers: isRead ? { ...headersOf, ETag: { $ref: '#/components/headers/ETag' } } : headersOf,
        content: {
          'application/json': { schema: schemaIn(components, route.response ?? z.unknown(), 'output') },
        },
      },
      ...(isRead
        ? { 304: { description: 'The answer that the program has is still right.', headers: headersOf } }
        : {}),
      ...refusals(route),
    },
  };
}

const tags = {
  key: 'The key of the call.',
  calendar: 'Days on which receivers can pay.',
  credit_lines: 'What can be sold.',
  receivers: 'Who owes the invoices.',
  uploads: 'Files of invoices.',
  invoices: 'The invoices of the company.',
  quotes: 'Prices.',
  sales: 'Sales, from the hold to the deposit.',
  'prepared-sales': 'Sales that wait for a person to accept them.',
  references: 'References with which invoices are paid.',
  statement: 'The account statement.',
  events: 'What has happened.',
} as const;

/** "5 seconds, 30 seconds, 2 minutes, … and then every 4 hours". */
const spoken = (all: readonly number[]): string => {
  const text = (ms: number) => {
    const [unit, size] = (
      [
        ['hour', 3_600_000],
        ['minute', 60_000],
      ] as const
    ).find(([, one]) => ms >= one) ?? ['second', 1000];
    return `${ms / size} ${unit}${ms === size ? '' : 's'}`;
  };
  const distinct = [...new Set(all)];
  return `${distinct.slice(0, -1).map(text).join(', ')} and then every ${text(distinct.at(-1) ?? 0)}`;
};
const days = (all: readonly number[]): number => Math.round(all.reduce((sum, ms) => sum + ms, 0) / 86_400_000);

const DESCRIPTION = `Sell invoices from a program. Send \`Authorization: Bearer ak_live_…\` with a key that an administrator of the company made in the portal, under 'Llaves y webhooks'.

A sale takes four calls: \`POST /v1/quotes\` prices invoices, \`POST /v1/sales\` holds them for 30 minutes, \`POST /v1/sales/terms\` fixes the contract, and \`POST /v1/sales/accept\` accepts it. Then the lender answers and deposits; follow it by \`GET /v1/events\` or by webhooks. A key without the scope \`sell\` leaves invoices for a person with \`POST /v1/prepared-sales\`, and reads what became of them with \`GET /v1/prepared-sales\`. No key does more than its owner may.

Begin with a test key, \`ak_test_…\`: it acts on a test company with twelve example invoices and two credit lines, and moves no money. A robot answers a sale 20 seconds after its acceptance, deposits it 20 seconds later, and pays a payment reference after 20 seconds; it rejects the example with folio 9. It accepts a prepared sale after 20 seconds, or returns it if the example with folio 9 is in it. All of its invoices are advances (\`BI\`), and it begins anew after 30 days. An address for webhooks that is added as one for tests (De prueba) gets the events of the test company, each with the \`mode\` \`test\`, and no others.

Of each invoice, \`interest\` is its total × \`payment_days\` × \`interest_rate\` / 100 / \`days_in_year\` of the credit line, \`interest_tax\` the IVA of that rounded interest (16 %, or none where it is exempt), \`reserve\` the part of the total that is not advanced, and \`initial_deposit\` the advance less the interest: each is rounded half-up once, to the cent. The IVA is taken from the final deposit. So 116,000.00 for 45 days at 24 % and 90 % give an interest of 3,480.00 with an IVA of 556.80, an advance of 104,400.00, a deposit of 100,920.00, and a final deposit of 11,043.20. The lender’s answer may leave invoices out: \`totals\` of a sale are of those that it keeps.

Today is the day in Mexico City. Amounts are strings with two decimals, rates are strings in per cent, dates are \`YYYY-MM-DD\`, instants are in UTC. Send an \`Idempotency-Key\` of 8 to 200 characters with each write: for a week a repetition gets the first answer, byte for byte.

Refusals are problems (RFC 9457): decide by their \`code\`. \`INVALID_REQUEST\` has in \`errors\` each property that breaks a rule of this document, with its path as \`field\`, such as \`invoices.0.due_date\`, and the rule in words as \`detail\`, in the language of the \`Accept-Language\` header; the same request is refused again until it is corrected.

Webhooks: an administrator adds addresses in the portal, which get each event by POST. Their signature is that of Standard Webhooks: compute the HMAC-SHA256 of \`webhook-id\`, a full stop, \`webhook-timestamp\`, a full stop and the body as it was received. The key is the secret without \`whsec_\`, decoded from base64. One of the values of \`webhook-signature\`, each \`v1,\` and the result in base64, must be equal; refuse a timestamp that is more than five minutes old. Answer with a status of 200 to 299 within ten seconds. An event may arrive more than once, with the same \`webhook-id\`, which is its id, and a new timestamp; events about one object arrive in order.

Any other answer is a failure, and so is none within ten seconds. An event is sent again after ${spoken(waits)}, and is given up ${days(waits)} days after its first failure; a person can send it again from the portal. After three failures in a row an address is left alone for a minute, after each further one for twice as long, up to half an hour, whatever waits for it. A secret that was replaced signs beside the new one for ${OLD_SECRET_HOURS} hours, as one more value of \`webhook-signature\` after a space.`;

/** The document; made for the first request. */
export function programDocument(baseUrl: string) {
  const components = new Map<string, unknown>();
  schemaIn(components, problem, 'output');
  const paths: Record<string, Record<string, object>> = {};
  const used = new Set<string>();
  for (const [name, route] of programRoutes()) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(components, name, route) };
    used.add(tagOf(route));
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Invoice financing for programs',
      version: apiVersions.at(-1)?.date ?? '',
      description: DESCRIPTION,
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    tags: Object.entries(tags).flatMap(([name, description]) => (used.has(name) ? [{ name, description }] : [])),
    paths,
    webhooks: {
      event: {
        post: {
          operationId: 'receiveEvent',
          summary: 'What an address gets for each event.',
          description: 'Signed by the scheme of Standard Webhooks.',
          tags: ['events'],
          security: [],
          parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
            name,
            in: 'header',
            required: true,
            description: 'Part of the signature.',
            schema: { type: 'string' },
          })),
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Event' } } },
          },
          responses: {
            200: { description: 'The event was taken.' },
            default: { description: 'The event was not taken, and is sent again.' },
          },
        },
      },
    },
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key that begins with `ak_`.' } },
      parameters: headerParameters,
      headers: {
        ...answerHeaders,
        ETag: { description: 'Entity tag of the answer.', schema: { type: 'string', examples: ['"Vb3…"'] } },
      },
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => a.localeCompare(b))),
    },
  };
}
