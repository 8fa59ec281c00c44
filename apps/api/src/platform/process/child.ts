import { inSources } from './source-places.ts';

/** Exit code for a permanent failure: the supervisor stops everything instead of restarting the child. */
export const EXIT_FATAL = 78;

export interface Service {
  /** Finishes running work, within the time that runService allows. */
  stop(): Promise<void>;
  /** Rejects once the service cannot go on: the process ends, as after an uncaught error. */
  readonly failed?: Promise<never>;
  /** Called before `stop` with an error that nothing has caught. */
  onUncaught?(cause: unknown): void;
}

/** Less than the 10 seconds after which a supervisor kills. */
const DRAIN_MS = 9_000;

const report = (name: string, what: string, cause: unknown): void => {
  process.stderr.write(
    `${name}: ${what}: ${cause instanceof Error ? inSources(cause.stack ?? cause.message) : String(cause)}\n`,
  );
};

const isFatal = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'EADDRINUSE' || cause.code === 'EACCES');

/**
 * Runs this process as one service until SIGTERM, Ctrl-C if unsupervised, or the death of its supervisor. On an uncaught
 * error it drains and exits with 1. Work that has not finished after `drainMs`, such as a query to a frozen database, is cut.
 */
export const runService = async (
  name: string,
  start: () => Promise<Service>,
  drainMs: number = DRAIN_MS,
): Promise<void> => {
  const supervised = process.send !== undefined;
  let service: Service | undefined;
  let ending = false;
  const end = (code: number): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => {
      report(name, 'did not stop in time', `cut after ${drainMs} ms`);
      process.exit(1);
    }, drainMs).unref();
    const drained = service === undefined ? Promise.resolve() : service.stop();
    drained.then(
      () => process.exit(code),
      (cause: unknown) => {
        report(name, 'did not stop cleanly', cause);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => end(0));
  // Ctrl-C reaches the whole process group; a supervised service waits for its supervisor's SIGTERM.
  process.on('SIGINT', () => supervised || end(0));
  process.on('SIGHUP', () => supervised || end(0));
  process.on('disconnect', () => end(0));
  // Ignore broken log pipes: logging the error would fail again, endlessly.
  for (const log of [process.stdout, process.stderr]) log.on('error', () => undefined);
  const fail = (what: string, cause: unknown): void => {
    report(name, what, cause);
    service?.onUncaught?.(cause);
    end(1);
  };
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (cause: unknown) => fail(event, cause));
  }
  try {
    service = await start();
    service.failed?.catch((cause: unknown) => fail('cannot go on', cause));
    process.send?.({ ready: true, lines: [] });
  } catch (cause) {
    if (!isFatal(cause)) throw cause;
    process.stderr.write(`${name}: ${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exit(EXIT_FATAL);
  }
};
