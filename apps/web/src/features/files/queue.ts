/** The upload queue: several files at once, each with its state, retried where only the network failed. */
import { motiveTexts } from '@anticipa/contract/texts';
import type { FileMotive } from '@anticipa/domain/motives';
import { es } from './es.ts';

/** 1.5 MB, as the server counts it: bytes of the file as it is on the disk. */
const MAX_FILE_BYTES = 1_572_864;
const AT_ONCE = 6;

export interface Reason {
  readonly reason: string;
  readonly remedy: string;
}

/**
 * `accepted` became an invoice, `existing` already was one, `rejected` became one that the lender will not finance,
 * `refused` never will be one, `failed` could not be sent and can be tried again.
 */
export type EntryState =
  | 'waiting'
  | 'sending'
  | 'accepted'
  | 'existing'
  | 'rejected'
  | 'refused'
  | 'failed'
  | 'cancelled';

export interface Entry {
  readonly id: number;
  readonly name: string;
  readonly state: EntryState;
  readonly why: Reason | null;
}

/** What became of one attempt to send a file. */
export type Verdict =
  | {
      readonly kind: 'done';
      readonly state: 'accepted' | 'existing' | 'rejected' | 'refused';
      readonly why: Reason | null;
    }
  /** Worth another attempt: the network failed, or the server asked to slow down. */
  | { readonly kind: 'again'; readonly why: Reason }
  /** Nothing can be sent until somebody signs in again. */
  | { readonly kind: 'hold' }
  /** Nothing can be sent at all. */
  | { readonly kind: 'stop'; readonly why: Reason };

/** [CAR-01] What is wrong with a file before it is sent, by the same catalogue as the server's. */
export function localMotive(file: { readonly name: string; readonly size: number }): FileMotive | null {
  if (!/\.xml$/i.test(file.name)) return 'FILE_NOT_XML';
  if (file.size === 0) return 'FILE_EMPTY';
  return file.size > MAX_FILE_BYTES ? 'FILE_TOO_LARGE' : null;
}

const LONGEST_WAIT_MS = 15_000;
const ATTEMPTS = 5;

interface Job {
  readonly file: File;
  attempts: number;
}

/**
 * A queue over `send`. `pause` waits between attempts; `changed` is told after every change, and reads {@link entries}.
 */
export function uploadQueue(parts: {
  send: (file: File, signal: AbortSignal) => Promise<Verdict>;
  pause: (milliseconds: number) => Promise<void>;
  changed: () => void;
}) {
  const jobs = new Map<number, Job>();
  let entries: readonly Entry[] = [];
  let waiting: number[] = [];
  let sending = 0;
  let held = false;
  let stop = new AbortController();
  let nextId = 1;

  const set = (id: number, state: EntryState, why: Reason | null = null): void => {
    entries = entries.map((entry) => (entry.id === id ? { ...entry, state, why } : entry));
    parts.changed();
  };

  function settle(id: number, job: Job, verdict: Verdict): void {
    if (verdict.kind === 'done') {
      jobs.delete(id);
      set(id, verdict.state, verdict.why);
    } else if (verdict.kind === 'hold') {
      held = true;
      waiting.unshift(id);
      set(id, 'waiting');
    } else if (verdict.kind === 'stop') {
      for (const other of waiting.splice(0)) set(other, 'failed', verdict.why);
      set(id, 'failed', verdict.why);
    } else if (job.attempts >= ATTEMPTS) set(id, 'failed', verdict.why);
    else retryLater(id, job, stop.signal);
  }

  function retryLater(id: number, job: Job, signal: AbortSignal): void {
    set(id, 'waiting');
    void parts.pause(Math.min(LONGEST_WAIT_MS, 500 * 2 ** job.attempts)).then(() => {
      if (signal.aborted) return;
      waiting.push(id);
      pump();
    });
  }

  async function run(id: number, job: Job, signal: AbortSignal): Promise<void> {
    set(id, 'sending');
    job.attempts += 1;
    const verdict = await parts.send(job.file, signal).catch((): Verdict => ({ kind: 'again', why: es.failed }));
    sending -= 1;
    if (!signal.aborted) settle(id, job, verdict);
    pump();
  }

  function pump(): void {
    while (!held && sending < AT_ONCE) {
      const id = waiting.shift();
      if (id === undefined) return;
      const job = jobs.get(id);
      if (!job) continue;
      sending += 1;
      void run(id, job, stop.signal);
    }
  }

  return {
    entries: () => entries,
    /** [CAR-02] Adds files; those that cannot be one are listed at once, the others are sent. */
    add(files: readonly File[]): void {
      const added = files.map((file): Entry => {
        const motive = localMotive(file);
        const id = nextId++;
        if (!motive) jobs.set(id, { file, attempts: 0 });
        return { id, name: file.name, state: motive ? 'refused' : 'waiting', why: motive && motiveTexts[motive] };
      });
      entries = [...entries, ...added];
      waiting.push(...added.filter(({ state }) => state === 'waiting').map(({ id }) => id));
      parts.changed();
      pump();
    },
    /** Stops everything not yet answered. What the server took in meanwhile stays there. */
    cancel(): void {
      stop.abort();
      stop = new AbortController();
      waiting = [];
      entries = entries.map((entry) =>
        entry.state === 'waiting' || entry.state === 'sending' ? { ...entry, state: 'cancelled' } : entry,
      );
      parts.changed();
    },
    /** Sends again what failed or was cancelled. */
    retry(): void {
      const again = entries.filter(({ state }) => state === 'failed' || state === 'cancelled').map(({ id }) => id);
      for (const id of again) {
        const job = jobs.get(id);
        if (job) job.attempts = 0;
      }
      const ids = new Set(again);
      entries = entries.map((entry) => (ids.has(entry.id) ? { ...entry, state: 'waiting', why: null } : entry));
      waiting.push(...again);
      parts.changed();
      pump();
    },
    /** Continues after a hold. */
    resume(): void {
      held = false;
      pump();
    },
    /** Forgets everything, for the next person or when the client closes the panel. */
    clear(): void {
      stop.abort();
      stop = new AbortController();
      jobs.clear();
      waiting = [];
      entries = [];
      held = false;
      parts.changed();
    },
  };
}
