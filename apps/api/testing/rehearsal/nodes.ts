/** Programs of the portal as processes of their own. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { type Injector, type Session, sessionOn } from '../session.ts';

type Role = 'api' | 'worker';

/** A version of the portal that can be started. */
export interface Version {
  /** Its program. */
  readonly file: string;
  readonly commands: Readonly<Record<Role | 'migrate', readonly string[]>>;
}

/** The one of this checkout. */
export const present: Version = {
  file: join(import.meta.dirname, '../../src/main.ts'),
  commands: { api: ['start', '--role', 'api'], worker: ['start', '--role', 'worker'], migrate: ['migrate'] },
};

/** Longer than any call may take. */
const CALL_MS = 30_000;

export interface Program {
  /** Sends SIGTERM; resolves with the seconds until its end. */
  end(): Promise<number>;
}

const launch = ({ file, commands }: Version, command: Role | 'migrate', settings: NodeJS.ProcessEnv): ChildProcess =>
  fork(file, [...commands[command]], {
    env: { PATH: process.env.PATH, ...settings },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Warnings about the rehearsed failures would fill the terminal.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

const ended = (child: ChildProcess): Promise<void> =>
  new Promise(
    (resolve) =>
      void (child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve()),
  );

/** Starts a role; resolves once it is ready. */
export const startProgram = async (
  role: Role,
  settings: NodeJS.ProcessEnv,
  version: Version = present,
): Promise<Program> => {
  const child = launch(version, role, settings);
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => reject(new Error(`the ${role} ended with ${code} before it was ready`)));
  });
  return {
    end: async () => {
      const startedAt = performance.now();
      child.kill('SIGTERM');
      await ended(child);
      return (performance.now() - startedAt) / 1000;
    },
  };
};

/** Runs `migrate` as an operator does. */
export const migrateAs = async (version: Version, settings: NodeJS.ProcessEnv): Promise<void> => {
  const child = launch(version, 'migrate', settings);
  await ended(child);
  if (child.exitCode !== 0) throw new Error(`migrate ended with ${child.exitCode}`);
};

/** Origin of an API that is yet to start. */
export const freeOrigin = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

/** An API as clients reach it: a balancer may lead them to another program. */
export interface Entrance {
  origin: string;
}

/** The app of another process. */
const appAt = (entrance: Readonly<Entrance>): Injector => ({
  inject: async ({ method, url, headers, payload }) => {
    const answer = await fetch(`${entrance.origin}${url}`, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      body: payload ?? null,
      signal: AbortSignal.timeout(CALL_MS),
    });
    const rawPayload = Buffer.from(await answer.arrayBuffer());
    return {
      statusCode: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: rawPayload.toString(),
      rawPayload,
    };
  },
});

/** A visitor of an API. */
export const visitorAt = (entrance: Readonly<Entrance>): Session =>
  sessionOn(appAt(entrance), { token: null, cookie: null });

/** The same session on another API. */
export const sessionAt = (entrance: Readonly<Entrance>, { token, cookie }: Session): Session =>
  sessionOn(appAt(entrance), { token, cookie });

/** Receives the events of a session until `close`; keeps the instants of those with ids. */
export const eventsAt = async ({ origin }: Readonly<Entrance>, { token }: Session) => {
  const closing = new AbortController();
  const { body } = await fetch(`${origin}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: closing.signal,
  });
  const receivedAt: number[] = [];
  const read = async (): Promise<void> => {
    let rest = '';
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      if (lines.some((line) => line.startsWith('data:') && !line.includes('"ids":[]')))
        receivedAt.push(performance.now());
    }
  };
  const reading = read().catch(() => undefined);
  return {
    last: () => receivedAt.at(-1) ?? 0,
    close: async () => {
      closing.abort();
      await reading;
    },
  };
};
