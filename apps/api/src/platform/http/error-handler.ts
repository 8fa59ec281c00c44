/** Turns exceptions into refusals. */
import type { ErrorCode } from '@anticipa/domain/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../observe/log.ts';
import { withinStep } from '../trace/trace.ts';
import { Unavailable } from '../work/unavailable.ts';
import { isForPrograms, sendRefusal } from './answers.ts';
import { faultOf } from './broken-rules.ts';
import { MalformedJson } from './strict-json.ts';
import { stepOf } from './tracing.ts';

/** The server is overloaded; see under-pressure in app.ts. */
export class Overloaded extends Unavailable {
  override readonly name = 'Overloaded';
}

const byFrameworkCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

/** Error code of an exception; UNEXPECTED for our own bugs. */
const codeOfError = (error: unknown): ErrorCode => {
  if (error instanceof Unavailable) return 'SERVICE_UNAVAILABLE';
  if (error instanceof MalformedJson) return 'INVALID_REQUEST';
  const known = isFrameworkError(error) ? byFrameworkCode[error.code] : undefined;
  if (known !== undefined) return known;
  return isOfRequest(error) ? 'INVALID_REQUEST' : 'UNEXPECTED';
};

const isFrameworkError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_');

/**
 * Errors of the framework and its file server caused by the request: a bad length, a bad escape, an aborted body, an
 * unsatisfiable range or condition, a caller that left before the end of the answer.
 */
const isOfRequest = (error: unknown): boolean => {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return true;
  if (!(error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')) return false;
  return error.statusCode >= 400 && error.statusCode < 500;
};

/** Answers with a refusal; logs only our own errors and those of dependencies. */
export const answerError =
  (log: Log) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const code = codeOfError(error);
    const fields = { err: error, requestId: request.id, route: request.routeOptions.url };
    withinStep(stepOf(request.raw), () => {
      if (code === 'UNEXPECTED') log.error(fields, 'request failed unexpectedly');
      if (code === 'SERVICE_UNAVAILABLE') log.warn(fields, 'request failed: dependency unavailable');
    });
    // Fastify would end the connection: a caller that is still sending, such as a proxy, may then miss the answer. The rest of
    // the body is discarded instead.
    if (code === 'BODY_TOO_LARGE') void reply.removeHeader('connection');
    const isForProgram = isForPrograms(request.routeOptions.url);
    return sendRefusal(reply, code, isForProgram && error instanceof MalformedJson ? [faultOf('', 'json')] : []);
  };
