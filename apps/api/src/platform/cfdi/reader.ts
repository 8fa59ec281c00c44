/**
 * Parses and verifies uploaded files in worker threads, one file per thread, with a time budget. A file that exceeds it
 * costs only its thread. Threads start when files wait, and end when idle, because each occupies 20 MB.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { TrustMaterial } from '@anticipa/cfdi/trust';
import { type CfdiVerdict, noChecks } from '@anticipa/cfdi/verify';
import type { ReadRequest, WorkerMessage } from './worker.ts';

export interface CfdiReader {
  /** 'busy' when the queue is full or the reader is closing. */
  readonly read: (bytes: Uint8Array, clientRfc: string) => Promise<CfdiVerdict | 'busy'>;
  /** Number of threads now. */
  readonly threads: () => number;
  /** Abandons running files and ends the threads. */
  readonly close: () => Promise<void>;
}

export interface CfdiReaderOptions {
  readonly material: TrustMaterial;
  readonly threads?: number;
  /** Milliseconds of processor time per file; a legitimate one takes less than one. */
  readonly budgetMs?: number;
  /** Maximum queue length. */
  readonly maxWaiting?: number;
  /** Milliseconds after which a thread without a file ends. */
  readonly idleMs?: number;
}

interface Job {
  readonly request: ReadRequest;
  readonly answer: (verdict: CfdiVerdict | 'busy') => void;
  /** A file whose thread was starved or lost gets a second attempt on a new thread. */
  attempts: number;
}
interface Thread {
  readonly worker: Worker;
  ready: boolean;
  job: Job | null;
  /** Ends the thread: when its file exceeds the budget, or when it has had none for too long. */
  timer: NodeJS.Timeout | null;
}

const MAX_THREADS = 4;
const BUDGET_MS = 2_000;
const MAX_WAITING = 200;
const IDLE_MS = 60_000;
const MAX_ATTEMPTS = 2;
/** A thread that gets so little of the processor is lost. */
const LONGEST_WAIT = 15;
const MAX_HEAP_MB = 192;
/** After this many consecutive failed starts the reader answers 'busy', and each file triggers one more attempt. */
const MAX_FAILED_STARTS = 5;
const tooComplex: CfdiVerdict = { ok: false, motive: 'XML_TOO_COMPLEX', seen: null, checks: noChecks };

export function startCfdiReader(options: CfdiReaderOptions): CfdiReader {
  const pool = new ThreadPool(options);
  return {
    read: (bytes, clientRfc) => pool.read({ bytes, clientRfc }),
    threads: () => pool.size,
    close: () => pool.close(),
  };
}

class ThreadPool {
  readonly #threads = new Set<Thread>();
  readonly #waiting: Job[] = [];
  readonly #material: TrustMaterial;
  readonly #budgetMs: number;
  readonly #maxWaiting: number;
  readonly #count: number;
  readonly #idleMs: number;
  #failedStarts = 0;
  #closed = false;

  constructor(options: CfdiReaderOptions) {
    const { material, threads, budgetMs = BUDGET_MS, maxWaiting = MAX_WAITING, idleMs = IDLE_MS } = options;
    this.#material = material;
    this.#budgetMs = budgetMs;
    this.#maxWaiting = maxWaiting;
    this.#count = threads ?? Math.min(MAX_THREADS, Math.max(1, availableParallelism() - 1));
    this.#idleMs = idleMs;
  }

  get size(): number {
    return this.#threads.size;
  }

  read(request: ReadRequest): Promise<CfdiVerdict | 'busy'> {
    return new Promise((answer) => {
      if (this.#closed || this.#waiting.length >= this.#maxWaiting) return answer('busy');
      this.#waiting.push({ request, answer, attempts: 0 });
      this.#serve();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#drain();
    await Promise.all([...this.#threads].map((thread) => thread.worker.terminate()));
  }

  #start(): void {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#material,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const thread: Thread = { worker, ready: false, job: null, timer: null };
    this.#threads.add(thread);
    worker.on('message', (message: WorkerMessage) => {
      if (message.kind === 'ready') {
        thread.ready = true;
        this.#failedStarts = 0;
      } else release(thread)?.answer(message.verdict);
      this.#serve();
      if (!thread.job) this.#endWhenIdle(thread);
    });
    // An error is always followed by 'exit', which is handled above.
    worker.on('error', () => undefined);
    worker.on('exit', () => this.#replace(thread));
  }

  #replace(thread: Thread): void {
    this.#threads.delete(thread);
    const job = release(thread);
    if (!thread.ready) this.#failedStarts += 1;
    if (job) this.#retry(job);
    if (this.#closed) return;
    if (this.#failedStarts < MAX_FAILED_STARTS) this.#serve();
    else if (this.#threads.size === 0) this.#drain();
  }

  #retry(job: Job): void {
    if (this.#closed) job.answer('busy');
    else if (job.attempts >= MAX_ATTEMPTS) job.answer(tooComplex);
    else this.#waiting.unshift(job);
  }

  #serve(): void {
    for (const thread of this.#threads) {
      if (!thread.ready || thread.job) continue;
      const job = this.#waiting.shift();
      if (!job) return;
      release(thread);
      job.attempts += 1;
      thread.job = job;
      void this.#limit(thread, job);
      // Copy first: transferring a view would move the whole upload's buffer.
      const bytes = new Uint8Array(job.request.bytes);
      thread.worker.postMessage({ ...job.request, bytes }, [bytes.buffer]);
    }
    const starting = [...this.#threads].filter(({ ready }) => !ready).length;
    const missing = Math.min(this.#waiting.length - starting, this.#count - this.#threads.size);
    for (let started = 0; started < missing; started += 1) this.#start();
  }

  /** Ends the thread once its file has taken the budget. On a busy machine that is later than as much time on the clock. */
  async #limit(thread: Thread, job: Job): Promise<void> {
    const before = await processorMs(thread);
    for (let waited = 1; waited <= LONGEST_WAIT && thread.job === job; waited += 1) {
      await new Promise((passed) => {
        thread.timer = setTimeout(passed, this.#budgetMs);
      });
      if (!((await processorMs(thread)) - before < this.#budgetMs)) break;
    }
    if (thread.job === job) await thread.worker.terminate();
  }

  #endWhenIdle(thread: Thread): void {
    release(thread);
    thread.timer = setTimeout(() => {
      // Taken out first, so that it gets no file while it ends.
      this.#threads.delete(thread);
      void thread.worker.terminate();
    }, this.#idleMs).unref();
  }

  #drain(): void {
    for (const job of this.#waiting.splice(0)) job.answer('busy');
  }
}

/** Processor time of a thread so far; without end for one that has ended. */
const processorMs = async ({ worker }: Thread): Promise<number> => {
  // Node.js 24 has it from 24.6 on; before, time on the clock counts.
  if (!('cpuUsage' in worker)) return Number.POSITIVE_INFINITY;
  return worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => Number.POSITIVE_INFINITY,
  );
};

function release(thread: Thread): Job | null {
  const { job, timer } = thread;
  if (timer) clearTimeout(timer);
  thread.job = null;
  thread.timer = null;
  return job;
}
