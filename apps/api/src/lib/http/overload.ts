import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Mean wait of a turn of the event loop, in milliseconds, from which on a second counts as a bad one. */
const MAX_MEAN_MS = 1000;
/** Bad seconds in a row: one large answer or a start on a busy machine is no overload. */
const BAD_SECONDS = 3;

/** Judges one second's mean delay after another; true while the process keeps up. A second without a sample says nothing. */
export const overloadJudge = (): ((meanMs: number) => boolean) => {
  let bad = 0;
  return (meanMs) => {
    if (!Number.isNaN(meanMs)) bad = meanMs > MAX_MEAN_MS ? bad + 1 : 0;
    return bad < BAD_SECONDS;
  };
};

/** Asked once per second: whether the process keeps up with its work. */
export const keepsUp = (): (() => Promise<boolean>) => {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  const judge = overloadJudge();
  return async () => {
    const meanMs = delays.mean / 1e6;
    delays.reset();
    return judge(meanMs);
  };
};
