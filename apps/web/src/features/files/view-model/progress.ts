/** The contents of the upload panel: counts, progress and the files that were not accepted. */
import { formatCount } from '../../../lib/format.ts';
import type { ProgressItem } from '../../../ui/feedback/progress-list.tsx';
import { es } from '../es.ts';
import { type EntryState, isOpen, type Reason, type UploadEntry } from './queue.ts';

const reported = ['accepted', 'credited', 'existing', 'rejected', 'refused', 'failed', 'cancelled'] as const;

export interface UploadView {
  readonly total: number;
  /** Finished with any result. */
  readonly settled: number;
  readonly running: boolean;
  /** Whether anything can be sent again. */
  readonly isRetriable: boolean;
  /** [CAR-06] Whether the server failed on one of them. */
  readonly hasServerError: boolean;
  /** "12 facturas nuevas"; only states that occur. */
  readonly counts: readonly { readonly state: (typeof reported)[number]; readonly text: string }[];
  /** [CAR-02] The files that are not sellable invoices, with motive and remedy. */
  readonly listed: readonly UploadEntry[];
  /** The documents of the new invoices. */
  readonly added: readonly string[];
}

/** The panel's figures, from the queue. */
export function uploadView(entries: readonly UploadEntry[]): UploadView {
  const tally = new Map<EntryState, number>();
  for (const { state } of entries) tally.set(state, (tally.get(state) ?? 0) + 1);
  const open = entries.filter(isOpen).length;
  return {
    total: entries.length,
    settled: entries.length - open,
    running: open > 0,
    isRetriable: tally.has('failed') || tally.has('cancelled'),
    hasServerError: entries.some(({ why }) => why === es.failed),
    counts: reported.flatMap((state) => {
      const count = tally.get(state);
      return count ? [{ state, text: formatCount(count, es.counts[state][0], es.counts[state][1]) }] : [];
    }),
    listed: entries.filter(({ why }) => why !== null),
    added: entries.flatMap(({ state, invoice }) => (state === 'accepted' && invoice ? [invoice.documentId] : [])),
  };
}

/** Files that were not accepted for the same reason. */
export interface Refusal extends Reason {
  /** "A-12 (factura.xml)", or the file's name where no invoice was read. */
  readonly files: readonly { readonly id: number; readonly name: string }[];
}

/** [CAR-02] The files that were not accepted by motive, the most frequent first. */
export function refusalsOf(listed: readonly UploadEntry[]): readonly Refusal[] {
  const byMotive = Map.groupBy(listed, ({ why }) => `${why?.reason} ${why?.remedy}`);
  return [...byMotive.values()]
    .map((entries) => ({
      reason: entries[0]?.why?.reason ?? '',
      remedy: entries[0]?.why?.remedy ?? '',
      files: entries.map(({ id, name, invoice }) => ({ id, name: invoice ? `${invoice.folio} (${name})` : name })),
    }))
    .sort((one, other) => other.files.length - one.files.length);
}

/** Keeps the message short enough to be read. */
const MOST_NAMED = 10;

/** The message to the adviser about files that were not accepted. */
export const questionAbout = (refusals: readonly Refusal[]): string =>
  [
    es.toAdviser,
    ...refusals.map(({ reason, files }) => {
      const names = files.slice(0, MOST_NAMED).map(({ name }) => name);
      const rest = files.length - names.length;
      return `${reason}: ${names.join(', ')}${rest > 0 ? es.andMore(rest) : ''}.`;
    }),
  ].join('\n');

const progressStates: Record<EntryState, ProgressItem['state']> = {
  waiting: 'waiting',
  sending: 'running',
  accepted: 'done',
  credited: 'done',
  existing: 'done',
  rejected: 'failed',
  refused: 'failed',
  failed: 'failed',
  cancelled: 'cancelled',
};

const notes: Partial<Record<EntryState, string>> = {
  accepted: es.noteAccepted,
  credited: es.noteCredited,
  existing: es.noteExisting,
};

/** The per-file list. */
export const progressItems = (entries: readonly UploadEntry[]): readonly ProgressItem[] =>
  entries.map(({ id, name, state, why }) => ({
    id: String(id),
    name,
    state: progressStates[state],
    note: why?.reason ?? notes[state],
  }));
