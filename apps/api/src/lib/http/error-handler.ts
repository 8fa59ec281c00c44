/** Whatever goes wrong outside a command ends here, as the one shape of a refusal. */
import type { ErrorCode } from '@anticipa/domain/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { StorageUnavailable } from '../../gateways/storage/port.ts';
import { DatabaseUnavailable } from '../db/errors.ts';
import type { Log } from '../deps.ts';
import { sendRefusal } from './answers.ts';
import { MalformedJson } from './strict-json.ts';

/** The server has more to do than it can; see under-pressure in app.ts. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded';
}

const byFrameworkCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
};

/** The refusal that an exception amounts to; UNEXPECTED when the fault is ours. */
const codeOfError = (error: unknown): ErrorCode => {
  if (error instanceof DatabaseUnavailable || error instanceof StorageUnavailable) return 'SERVICE_UNAVAILABLE';
  if (error instanceof Overloaded) return 'SERVICE_UNAVAILABLE';
  if (error instanceof MalformedJson) return 'INVALID_REQUEST';
  const known = isFrameworkError(error) ? byFrameworkCode[error.code] : undefined;
  if (known !== undefined) return known;
  return isOfRequest(error) ? 'INVALID_REQUEST' : 'UNEXPECTED';
};

const isFrameworkError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_');

/**
 * What the framework and its file server say of a request: a bad length, a bad escape, a body that its sender broke off,
 * a range or a condition that a file cannot meet.
 */
const isOfRequest = (error: unknown): boolean => {
  if (!(error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number')) return false;
  return error.statusCode >= 400 && error.statusCode < 500;
};

/** Answers for an exception; only what is our own fault or a dependency's is worth a line in the log. */
export const answerError =
  (log: Log) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const code = codeOfError(error);
    const fields = { err: error, requestId: request.id, route: request.routeOptions.url };
    if (code === 'UNEXPECTED') log.error(fields, 'a call failed unexpectedly');
    if (code === 'SERVICE_UNAVAILABLE') log.warn(fields, 'a call met an unavailable dependency');
    return sendRefusal(reply, code);
  };
