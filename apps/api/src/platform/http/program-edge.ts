/** The edge of the calls for programs: their dated versions, and entity tags that spare reading the same again. */
import { createHash } from 'node:crypto';
import { type ApiChange, type ApiVersion, changesSince, fromOlder, toOlder } from '@anticipa/contract/v1/versions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForPrograms, sendRefusal } from './answers.ts';
import { JsonBody } from './http.ts';

const HEADER = 'api-version';

/** Adds the hooks; `versions` are oldest first. They come before compression, which would hide the answer from them. */
export function addProgramEdge(app: FastifyInstance, versions: readonly ApiVersion[]): void {
  const newest = versions.at(-1)?.date ?? '';
  const asked = new WeakMap<FastifyRequest, readonly ApiChange[]>();

  app.addHook('onRequest', async (request, reply) => {
    if (!isForPrograms(request.routeOptions.url)) return undefined;
    const given = request.headers[HEADER];
    const date = typeof given === 'string' ? given : newest;
    const changes = changesSince(versions, date, `${request.method} ${request.routeOptions.url}`);
    if (changes === null) return sendRefusal(reply, 'API_VERSION_UNKNOWN');
    void reply.header(HEADER, date);
    asked.set(request, changes);
    return undefined;
  });

  app.addHook('preValidation', async (request) => {
    const changes = asked.get(request) ?? [];
    if (changes.length > 0 && request.body instanceof JsonBody)
      request.body = new JsonBody(request.body.bytes, fromOlder(changes, request.body.value));
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const changes = asked.get(request);
    if (changes === undefined || reply.statusCode !== 200) return payload;
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return payload;
    const bytes = changes.length === 0 ? payload : JSON.stringify(toOlder(changes, JSON.parse(payload.toString())));
    return request.method === 'GET' ? tagged(request, reply, bytes) : bytes;
  });
}

/** The answer with its entity tag, or none if the program has it. */
function tagged(request: FastifyRequest, reply: FastifyReply, bytes: string | Buffer): string | Buffer {
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  void reply.header('etag', tag).header('cache-control', 'private, no-cache');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  if (!known.includes(tag)) return bytes;
  void reply.status(304).removeHeader('content-type').removeHeader('content-length');
  return '';
}
