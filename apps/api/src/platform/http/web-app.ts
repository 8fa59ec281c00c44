import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from './answers.ts';

/** Prefixes of calls; an unknown path below them is a program's error unless a browser opens it. */
const CALLS = /^\/(?:api|api-external|health|invoicing|client|v1)(?:[/?]|$)/;
const BUILT = /^\/assets(?:[/?]|$)/;
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

/** Weight of a type for the caller, 0 to 1; undefined if the caller does not name it. */
function wanted({ headers: { accept = '' } }: FastifyRequest, type: string): number | undefined {
  const named = accept.split(',').map((range) => range.split(';').map((part) => part.trim().toLowerCase()));
  const found = named.find(([name]) => name === type);
  if (found === undefined) return undefined;
  const quality = Number(found.find((part) => part.startsWith('q='))?.slice(2) ?? 1);
  return Number.isFinite(quality) ? quality : 1;
}

/** Whether the caller names pages, as a browser does that opens an address. */
export const isPageWanted = (request: FastifyRequest): boolean => (wanted(request, 'text/html') ?? 0) > 0;

const isJsonPreferred = (request: FastifyRequest): boolean =>
  (wanted(request, 'application/json') ?? 0) > (wanted(request, 'text/html') ?? 0);

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
      (request.method === 'GET' || request.method === 'HEAD') &&
      !BUILT.test(request.url) &&
      !isJsonPreferred(request) &&
      (isPageWanted(request) || !CALLS.test(request.url));
    if (!isScreen) return sendRefusal(reply, 'NOT_FOUND');
    if (LOGIN.test(request.url)) return reply.sendFile('login.html');
    return reply.sendFile(DESK.test(request.url) ? 'lender.html' : 'index.html');
  });
};
