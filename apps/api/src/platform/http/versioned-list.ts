/** Long lists whose JSON the database writes: 10,000 rows never become objects of this process. */
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { ClientRoute } from '@anticipa/contract/route';
import pLimit from 'p-limit';
import { sharedReads } from '../load/shared-reads.ts';
import type { Caller } from '../work/caller.ts';
import { runAs } from '../work/transaction.ts';
import type { ClientWork } from '../work/work.ts';
import { JSON_TYPE } from './answers.ts';
import { BROTLI, MIN_COMPRESSED } from './compression.ts';
import { queueHeavyRead } from './heavy-reads.ts';
import { type Call, CHECKED_ROWS, type Served, serveRaw } from './http.ts';

interface VersionedList<R extends ClientRoute> {
  /** Changes with the rows of the caller's client; far cheaper than the list. */
  readonly version: (work: ClientWork) => Promise<string>;
  /** Whether the query asks for a few rows only, which cost less than the version of all. */
  readonly isSmall: (query: Call<R>['query']) => boolean;
  /** The answer as JSON, with one row per line at its end: `…[\n row,\n row]}`. */
  readonly render: (work: ClientWork, query: Call<R>['query']) => Promise<string>;
}

/** Lists being written at the same time; further ones wait before they take a connection. */
const MAX_AT_ONCE = 2;

const renderQueue = pLimit(MAX_AT_ONCE);
const compress = promisify(brotliCompress);

/**
 * Serves a client's list with its version as ETag: without a change since `If-None-Match` it answers 304, and screens that
 * ask at the same time share one reading of the version and one rendering. A small part has no version and never waits.
 */
export function serveVersionedList<const R extends ClientRoute>(route: R, list: VersionedList<R>): Served {
  const versions = sharedReads<string>();
  const renderings = new Map<string, Promise<Buffer>>();
  const shared = (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const rendering = renderings.get(key) ?? make().finally(() => renderings.delete(key));
    renderings.set(key, rendering);
    return rendering;
  };
  return serveRaw(route, async (deps, call, reply) => {
    const { query } = call;
    const caller: Caller = call.caller;
    if (list.isSmall(query)) {
      const text = await runAs(deps, caller, (work) => list.render(work, query));
      route.response?.parse(JSON.parse(text));
      return reply.type(JSON_TYPE).send(text);
    }
    const version = await versions.read(caller.actor.clientId, () =>
      queueHeavyRead(caller.actor, () => runAs(deps, caller, list.version)),
    );
    const etag = `W/"${version}"`;
    void reply.header('etag', etag).header('vary', 'accept-encoding');
    if (reply.request.headers['if-none-match'] === etag) return reply.status(304).send();
    const key = `${caller.actor.clientId} ${version} ${JSON.stringify(query)}`;
    const plain = shared(key, async () => {
      const text = await queueHeavyRead(caller.actor, () =>
        renderQueue(() => runAs(deps, caller, (work) => list.render(work, query))),
      );
      route.response?.parse(JSON.parse(deps.config.checksWholeAnswers ? text : beginningOf(text)));
      return Buffer.from(text);
    });
    void reply.type(JSON_TYPE);
    const isBrotli = /\bbr\b/.test(String(reply.request.headers['accept-encoding']));
    if (!isBrotli || (await plain).length < MIN_COMPRESSED) return reply.send(await plain);
    void reply.header('content-encoding', 'br');
    return reply.send(await shared(`${key} br`, async () => compress(await plain, BROTLI)));
  });
}

/** The answer with its first rows only. */
function beginningOf(text: string): string {
  const end = text.split('\n', CHECKED_ROWS + 1).join('\n').length;
  return end === text.length ? text : `${text.slice(0, end).replace(/,$/, '')}]}`;
}
