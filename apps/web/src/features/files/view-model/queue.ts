/** The upload queue: several files at once, each with its state, retried after network failures. */

import { motiveTexts } from '@anticipa/texts/motive-texts';
import { es } from '../es.ts';

/** 1.5 MB: the bytes of the file, as the server counts them. */
export const MAX_FILE_BYTES = 1_572_864;
/** Characters of a name that the server accepts. */
const MAX_NAME = 4096;
const AT_ONCE = 6;

export interface Reason {
  readonly reason: string;
  readonly remedy: string;
}

/**
 * `accepted`: became an invoice; `credited`: a credit note that reduces invoices; `existing`: already was one; `rejected`: became one that the lender will not finance;
 * `refused`: cannot become one; `failed`: could not be sent, may be retried.
 */
export type EntryState =
  | 'waiting'
  | 'sending'
  | 'accepted'
  | 'credited'
  | 'existing'
  | 'rejected'
  | 'refused'
  | 'failed'
  | 'cancelled';

/** Fields that the server read in a file. */
interface UploadedInvoice {
  readonly documentId: string;
  readonly folio: string;
}

export interface UploadEntry {
  readonly id: number;
  readonly name: string;
  readonly state: EntryState;
  readonly why: Reason | null;
  /** Null until the server has answered, and for a file that is not an invoice. */
  readonly invoice: UploadedInvoice | null;
}

/** Whether the file still has no result. */
export const isOpen = ({ state }: UploadEntry): boolean => state === 'waiting' || state === 'sending';

/** The result of one attempt to send a file. */
export type SendResult =
  | {
      readonly kind: 'done';
      readonly state: 'accepted' | 'credited' | 'existing' | 'rejected' | 'refused';
      readonly why: Reason | null;
      readonly invoice?: UploadedInvoice | null;
    }
  /** Retry: the network failed, or the server asked to slow down. */
  | { readonly kind: 'again'; readonly why: Reason }
  /** Pause until the user signs in again. */
  | { readonly kind: 'hold' }
  /** Stop the whole queue. */
  | { readonly kind: 'stop'; readonly why: Reason };

/** [CAR-01] Checks a file before it is sent; the motives are the server's. */
export function localRefusal({ name, size }: { readonly name: string; readonly size: number }): Reason | null {
  if (!/\.xml$/i.test(name)) return motiveTexts.FILE_NOT_XML;
  if (size === 0) return motiveTexts.FILE_EMPTY;
  if (size > MAX_FILE_BYTES) return motiveTexts.FILE_TOO_LARGE;
  return name.length > MAX_NAME || name.includes('\0') ? es.unsendableName : null;
}

const LONGEST_WAIT_MS = 15_000;
const ATTEMPTS = 5;

interface Job {
  readonly file: File;
  attempts: number;
}

interface Parts {
  readonly send: (file: File, signal: AbortSignal) => Promise<SendResult>;
  /** Waits before the next attempt. */
  readonly pause: (milliseconds: number) => Promise<void>;
  /** Called after every change. */
  readonly changed: () => void;
}

/** A queue over `send`. Its methods are bound, so they can be passed as callbacks. */
export class UploadQueue {
  readonly #parts: Parts;
  readonly #jobs = new Map<number, Job>();
  #entries: readonly UploadEntry[] = [];
  #waiting: number[] = [];
  #sending = 0;
  #held = false;
  #stop = new AbortController();
  #nextId = 1;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get entries(): readonly UploadEntry[] {
    return this.#entries;
  }

  /** [CAR-02] Adds files; invalid and refused ones are listed at once, the others are sent. */
  add = (files: readonly File[], refused: readonly { readonly name: string; readonly why: Reason }[] = []): void => {
    const added = files.map((file): UploadEntry => {
      const why = localRefusal(file);
      const id = this.#nextId++;
      if (!why) this.#jobs.set(id, { file, attempts: 0 });
      return { id, name: file.name, state: why ? 'refused' : 'waiting', why, invoice: null };
    });
    const lost = refused.map(
      ({ name, why }): UploadEntry => ({ id: this.#nextId++, name, state: 'refused', why, invoice: null }),
    );
    this.#entries = [...this.#entries, ...added, ...lost];
    this.#waiting.push(...added.filter(({ state }) => state === 'waiting').map(({ id }) => id));
    this.#parts.changed();
    this.#pump();
  };

  /** Cancels every file without an answer. The server may still accept some of them. */
  cancel = (): void => {
    this.#abort();
    this.#entries = this.#entries.map((entry) => (isOpen(entry) ? { ...entry, state: 'cancelled' } : entry));
    this.#parts.changed();
  };

  /** Resends failed and cancelled files. */
  retry = (): void => {
    const again = this.#entries.filter(({ state }) => state === 'failed' || state === 'cancelled').map(({ id }) => id);
    for (const id of again) {
      const job = this.#jobs.get(id);
      if (job) job.attempts = 0;
    }
    const ids = new Set(again);
    this.#entries = this.#entries.map((entry) =>
      ids.has(entry.id) ? { ...entry, state: 'waiting', why: null } : entry,
    );
    this.#waiting.push(...again);
    this.#parts.changed();
    this.#pump();
  };

  /** Continues after a hold. */
  resume = (): void => {
    this.#held = false;
    this.#pump();
  };

  /** Empties the queue, for the next user or when the panel is closed. */
  clear = (): void => {
    this.#abort();
    this.#jobs.clear();
    this.#entries = [];
    this.#held = false;
    this.#parts.changed();
  };

  #abort(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#waiting = [];
  }

  #pump(): void {
    while (!this.#held && this.#sending < AT_ONCE) {
      const id = this.#waiting.shift();
      if (id === undefined) return;
      const job = this.#jobs.get(id);
      if (job) void this.#run(id, job);
    }
  }

  async #run(id: number, job: Job): Promise<void> {
    const { signal } = this.#stop;
    this.#sending += 1;
    job.attempts += 1;
    this.#set(id, 'sending');
    const result = await this.#parts
      .send(job.file, signal)
      .catch((): SendResult => ({ kind: 'again', why: es.failed }));
    this.#sending -= 1;
    if (!signal.aborted) this.#settle(id, job, result);
    this.#pump();
  }

  #settle(id: number, job: Job, result: SendResult): void {
    if (result.kind === 'done') {
      this.#jobs.delete(id);
      this.#set(id, result.state, result.why, result.invoice);
    } else if (result.kind === 'hold') {
      this.#held = true;
      this.#waiting.unshift(id);
      this.#set(id, 'waiting');
    } else if (result.kind === 'stop') {
      for (const other of this.#waiting.splice(0)) this.#set(other, 'failed', result.why);
      this.#set(id, 'failed', result.why);
    } else if (job.attempts >= ATTEMPTS) this.#set(id, 'failed', result.why);
    else void this.#retryLater(id, job);
  }

  async #retryLater(id: number, job: Job): Promise<void> {
    const { signal } = this.#stop;
    this.#set(id, 'waiting');
    await this.#parts.pause(Math.min(LONGEST_WAIT_MS, 500 * 2 ** job.attempts));
    if (signal.aborted) return;
    this.#waiting.push(id);
    this.#pump();
  }

  #set(id: number, state: EntryState, why: Reason | null = null, invoice: UploadedInvoice | null = null): void {
    this.#entries = this.#entries.map((entry) => (entry.id === id ? { ...entry, state, why, invoice } : entry));
    this.#parts.changed();
  }
}
