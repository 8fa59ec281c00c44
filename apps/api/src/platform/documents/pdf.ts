/** PDF documents, drawn in threads: a statement of years takes seconds, and other calls go on meanwhile. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';

/** A table column. `share` is its fraction of the width; all shares add up to 1. */
export interface PdfColumn<Row> {
  readonly title: string;
  readonly share: number;
  readonly align?: 'left' | 'right';
  readonly text: (row: Row) => string;
}

/** Building blocks of a document, from top to bottom. */
export interface PdfPage {
  heading(text: string): void;
  /** Label and value, one pair per line. */
  facts(pairs: readonly (readonly [string, string])[]): void;
  /** Rows are never split; the titles are repeated on every page. */
  table<Row>(columns: readonly PdfColumn<Row>[], rows: readonly Row[]): void;
  paragraph(text: string): void;
  /** A QR code, a quarter of the page wide. */
  qr(text: string): void;
}

/** The lender as the head of a document shows it. */
export interface PdfBrand {
  readonly name: string;
  readonly legalName: string;
  readonly colour: string;
  /** A PNG that was checked. */
  readonly logo: { readonly png: Uint8Array; readonly width: number; readonly height: number } | null;
}

interface PdfFacts {
  readonly brand: PdfBrand;
  /** Shown at the top of every page and in the file's properties. */
  readonly title: string;
  readonly madeAt: Date;
}

export type PdfBlock =
  | { readonly kind: 'heading' | 'paragraph' | 'qr'; readonly text: string }
  | { readonly kind: 'facts'; readonly pairs: readonly (readonly [string, string])[] }
  | {
      readonly kind: 'table';
      readonly columns: readonly Required<Omit<PdfColumn<never>, 'text'>>[];
      readonly rows: readonly (readonly string[])[];
    };

/** Document that a thread draws. */
export interface PdfDocument extends PdfFacts {
  readonly blocks: readonly PdfBlock[];
}

/** Keeps a long document from making a short one wait. */
const THREADS = 2;
/** Far above the longest statement on a busy machine. */
const BUDGET_MS = 120_000;
const MAX_HEAP_MB = 512;
/** Time without a document after which a thread ends: it takes 40 MB. */
const IDLE_MS = 60_000;

const places = pLimit(THREADS);
const idle = new Map<Worker, NodeJS.Timeout>();

const newThread = (): Worker => {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB };
  const thread = new Worker(new URL('./pdf-thread.ts', import.meta.url), { resourceLimits });
  thread.unref();
  // An idle thread can fail too, and is then replaced.
  thread.on('error', () => idle.delete(thread));
  return thread;
};

const takeThread = (): Worker => {
  const [[thread, timer] = []] = idle;
  if (thread === undefined) return newThread();
  clearTimeout(timer);
  idle.delete(thread);
  return thread;
};

const leave = (thread: Worker): void => {
  const end = (): void => {
    idle.delete(thread);
    void thread.terminate();
  };
  idle.set(thread, setTimeout(end, IDLE_MS).unref());
};

const drawInThread = (document: PdfDocument): Promise<Buffer> =>
  places(async () => {
    const thread = takeThread();
    try {
      const answer = once(thread, 'message', { signal: AbortSignal.timeout(BUDGET_MS) });
      thread.postMessage(document);
      const [bytes]: Uint8Array[] = await answer;
      leave(thread);
      return Buffer.from(bytes ?? []);
    } catch (cause) {
      void thread.terminate();
      throw cause;
    }
  });

/** Draws a document in a thread. */
export async function renderPdf(facts: PdfFacts, draw: (page: PdfPage) => void): Promise<Buffer> {
  const blocks: PdfBlock[] = [];
  draw({
    heading: (text) => void blocks.push({ kind: 'heading', text }),
    paragraph: (text) => void blocks.push({ kind: 'paragraph', text }),
    qr: (text) => void blocks.push({ kind: 'qr', text }),
    facts: (pairs) => void blocks.push({ kind: 'facts', pairs }),
    table: (columns, rows) =>
      void blocks.push({
        kind: 'table',
        columns: columns.map(({ title, share, align = 'left' }) => ({ title, share, align })),
        rows: rows.map((row) => columns.map(({ text }) => text(row))),
      }),
  });
  return drawInThread({ ...facts, blocks });
}
