/** The body of refusals, and the HTTP status of each kind. */
import type { ErrorResponse } from '@anticipa/contract/route';
import { type ErrorCode, type ErrorKind, errorCatalogue, type Failure } from '@anticipa/domain/errors';
import { errorTexts } from '@anticipa/texts/texts';
import type { FastifyReply } from 'fastify';

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

export const sendRefusal = (reply: FastifyReply, code: ErrorCode, failures: readonly Failure[] = []): FastifyReply => {
  const { kind, retry } = errorCatalogue[code];
  const retryAfter = retry ? RETRY_AFTER[kind] : undefined;
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  if (statusOfCode(code) === 401) void reply.header('www-authenticate', 'Bearer');
  return reply
    .status(statusOfCode(code))
    .header('content-type', JSON_TYPE)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(refusalBody(code, failures, reply.request.id)));
};
