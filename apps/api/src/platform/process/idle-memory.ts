/**
 * Preloaded into every program: returns its memory while it is idle, because V8 collects only when something is allocated.
 * Most of it is garbage of the start.
 */
import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';

const EVERY_MS = 5_000;
/** Busy share of an interval up to which a pause of some 50 ms disturbs nothing. */
const IDLE = 0.05;
/** Bytes by which the heap must have grown since the last collection. */
const WORTHWHILE = 8e6;

let last = performance.eventLoopUtilization();
let left = 0;

const collect = (): void => {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, last);
  last = now;
  if (utilization > IDLE || getHeapStatistics().total_heap_size < left + WORTHWHILE) return;
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  left = getHeapStatistics().total_heap_size;
};

setInterval(collect, EVERY_MS).unref();
