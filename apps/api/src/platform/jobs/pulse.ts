/** When a group of slots last heard from the queue, and what it runs; kept across the runners that follow one another. */
import type { WorkerEvents } from 'graphile-worker';

/** Multiple, for busy slots, of the silence that is suspicious with a free one: no job takes as long. */
const BUSY_FACTOR = 30;
/** Multiple of it for which a loss is remembered: a server that had stopped may carry out an abandoned fetch. */
const LOSS_FACTOR = 4;

/** Jobs that the queue has handed to these pools of the library, except those that really run. */
export interface Doubtful {
  readonly pools: readonly string[];
  readonly running: readonly string[];
}

export interface Pulse {
  /** Follows another runner. */
  follow(events: WorkerEvents): void;
  /** Whether the queue has not answered for too long. A runner asks it every two seconds unless all slots are busy. */
  isSilent(): boolean;
  /** Jobs that an unanswered fetch may have taken, or a lost end left behind, in the last minutes; null without one. */
  doubtful(): Doubtful | null;
}

export const pulseOf = (slots: number, silenceMs: number): Pulse => {
  const running = new Set<string>();
  const pools = new Set<string>();
  let heardAt = performance.now();
  let lostAt: number | null = null;
  const since = (instant: number): number => performance.now() - instant;
  const hear = (): void => {
    heardAt = performance.now();
  };
  const lose = (): void => {
    lostAt = performance.now();
  };
  return {
    follow: (events) => {
      events.on('pool:create', ({ workerPool }) => void pools.add(workerPool.id));
      events.on('worker:getJob:empty', hear);
      events.on('worker:getJob:error', lose);
      events.on('pool:fatalError', lose);
      events.on('job:start', ({ job }) => {
        hear();
        running.add(job.id);
      });
      events.on('job:complete', ({ job }) => {
        hear();
        running.delete(job.id);
      });
      events.on('worker:fatalError', ({ worker }) => void running.delete(worker.getActiveJob()?.id ?? ''));
    },
    isSilent: () => since(heardAt) > (running.size < slots ? silenceMs : silenceMs * BUSY_FACTOR),
    doubtful: () =>
      lostAt === null || since(lostAt) > silenceMs * LOSS_FACTOR ? null : { pools: [...pools], running: [...running] },
  };
};
