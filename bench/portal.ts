/** The real portal in its own process on a temporary folder, and an HTTP client for it. */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@anticipa/api/platform/db/embedded/embedded';
import { freePort } from '@anticipa/api/testing/free-port';
import { pathOf } from '@anticipa/contract/path';
import type { Route, SentParamsOf, SentQueryOf } from '@anticipa/contract/route';
import { login } from '@anticipa/contract/session';
import { demoCode } from '@anticipa/sandbox/demo-parties';
import pg from 'pg';

const MAIN = join(import.meta.dirname, '../apps/api/dist/main.js');
const BARE = join(import.meta.dirname, 'bare-server.ts');
const BARE_SALE = join(import.meta.dirname, 'bare-sale.ts');

export interface Portal {
  readonly url: string;
  readonly dataDir: string;
  readonly ownerUrl: string;
  /** The owner's connection, without row security; for setup and bounds. */
  readonly owner: pg.Client;
  stop(): Promise<void>;
}

/** A baseline in its own process. */
export interface Bare {
  readonly url: string;
  stop(): Promise<void>;
}

export interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly encoding: string;
  readonly bytes: Buffer;
}

const agent = new Agent({ keepAlive: true });

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** One request over a keep-alive connection; resolves to the whole response, undecoded. */
export const send = (url: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const sized = bytes && { 'content-type': 'application/json', 'content-length': String(bytes.length) };
    const outgoing = request(url, { method, agent, headers: { ...sized, ...headers } }, (message) => {
      const { statusCode = 0, headers: got } = message;
      bytesOf(message).then(
        (whole) => resolve({ status: statusCode, encoding: got['content-encoding'] ?? 'identity', bytes: whole }),
        reject,
      );
    });
    outgoing.on('error', (cause) => {
      // The server had closed the idle connection before reading any of the request.
      if (outgoing.reusedSocket) resolve(send(url, { method, body, headers }));
      else reject(cause);
    });
    outgoing.end(bytes);
  });

/** Calls `send` and throws unless the status is 200. */
export const sendOk = async (url: string, sent?: Sent): Promise<Answer> => {
  const answer = await send(url, sent);
  if (answer.status !== 200)
    throw new Error(`${url} answered ${answer.status}: ${answer.bytes.toString().slice(0, 500)}`);
  return answer;
};

export const jsonOf = ({ bytes }: Answer): unknown => JSON.parse(bytes.toString());

type Named<K extends 'params' | 'query', T> = [T] extends [undefined]
  ? { readonly [P in K]?: never }
  : object extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T };
type Asked<R extends Route> = Named<'params', SentParamsOf<R>> & Named<'query', SentQueryOf<R>>;

/** The path of a call with its parameters and its query, which the types check against the contract. */
export function addressOf<const R extends Route>(route: R, { params, query }: Asked<R>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries<unknown>({ ...query })) search.set(name, String(value));
  return `${pathOf(route, params)}${search.size > 0 ? `?${search}` : ''}`;
}

/** Signs in; returns the headers of the session. */
export const signIn = async (
  portal: Portal,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<Readonly<Record<string, string>>> => {
  const body = { username: email, password, code: demoCode };
  const answer = await sendOk(`${portal.url}${login.path}`, { method: 'POST', body });
  return { authorization: `Bearer ${login.response.parse(jsonOf(answer)).token}` };
};

/** Starts one of our programs and waits until it is ready; the returned function stops it and waits for its end. */
const startProgram = async (
  file: string,
  { isReady, ...options }: { isReady: (output: string) => boolean; env: NodeJS.ProcessEnv; args?: readonly string[] },
): Promise<() => Promise<void>> => {
  const child = fork(file, options.args ?? [], {
    env: options.env,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let output = '';
    let isUp = false;
    child.stdout?.on('data', (chunk) => {
      output += String(chunk);
      // Once it is ready, only problems are logged.
      if (isUp) process.stderr.write(String(chunk));
      isUp ||= isReady(output);
      if (isUp) resolve();
    });
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready: ${output}`)));
  });
  return async () => {
    child.kill('SIGTERM');
    await ended;
  };
};

const onOwner = async (connectionString: string, statement: string): Promise<void> => {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
};

interface PortalOptions {
  /** Counts the pages that each statement touches, with the robot stopped. Defaults to false. */
  readonly countsPages?: boolean;
}

/** The longest pause of a timer. */
const REST_MS = 2 ** 31 - 1;

/** Starts the whole portal with sandbox and robot on a new database; with fsync on, unless it counts pages, which are the same. */
export const startPortal = async ({ countsPages = false }: PortalOptions = {}): Promise<Portal> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anticipa-bench-'));
  const onEvent = (line: string): void => void process.stderr.write(`${line}\n`);
  const startDatabase = () => startEmbeddedPostgres({ dataDir, durability: countsPages ? 'scratch' : 'full', onEvent });
  let postgres = await startDatabase();
  if (countsPages) {
    await onOwner(postgres.url, `alter system set shared_preload_libraries = 'pg_stat_statements'`);
    await postgres.stop();
    postgres = await startDatabase();
    await onOwner(postgres.url, 'create extension pg_stat_statements');
  }
  const port = await freePort();
  const stopProgram = await startProgram(MAIN, {
    args: ['start'],
    isReady: (output) => output.includes('is ready at'),
    // Trusting the forwarded address gives each pair of sign-ins its own address.
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(dataDir, 'portal'),
      NODE_ENV: 'development',
      DATABASE_URL: postgres.url,
      TRUSTED_PROXIES: '127.0.0.1',
      ...(countsPages && { ROBOT_EVERY_MS: String(REST_MS) }),
    },
  });
  const owner = new pg.Client({ connectionString: postgres.url });
  await owner.connect();
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir: join(dataDir, 'portal'),
    ownerUrl: postgres.url,
    owner,
    stop: async () => {
      agent.destroy();
      await owner.end();
      await stopProgram();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};

/** Starts the baseline of a sale. */
export const startBareSale = (portal: Portal): Promise<Bare> => startBare(portal, BARE_SALE, {});

/** Starts the baseline server, which stores uploads and lists the rows of `query`. */
export const startBareServer = (portal: Portal, query = 'select 1'): Promise<Bare> =>
  startBare(portal, BARE, { QUERY: query });

const startBare = async (portal: Portal, file: string, settings: NodeJS.ProcessEnv): Promise<Bare> => {
  const port = await freePort();
  const shared = { PORT: String(port), DATA_DIR: portal.dataDir, DATABASE_URL: portal.ownerUrl };
  const stop = await startProgram(file, {
    isReady: (output) => output.includes('ready'),
    env: { ...process.env, ...shared, ...settings },
  });
  return { url: `http://127.0.0.1:${port}`, stop };
};
