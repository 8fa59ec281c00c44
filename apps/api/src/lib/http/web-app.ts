import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './answers.ts';

/** Prefixes of calls and built files; an unknown path below them is a program's error rather than a screen. */
const CALLS = /^\/(?:api|health|invoicing|client|assets)(?:[/?]|$)/;
/** The sign-in page is a separate, minimal document. */
const LOGIN = /^\/login\/?(?:\?|$)/;
/** The lender's desk has its own document and code. */
const DESK = /^\/lender(?:[/?]|$)/;
/** Immutable files, whose names contain a hash. */
const HASHED = /[/\\]assets[/\\]/;

/** Headers that only a document uses: each would cost bytes in every cold load. */
const FOR_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-frame-options',
] as const;
/** Headers without a use for a file that never changes. */
const FOR_CHANGING = ['accept-ranges', 'last-modified'] as const;

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
        const isDocument = path.includes('.html');
        const unused = [...(isDocument ? [] : FOR_DOCUMENTS), ...(isHashed ? FOR_CHANGING : [])];
        for (const name of unused) void reply.removeHeader(name);
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
    if (LOGIN.test(request.url)) return reply.sendFile('login.html');
    return reply.sendFile(DESK.test(request.url) ? 'lender.html' : 'index.html');
  });
};
