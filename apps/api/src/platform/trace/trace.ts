/**
 * Traces (W3C Trace Context): a call continues that of its caller, a delivered message that of the call that put it into the outbox.
 * Ids only; whatever else a span has is allow-listed where it is made.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

export type SpanKind = 'server' | 'client' | 'consumer';

/** A finished step of a trace. Names and attributes carry patterns and hosts, never an id, an address or a name of anybody. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first one. */
  readonly parentId: string | null;
  readonly kind: SpanKind;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly isFailed: boolean;
}

interface Place {
  readonly traceId: string;
  readonly spanId: string;
  /** The caller does not want the trace to be recorded. */
  readonly isSampled: boolean;
}

/** A step that has begun. */
export interface Step extends Place {
  readonly parentId: string | null;
  readonly startedAt: number;
}

const current = new AsyncLocalStorage<Place>();
let onEnd: ((span: Span) => void) | null = null;

/** Hands every finished span of this process to an exporter; null for none. */
export const exportSpans = (exporter: ((span: Span) => void) | null): void => {
  onEnd = exporter;
};

// Later versions may append fields; version ff, and ids of zeros, are invalid.
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** The place that a header names; null for none, or one that the standard has nobody use. */
export const placeIn = (traceparent: unknown): Place | null => {
  const found = typeof traceparent === 'string' ? TRACEPARENT.exec(traceparent) : null;
  if (found === null) return null;
  const [, version = '', traceId = '', spanId = '', flags = '', more] = found;
  if (version === '00' && more !== undefined) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
};

/** The header that continues the trace; null outside of one. */
export const traceparent = (): string | null => {
  const place = current.getStore();
  return place ? `00-${place.traceId}-${place.spanId}-${place.isSampled ? '01' : '00'}` : null;
};

/** Fields of a log line in a trace. */
export const traceFields = (): { readonly traceId?: string; readonly spanId?: string } => {
  const { traceId, spanId } = current.getStore() ?? {};
  return traceId === undefined || spanId === undefined ? {} : { traceId, spanId };
};

/** Begins a step after `parent`, or a trace of its own without one. */
export const beginStep = (parent: Place | null): Step => ({
  traceId: parent?.traceId ?? randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  parentId: parent?.spanId ?? null,
  isSampled: parent?.isSampled ?? true,
  startedAt: Date.now(),
});

type Outcome = Pick<Span, 'kind' | 'name' | 'attributes' | 'isFailed'>;

export const endStep = ({ isSampled, ...step }: Step, outcome: Outcome): void => {
  if (isSampled) onEnd?.({ ...step, ...outcome, endedAt: Date.now() });
};

/** Runs `work` within a step, whose log lines and further steps belong to it. */
export const withinStep = <T>(step: Step, work: () => T): T => current.run(step, work);

type Named = Pick<Span, 'kind' | 'name' | 'attributes'>;

/** Runs `work` as a step that continues `parent`, or begins a trace without one. */
export const traced = async <T>(parent: Place | null, named: Named, work: () => Promise<T>): Promise<T> => {
  const step = beginStep(parent);
  let isFailed = true;
  try {
    const result = await withinStep(step, work);
    isFailed = false;
    return result;
  } finally {
    endStep(step, { ...named, isFailed });
  }
};

/** `traced` as a part of the trace under way; outside of one `work` runs without. */
export const tracedWithin = <T>(named: Named, work: () => Promise<T>): Promise<T> => {
  const parent = current.getStore();
  return parent === undefined ? work() : traced(parent, named, work);
};
