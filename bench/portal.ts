/** The real portal as a process of its own on a folder that is thrown away, and how the bench speaks to it. */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@anticipa/api/lib/db/embedded/embedded';
import { login } from '@anticipa/contract/session';
import { demoPassword } from '@anticipa/sandbox/demo-parties';
import pg from 'pg';

const MAIN = join(import.meta.dirname, '../apps/api/src/main.ts');
const BARE = join(import.meta.dirname, 'bare-server.ts');

export interface Portal {
  readonly url: string;
  readonly dataDir: string;
  readonly ownerUrl: string;
  /** The owner's connection: no row security; for arranging and for bounds. */
  readonly owner: pg.Client;
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

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });

const bytesOf = async (message: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** One request over a kept connection; the answer whole, in the bytes that came. */
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
      // The server had closed the kept connection while nobody looked; nothing of the request was read.
      if (outgoing.reusedSocket) resolve(send(url, { method, body, headers }));
      else reject(cause);
    });
    outgoing.end(bytes);
  });

/** `send` for an answer that has to be a success. */
export const sendWell = async (url: string, sent?: Sent): Promise<Answer> => {
  const answer = await send(url, sent);
  if (answer.status !== 200)
    throw new Error(`${url} answered ${answer.status}: ${answer.bytes.toString().slice(0, 500)}`);
  return answer;
};

/** What a JSON answer holds, for the schema that reads it. */
export const jsonOf = ({ bytes }: Answer): unknown => JSON.parse(bytes.toString());

/** The headers of a signed-in person. */
export const signIn = async (portal: Portal, email: string): Promise<Readonly<Record<string, string>>> => {
  const body = { username: email, password: demoPassword };
  const answer = await sendWell(`${portal.url}${login.path}`, { method: 'POST', body });
  return { authorization: `Bearer ${login.response.parse(jsonOf(answer)).token}` };
};

/** Starts a program of ours and waits for its word; `stop` waits for its end. */
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
      // From then on there is only the log of what went wrong.
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

/** Starts the whole portal, sandbox and robot included, on a new database with fsync on. */
export const startPortal = async (): Promise<Portal> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'anticipa-bench-'));
  const onEvent = (line: string): void => void process.stderr.write(`${line}\n`);
  const postgres = await startEmbeddedPostgres({ dataDir, durability: 'full', onEvent });
  const port = await freePort();
  const stopProgram = await startProgram(MAIN, {
    isReady: (output) => output.includes('is ready at'),
    // Believing the forwarded address lets each pair of sign-ins come from an address of its own.
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: join(dataDir, 'portal'),
      DATABASE_URL: postgres.url,
      TRUSTED_PROXIES: '127.0.0.1',
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

/** Starts the server that only does what cannot be left out: it takes uploads, and lists what `query` finds. */
export const startBareServer = async (
  portal: Portal,
  query = 'select 1',
): Promise<{ readonly url: string; stop(): Promise<void> }> => {
  const port = await freePort();
  const stop = await startProgram(BARE, {
    isReady: (output) => output.includes('ready'),
    env: { ...process.env, PORT: String(port), DATA_DIR: portal.dataDir, DATABASE_URL: portal.ownerUrl, QUERY: query },
  });
  return { url: `http://127.0.0.1:${port}`, stop };
};
