/**
 * Sends logged errors to an error-reporting service as Sentry envelopes, protocol version 7; GlitchTip and Bugsink take the
 * same. Allow-listed parts only: no bodies, tax ids, CLABEs, names or keys leave the server. Reporting never delays its caller
 * and gives up at the first difficulty: the log has every error in full.
 */
import { createHash, randomUUID } from 'node:crypto';
import { relative } from 'node:path';
import { z } from 'zod';
import type { Config } from '../config/config.ts';
import { callOutside, circuitBreaker, type OutsideAnswer, type OutsideOptions } from '../outside/outside-call.ts';
import type { OutsideHealth } from '../outside/outside-health.ts';
import { inSources } from '../process/source-places.ts';
import type { Log } from './log.ts';

export interface ErrorReporter {
  /** Sends the report in the background, or drops it. */
  report(fields: object, message: string): void;
  /** Resolves when no report is being sent. */
  flush(): Promise<void>;
}

export interface ErrorReporterOptions extends OutsideOptions {
  /** Example: `https://KEY@host/PROJECT`. */
  readonly dsn: string;
  readonly service: 'api' | 'worker';
  readonly environment: string;
  /** Milliseconds since 1970. Defaults to Date.now. */
  readonly now?: () => number;
}

const DEADLINE_MS = 5_000;
const MAX_ANSWER_BYTES = 16 * 1024;
const MINUTE_MS = 60_000;
const PER_FINGERPRINT = 5;
/** Browsers have their own: anyone can send their reports, and must not silence the server's. */
const LIMITS = { own: { perMinute: 60, atOnce: 5 }, browser: { perMinute: 15, atOnce: 2 } };
const MAX_FRAMES = 50;
const DEFAULT_LIMIT_SECONDS = 60;

/** Null if no service is configured. */
export function openErrorReporter(
  { sentryDsn: dsn, production }: Config,
  service: ErrorReporterOptions['service'],
  health: OutsideHealth,
): ErrorReporter | null {
  if (dsn === undefined) return null;
  const environment = production ? 'production' : 'development';
  return errorReporterOver({ dsn, service, environment, circuit: health.circuitOf('error-reports') });
}

/** A log that also reports what it logs as an error. */
export function reportingLog(log: Log, reporter: ErrorReporter | null): Log {
  if (reporter === null) return log;
  return {
    info: (fields, message) => log.info(fields, message),
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => {
      log.error(fields, message);
      reporter.report(fields, message);
    },
  };
}

export function errorReporterOver(options: ErrorReporterOptions): ErrorReporter {
  const { deadlineMs = DEADLINE_MS, now = Date.now, circuit = circuitBreaker() } = options;
  const { url, key } = partsOf(options.dsn);
  const headers = {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=anticipa/1, sentry_key=${key}`,
  };
  const laneOf = ({ perMinute, atOnce }: (typeof LIMITS)['own']) => {
    return { admit: admitting(now, perMinute), atOnce, sending: new Set<Promise<void>>() };
  };
  const lanes = { own: laneOf(LIMITS.own), browser: laneOf(LIMITS.browser) };
  let silentUntil = 0;
  const send = async (body: string): Promise<void> => {
    try {
      const call = { method: 'POST', url, headers, body, deadlineMs, maxBytes: MAX_ANSWER_BYTES } as const;
      const answer = await callOutside({ ...call, isRepeatable: false });
      silentUntil = Math.max(silentUntil, now() + limitSeconds(answer, now()) * 1000);
      // A limit or a refused report is no failure of the service.
      circuit.record(answer.status < 500, `status ${answer.status}`);
    } catch {
      circuit.record(false, 'no answer');
    }
  };
  return {
    report: (fields, message) => {
      const event = eventOf(options, fields, message, now());
      const { sending, atOnce, admit } = lanes[event.platform === 'javascript' ? 'browser' : 'own'];
      if (now() < silentUntil || sending.size >= atOnce || !admit(fingerprintOf(event)) || !circuit.allows()) return;
      const sent = send(envelopeOf(event, now())).finally(() => sending.delete(sent));
      sending.add(sent);
    },
    flush: async () => void (await Promise.all([...lanes.own.sending, ...lanes.browser.sending])),
  };
}

function partsOf(dsn: string): { readonly url: URL; readonly key: string } {
  const { protocol, host, username, pathname } = new URL(dsn);
  const end = pathname.lastIndexOf('/');
  const url = new URL(`${protocol}//${host}${pathname.slice(0, end)}/api/${pathname.slice(end + 1)}/envelope/`);
  return { url, key: username };
}

/** Whether a fingerprint may be reported in this minute. */
function admitting(now: () => number, perMinute: number): (fingerprint: string) => boolean {
  let minute = 0;
  let total = 0;
  const counts = new Map<string, number>();
  return (fingerprint) => {
    const current = Math.floor(now() / MINUTE_MS);
    if (current !== minute) {
      [minute, total] = [current, 0];
      counts.clear();
    }
    const count = counts.get(fingerprint) ?? 0;
    if (count >= PER_FINGERPRINT || total >= perMinute) return false;
    counts.set(fingerprint, count + 1);
    total += 1;
    return true;
  };
}

/** Seconds for which errors must not be sent; 0 without a limit. */
function limitSeconds({ status, headers }: OutsideAnswer, at: number): number {
  // Example: `60:error;default:organization, 2700::key`; no category means all.
  const limits = headers['x-sentry-rate-limits'];
  if (limits !== undefined) {
    const ours = String(limits)
      .split(',')
      .map((limit) => limit.trim().split(':'))
      .filter(([, categories = 'none']) => categories === '' || categories.split(';').includes('error'));
    // Other categories than errors do not stop us; `Retry-After` then speaks of them.
    return Math.max(0, ...ours.map(([seconds]) => Number(seconds) || 0));
  }
  if (status !== 429) return 0;
  const after = headers['retry-after'] ?? '';
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - at) / 1000;
  return seconds > 0 ? seconds : DEFAULT_LIMIT_SECONDS;
}

