import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DocumentFacts, filled } from '@anticipa/texts/document';
import serveFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/** The Content-Security-Policy that permits an inline style sheet too. */
const permitting = (policy: string, style: string): string =>
  policy.replace(
    "style-src 'self'",
    `style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  );

const documents = ['index', 'login', 'lender'] as const;
type Document = (typeof documents)[number];

/** Sends a document with the facts of the moment. */
function sendDocument(request: FastifyRequest, reply: FastifyReply, html: string, facts: DocumentFacts): FastifyReply {
  const page = filled(html, facts);
  const tag = `W/"${createHash('sha256').update(page).digest('base64url')}"`;
  void reply.header('cache-control', 'no-cache').header('etag', tag);
  const policy = reply.getHeader('content-security-policy');
  if (typeof policy === 'string') void reply.header('content-security-policy', permitting(policy, facts.style));
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.code(200).type('text/html; charset=utf-8').send(page);
}

/**
 * Serves the built web app; every path that is neither a call nor a file is one of its screens. `factsNow` resolves to
 * what documents show at the moment.
 */
export const serveWebApp = async (
  app: FastifyInstance,
  webDir: string,
  factsNow: () => Promise<DocumentFacts>,
): Promise<void> => {
  const isBuilt = existsSync(join(webDir, 'index.html'));
  if (isBuilt) {
    await app.register(serveFiles, {
      root: webDir,
      wildcard: false,
      // Documents are filled in first.
      globIgnore: ['*.html', '*.html.*'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = HASHED.test(path);
        void reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        const unused = [...FOR_DOCUMENTS, ...(isHashed ? FOR_CHANGING : [])];
        for (const name of unused) void reply.removeHeader(name);
      },
    });
  }
  const htmls = isBuilt
    ? Object.fromEntries(documents.map((name) => [name, readFileSync(join(webDir, `${name}.html`), 'utf8')]))
    : {};
  app.setNotFoundHandler(async (request, reply) => {
    const isScreen =
      isBuilt &&
      (request.method === 'GET' || request.method === 'HEAD') &&
      !BUILT.test(request.url) &&
      !isJsonPreferred(request) &&
      (isPageWanted(request) || !CALLS.test(request.url));
    if (!isScreen) return sendRefusal(reply, 'NOT_FOUND');
    const name: Document = LOGIN.test(request.url) ? 'login' : DESK.test(request.url) ? 'lender' : 'index';
    return sendDocument(request, reply, htmls[name] ?? '', await factsNow());
  });
};
