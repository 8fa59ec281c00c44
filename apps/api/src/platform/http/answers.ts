/** The body of refusals, and the HTTP status of each kind. */
import type { ErrorResponse } from '@anticipa/contract/route';
import { type ErrorCode, type ErrorKind, errorCatalogue, type Failure } from '@anticipa/domain/errors';
import { englishErrorTexts } from '@anticipa/texts/error-texts-en';
import { errorTexts } from '@anticipa/texts/texts';
import type { FastifyReply } from 'fastify';
import type { Fault } from './broken-rules.ts';

const statusOf: Record<ErrorKind, number> = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  'unsupported-media': 415,
  rule: 422,
  'too-many': 429,
  internal: 500,
  unavailable: 503,
  upstream: 502,
};

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Seconds for the Retry-After header of what may succeed later. */
const RETRY_AFTER: Partial<Record<ErrorKind, number>> = { unavailable: 5, 'too-many': 30 };
/** Longest part of a request echoed in an answer. */
const MAX_PATH = 100;

export type Detail = ErrorResponse['error']['details'][number];

export const statusOfCode = (code: ErrorCode): number => statusOf[errorCatalogue[code].kind];

const detailOf = ({ path, code, expected }: Failure): Detail => ({
  path: path.slice(0, MAX_PATH),
  code,
  message: errorTexts[code],
  ...(expected === undefined ? {} : { expected }),
});

export const refusalBody = (code: ErrorCode, failures: readonly Failure[], requestId: string): ErrorResponse => ({
  error: { code, message: errorTexts[code], details: failures.map(detailOf), requestId },
});

/** Whether a route is one of those for programs, whose refusals are problems (RFC 9457) in the caller's language. */
export const isForPrograms = (url: string | undefined): boolean => url?.startsWith('/v1/') === true;

/** English if the caller prefers it to Spanish (RFC 9110, 12.5.4), which is the default. */
const isEnglish = (header: string | undefined): boolean => {
  const weights = (header ?? '').split(',').map((part) => {
    const [, language = '', weight = '1'] = /^\s*([a-z]{2})\b[^;]*(?:;\s*q=([\d.]+))?/i.exec(part) ?? [];
    return [language.toLowerCase(), Number(weight)] as const;
  });
  const weightOf = (wanted: string) =>
    Math.max(0, ...weights.filter(([one]) => one === wanted).map(([, weight]) => weight));
  return weightOf('en') > weightOf('es');
};

const sendProblem = (reply: FastifyReply, code: ErrorCode, faults: readonly Fault[]): FastifyReply => {
  const { id, headers } = reply.request;
  const language = isEnglish(headers['accept-language']) ? 'en' : 'es';
  const english = language === 'en' ? englishErrorTexts : {};
  const textOf = (one: ErrorCode): string => english[one] ?? errorTexts[one];
  return reply
    .header('content-language', english[code] === undefined ? 'es-MX' : 'en')
    .header('vary', 'accept-language')
    .header('content-type', 'application/problem+json; charset=utf-8')
    .send(
      JSON.stringify({
        type: `/v1/docs#${code}`,
        title: textOf(code),
        status: statusOfCode(code),
        code,
        instance: `urn:uuid:${id}`,
        errors: faults.map(({ path, code: of, expected, rule }) => ({
          field: path.slice(0, MAX_PATH),
          code: of,
          title: textOf(of),
          ...(rule && { detail: rule[language] }),
          ...(expected === undefined ? {} : { expected }),
        })),
      }),
    );
};

export const sendRefusal = (reply: FastifyReply, code: ErrorCode, failures: readonly Fault[] = []): FastifyReply => {
  const { kind, retry } = errorCatalogue[code];
  const retryAfter = retry ? RETRY_AFTER[kind] : undefined;
  if (retryAfter !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', String(retryAfter));
  if (statusOfCode(code) === 401) void reply.header('www-authenticate', 'Bearer');
  void reply.status(statusOfCode(code)).header('cache-control', 'no-store');
  if (isForPrograms(reply.request.routeOptions.url ?? reply.request.url)) return sendProblem(reply, code, failures);
  return reply.header('content-type', JSON_TYPE).send(JSON.stringify(refusalBody(code, failures, reply.request.id)));
};
