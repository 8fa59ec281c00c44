import { monitorEventLoopDelay } from 'node:perf_hooks';

/** A second with a higher mean event-loop delay counts as bad. */
const MAX_MEAN_MS = 1000;
/** Consecutive bad seconds; a single one may be a large answer or a start on a busy machine. */
const BAD_SECONDS = 3;

/** Takes the mean delay of each second, NaN without a sample; returns whether the process is healthy. */
export const eventLoopCheck = (): ((meanMs: number) => boolean) => {
  let bad = 0;
  return (meanMs) => {
    if (!Number.isNaN(meanMs)) bad = meanMs > MAX_MEAN_MS ? bad + 1 : 0;
    return bad < BAD_SECONDS;
  };
};

/** Health check of the event loop, to be called once per second. */
export const isHealthy = (): (() => Promise<boolean>) => {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  const check = eventLoopCheck();
  return async () => {
    const meanMs = delays.mean / 1e6;
    delays.reset();
    return check(meanMs);
  };
};
