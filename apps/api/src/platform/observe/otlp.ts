/**
 * Sends spans to an OpenTelemetry collector: OTLP 1 over HTTP in its JSON form (decision 0107). Sending delays no caller: what does not
 * fit into the queue, or is not taken, is dropped and counted.
 */
import { z } from 'zod';
import { callOutside, circuitBreaker, jsonOf } from '../outside/outside-call.ts';
import { exportSpans, type Span, type SpanKind } from '../trace/trace.ts';

export interface SpanCounts {
  readonly sent: number;
  readonly dropped: number;
}

export interface SpanExporter {
  add(span: Span): void;
  counts(): SpanCounts;
  /** Sends what waits, once; resolves within the deadline of a call. */
  close(): Promise<void>;
}

interface ExporterOptions {
  /** Address of the collector, to which `/v1/traces` is appended: `http://localhost:4318`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly service: string;
  readonly version: string;
  /** Defaults to 5,000. */
  readonly deadlineMs?: number;
  /** Between two batches, unless one is full. Defaults to 5,000. */
  readonly everyMs?: number;
}

const DEADLINE_MS = 5_000;
const EVERY_MS = 5_000;
/** About a megabyte. */
const MAX_WAITING = 2048;
const MAX_BATCH = 512;
const MAX_ANSWER_BYTES = 64 * 1024;
const KINDS: Readonly<Record<SpanKind, number>> = { server: 2, client: 3, consumer: 5 };
const FAILED = 2;

/** A collector that takes a batch may refuse some of its spans. */
const answer = z.object({ partialSuccess: z.object({ rejectedSpans: z.coerce.number().int().nonnegative() }) });

type Value = { readonly stringValue: string } | { readonly intValue: string };

const attributesOf = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values).map(([key, value]): { key: string; value: Value } => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.trunc(value)) } : { stringValue: value },
  }));

const spanOf = ({ traceId, spanId, parentId, kind, name, startedAt, endedAt, attributes, isFailed }: Span) => ({
  traceId,
  spanId,
  ...(parentId !== null && { parentSpanId: parentId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: `${startedAt}000000`,
  endTimeUnixNano: `${Math.max(startedAt, endedAt)}000000`,
  attributes: attributesOf(attributes),
  ...(isFailed && { status: { code: FAILED } }),
});

export const spanExporter = ({
  endpoint,
  headers,
  service,
  version,
  deadlineMs = DEADLINE_MS,
  everyMs = EVERY_MS,
}: ExporterOptions): SpanExporter => {
  const url = new URL(`${endpoint.replace(/\/$/, '')}/v1/traces`);
  const resource = { attributes: attributesOf({ 'service.name': service, 'service.version': version }) };
  const circuit = circuitBreaker();
  const waiting: Span[] = [];
  let sending: Promise<void> | null = null;
  let sent = 0;
  let dropped = 0;

  const send = async (spans: readonly Span[]): Promise<void> => {
    const scopeSpans = [{ scope: { name: 'anticipa', version }, spans: spans.map(spanOf) }];
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] });
    let rejected = spans.length;
    try {
      const { status, ...rest } = await callOutside({
        method: 'POST',
        url,
        headers: { ...headers, 'content-type': 'application/json' },
        body,
        deadlineMs,
        maxBytes: MAX_ANSWER_BYTES,
        isRepeatable: false,
      });
      circuit.record(status < 500);
      if (status === 200) rejected = answer.safeParse(jsonOf(rest)).data?.partialSuccess.rejectedSpans ?? 0;
    } catch {
      circuit.record(false);
    }
    sent += spans.length - rejected;
    dropped += rejected;
  };

  const sendNext = (): void => {
    if (sending !== null || waiting.length === 0) return;
    const batch = waiting.splice(0, MAX_BATCH);
    if (!circuit.allows()) dropped += batch.length;
    else
      sending = send(batch).finally(() => {
        sending = null;
        if (waiting.length >= MAX_BATCH) sendNext();
      });
  };

  const timer = setInterval(sendNext, everyMs).unref();
  return {
    add: (span) => {
      if (waiting.length >= MAX_WAITING) dropped += 1;
      else waiting.push(span);
      if (waiting.length >= MAX_BATCH) sendNext();
    },
    counts: () => ({ sent, dropped }),
    close: async () => {
      clearInterval(timer);
      await sending;
      sendNext();
      await sending;
    },
  };
};

let open: SpanExporter | null = null;

/** Spans of this process that the collector has taken, and those that were dropped. */
export const spanCounts = (): SpanCounts => open?.counts() ?? { sent: 0, dropped: 0 };

/** Exports the spans of this process to the collector of the settings; null without one. */
export const openSpanExporter = (
  { endpoint, headers }: { readonly endpoint: string | undefined; readonly headers: Readonly<Record<string, string>> },
  service: string,
  version: string,
): SpanExporter | null => {
  if (endpoint === undefined) return null;
  open = spanExporter({ endpoint, headers, service: `anticipa-${service}`, version });
  exportSpans(open.add);
  return open;
};