interface Frame {
  readonly function: string;
  readonly filename: string;
  readonly lineno: number;
  readonly colno: number;
}

interface ErrorEvent {
  readonly event_id: string;
  readonly timestamp: number;
  readonly platform: 'node' | 'javascript';
  readonly level: 'error';
  readonly environment: string;
  readonly logger: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly exception: {
    readonly values: readonly [
      { readonly type: string; readonly value: string; readonly stacktrace?: { readonly frames: readonly Frame[] } },
    ];
  };
}

const browserReport = z.object({ report: z.object({ error: z.string(), component: z.string(), path: z.string() }) });

/** The event of logged fields, from allow-listed parts. */
function eventOf(options: ErrorReporterOptions, fields: object, message: string, at: number): ErrorEvent {
  const { service, environment } = options;
  const browser = browserReport.safeParse(fields).data?.report;
  const cause = 'err' in fields && fields.err instanceof Error ? fields.err : null;
  const tags = {
    service,
    route: wordOf(fields, 'route', /^[/\w:-]{1,100}$/),
    request: wordOf(fields, 'requestId', UUID),
  };
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: at / 1000,
    platform: browser ? 'javascript' : 'node',
    level: 'error',
    environment,
    logger: message,
    tags: {
      ...Object.fromEntries(Object.entries(tags).filter(([, value]) => value !== '')),
      ...(browser && { component: wordOf(browser, 'component', /^\w{1,60}$/), path: plain(browser.path) }),
    },
    exception: {
      values: [browser ? { type: 'BrowserError', value: plain(browser.error) } : exceptionOf(cause, message)],
    },
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A field whose whole text matches; otherwise empty. */
const wordOf = (fields: object, name: string, pattern: RegExp): string => {
  const text: unknown = Object.entries(fields).find(([field]) => field === name)?.[1];
  return typeof text === 'string' && pattern.test(text) ? text : '';
};

function exceptionOf(cause: Error | null, message: string): ErrorEvent['exception']['values'][0] {
  if (cause === null) return { type: 'Error', value: plain(message) };
  const type = /^\w{1,60}$/.test(cause.name) ? cause.name : 'Error';
  const code =
    'code' in cause && typeof cause.code === 'string' && /^[A-Z0-9_]{1,40}$/.test(cause.code) ? cause.code : '';
  return {
    type,
    value: `${plain(cause.message)}${code && ` (${code})`}`,
    stacktrace: { frames: framesOf(inSources(cause.stack ?? '')) },
  };
}

const PROJECT = new URL('../../../../..', import.meta.url).pathname;
const FRAME = /^\s+at (?:(?:async )?([\w.<>$ ]{1,100}) \()?(?:file:\/\/)?(\/?[\w./@-]+|node:[\w/]+):(\d+):(\d+)\)?$/;

/** The frames of a stack, oldest first, with files relative to the project. */
const framesOf = (stack: string): Frame[] =>
  stack
    .split('\n')
    .flatMap((line) => {
      const [, name = '?', file = '', lineno, colno] = FRAME.exec(line) ?? [];
      if (file === '') return [];
      const filename = file.startsWith('/') ? relative(PROJECT, file) : file;
      return [{ function: name, filename, lineno: Number(lineno), colno: Number(colno) }];
    })
    .slice(0, MAX_FRAMES)
    .reverse();

/** Words with capitals that are no names of people or companies. */
const CAPITALISED = new Set(['Cannot', 'Error', 'Failed', 'Invalid', 'JSON', 'TypeError', 'URL', 'Unexpected']);
const HIDDEN = '…';

/** The text with only short lower-case words of plain letters, which say what failed but not whose. */
const plain = (text: string): string =>
  text
    .slice(0, 1000)
    .split(/\s+/)
    .map((part) => part.replace(/^[/("'«]+|[)"'»,.:;/]+$/g, ''))
    .map((word) => (/^[a-z]{1,20}(?:[-/'][a-z]{1,20})*$/.test(word) || CAPITALISED.has(word) ? word : HIDDEN))
    .join(' ');

const fingerprintOf = ({ logger, exception: { values } }: ErrorEvent): string => {
  const [{ type, value, stacktrace }] = values;
  return createHash('sha256')
    .update(JSON.stringify([logger, type, value, stacktrace?.frames.at(-1)]))
    .digest('hex');
};

function envelopeOf(event: ErrorEvent, at: number): string {
  const item = JSON.stringify(event);
  const header = JSON.stringify({ event_id: event.event_id, sent_at: new Date(at).toISOString() });
  const itemHeader = JSON.stringify({
    type: 'event',
    length: Buffer.byteLength(item),
    content_type: 'application/json',
  });
  return `${header}\n${itemHeader}\n${item}\n`;
}
