/** Exit code of a child that would fail the same way again: its supervisor stops everything instead of restarting it. */
export const HOPELESS = 78;

export interface Service {
  /** Finishes what is under way; given 10 seconds by whoever supervises. */
  stop(): Promise<void>;
}

const report = (name: string, what: string, cause: unknown): void => {
  process.stderr.write(
    `${name}: ${what}: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`,
  );
};

const isHopeless = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'EADDRINUSE' || cause.code === 'EACCES');

/**
 * Runs this process as one service until it is told to end: by SIGTERM, by Ctrl-C when it stands alone, or by the
 * disappearance of its supervisor. Nothing that goes wrong unseen leaves it half alive: it drains and exits with 1.
 */
export const runService = async (name: string, start: () => Promise<Service>): Promise<void> => {
  const supervised = process.send !== undefined;
  let service: Service | undefined;
  let ending = false;
  const end = (code: number): void => {
    if (ending) return;
    ending = true;
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
  // Ctrl-C reaches the whole terminal group; a supervised service waits for its supervisor to say the word.
  process.on('SIGINT', () => supervised || end(0));
  process.on('SIGHUP', () => supervised || end(0));
  process.on('disconnect', () => end(0));
  // A log that nobody reads any more must not become an error that is reported to the log, without end.
  for (const log of [process.stdout, process.stderr]) log.on('error', () => undefined);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (cause: unknown) => {
      report(name, event, cause);
      end(1);
    });
  }
  try {
    service = await start();
    process.send?.({ ready: true, lines: [] });
  } catch (cause) {
    if (!isHopeless(cause)) throw cause;
    process.stderr.write(`${name}: ${cause instanceof Error ? cause.message : String(cause)}\n`);
    process.exit(HOPELESS);
  }
};
