/** Programs of the portal as processes of their own. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../free-port.ts';
import { type Injector, type Session, sessionOn } from '../session.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
/** Longer than any call may take. */
const CALL_MS = 30_000;

export interface Program {
  /** Sends SIGTERM; resolves with the seconds until its end. */
  end(): Promise<number>;
}

const ended = (child: ChildProcess): Promise<void> =>
  new Promise(
    (resolve) =>
      void (child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve()),
  );

/** Starts a role; resolves once it is ready. */
export const startProgram = async (role: 'api' | 'worker', settings: NodeJS.ProcessEnv): Promise<Program> => {
  const child = fork(MAIN, ['start', '--role', role], {
    env: { PATH: process.env.PATH, ...settings },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Warnings about the rehearsed failures would fill the terminal.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
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

/** Origin of an API that is yet to start. */
export const freeOrigin = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

/** The app of another process. */
const appAt = (origin: string): Injector => ({
  inject: async ({ method, url, headers, payload }) => {
    const answer = await fetch(`${origin}${url}`, {
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

/** A visitor of the API at `origin`. */
export const visitorAt = (origin: string): Session => sessionOn(appAt(origin), { token: null, cookie: null });

/** The same session on another API. */
export const sessionAt = (origin: string, { token, cookie }: Session): Session =>
  sessionOn(appAt(origin), { token, cookie });

/** Receives the events of a session until `close`; keeps the instants of those with ids. */
export const eventsAt = async (origin: string, { token }: Session) => {
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
