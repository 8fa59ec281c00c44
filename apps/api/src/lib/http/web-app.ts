import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { sendRefusal } from './answers.ts';

/** Calls and built files live under these; an unknown address below them is a mistake of a program, not a screen. */
const CALLS = /^\/(?:api|health|invoicing|client|assets)(?:[/?]|$)/;
/** The sign-in page is a document of its own, so that it brings nothing but itself. */
const LOGIN = /^\/login\/?(?:\?|$)/;
/** The build puts a hash into the names of these: what has such a name never changes. */
const HASHED = /[/\\]assets[/\\]/;

/** Serves the built web app; every address that is no call and no file is a screen of it. */
export const serveWebApp = async (app: FastifyInstance, webDir: string): Promise<void> => {
  const isBuilt = existsSync(join(webDir, 'index.html'));
  if (isBuilt) {
    await app.register(serveFiles, {
      root: webDir,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
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
