/**
 * Stand-in for an OpenTelemetry collector that takes traces over HTTP as JSON, by OTLP 1.5 and the JSON form of protobuf: it refuses
 * another path or type, an unknown or snake-case field, an id that is no hexadecimal or only zeros, and a time or a kind that is none.
 */
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { serveOnLoopback } from './loopback.ts';

export type CollectorBehaviour = 'accept' | 'refuse-one' | 'error-503' | 'hang';

const hex = (digits: number) =>
  z.string().regex(new RegExp(`^(?!0+$)[0-9a-fA-F]{${digits}}$`), `must have ${digits} hexadecimal digits`);
/** A number of 64 bits, which JSON writes as a string; readers take numbers too. */
const fixed64 = z.union([z.string().regex(/^\d{1,20}$/), z.int()]).transform((given) => BigInt(given));
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.union([z.string().regex(/^-?\d+$/), z.int()]) }),
  z.strictObject({ doubleValue: z.number() }),
]);
const attributes = z.array(z.strictObject({ key: z.string().min(1), value })).optional();
const span = z
  .strictObject({
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: z.union([hex(16), z.literal('')]).optional(),
    traceState: z.string().optional(),
    flags: z.int().optional(),
    name: z.string().min(1),
    kind: z.int().min(1).max(5),
    startTimeUnixNano: fixed64,
    endTimeUnixNano: fixed64,
    attributes,
    status: z.strictObject({ message: z.string().optional(), code: z.int().min(0).max(2) }).optional(),
  })
  .refine(({ startTimeUnixNano: start, endTimeUnixNano: end }) => end >= start, 'ends before it starts');
const request = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z
        .strictObject({ attributes })
        .refine(({ attributes: given = [] }) => given.some(({ key }) => key === 'service.name'), 'has no service.name'),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.string(), version: z.string().optional(), attributes }).optional(),
          spans: z.array(span).min(1),
        }),
      ),
    }),
  ),
});

export type CollectedSpan = z.output<typeof span>;

export interface OtlpCollector {
  readonly endpoint: string;
  script(behaviour: CollectorBehaviour): void;
  /** The spans taken in. */
  spans(): readonly CollectedSpan[];
  /** Why calls were refused. */
  problems(): readonly string[];
  /** Number of calls received. */
  received(): number;
  close(): Promise<void>;
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
  let behaviour: CollectorBehaviour = 'accept';
  let received = 0;
  const spans: CollectedSpan[] = [];
  const problems: string[] = [];
  const { origin, close } = await serveOnLoopback(async (call, response) => {
    const bytes = await buffer(call);
    received += 1;
    if (behaviour === 'hang') return;
    if (behaviour === 'error-503') return void response.writeHead(503, { 'retry-after': '1' }).end();
    const refuse = (status: number, problem: string): void => {
      problems.push(problem);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message: problem }));
    };
    if (call.url !== '/v1/traces') return refuse(404, `no such path: ${call.url}`);
    if (call.method !== 'POST') return refuse(405, 'not a POST');
    if (call.headers['content-type'] !== 'application/json') return refuse(415, 'another content type');
    const read = request.safeParse(JSON.parse(bytes.toString('utf8')));
    if (!read.success) return refuse(400, z.prettifyError(read.error));
    const given = read.data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
    const taken = behaviour === 'refuse-one' ? given.slice(1) : given;
    spans.push(...taken);
    const partialSuccess = { rejectedSpans: String(given.length - taken.length), errorMessage: 'one too many' };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(behaviour === 'refuse-one' ? { partialSuccess } : {}));
  });
  return {
    endpoint: origin,
    script: (given) => {
      behaviour = given;
    },
    spans: () => spans,
    problems: () => problems,
    received: () => received,
    close,
  };
}
