import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './answers.ts';

/** Prefixes of calls and built files; an unknown path below them is a program's error rather than a screen. */
const CALLS = /^\/(?:api|health|invoicing|client|assets)(?:[/?]|$)/;
/** The sign-in page is a separate, minimal document. */
const LOGIN = /^\/login\/?(?:\?|$)/;
/** Immutable files, whose names contain a hash. */
const HASHED = /[/\\]assets[/\\]/;

/** Headers without a use for a script, style or font that never changes: each would cost bytes in every cold load. */
const NOT_FOR_HASHED = [
  'accept-ranges',
  'content-security-policy',
  'cross-origin-opener-policy',
  'last-modified',
  'origin-agent-cluster',
  'x-frame-options',
] as const;

/** Serves the built web app; every path that is neither a call nor a file is one of its screens. */
export const serveWebApp = async (app: FastifyInstance, webDir: string): Promise<void> => {
  const isBuilt = existsSync(join(webDir, 'index.html'));
  if (isBuilt) {
    await app.register(serveFiles, {
      root: webDir,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = HASHED.test(path);
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        if (isHashed) for (const name of NOT_FOR_HASHED) void reply.removeHeader(name);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen =
      isBuilt &&
      request.method === 'GET' &&
      !CALLS.test(request.url) &&
      (request.headers.accept ?? '').includes('text/html');
    if (!isScreen) return sendRefusal(reply, 'NOT_FOUND');
    return reply.sendFile(LOGIN.test(request.url) ? 'login.html' : 'index.html');
  });
};
