/** Uploading files through one queue per user, outside the screens so that it survives navigation. */
import { uploadFile } from '@anticipa/contract/files';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { formatFolio } from '@anticipa/texts/format';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { createAtom, useSelector } from '@tanstack/react-store';
import { ApiRefusal, call } from '../../lib/api-client.ts';
import { base64Of } from '../../lib/base64-of.ts';
import { currentSession, currentUserId, onSessionChange } from '../../lib/session.ts';
import { es } from './es.ts';
import { isOpen, type SendResult, type UploadEntry, UploadQueue } from './view-model/queue.ts';

/** Sends one file; throws only when aborted. */
async function send(file: File, signal: AbortSignal): Promise<SendResult> {
  const fileData = await base64Of(file).catch(() => null);
  // Removed, moved or locked since it was added.
  if (fileData === null) return { kind: 'done', state: 'refused', why: es.unreadable };
  try {
    const body = { fileName: file.name, fileType: 'text/xml', fileData };
    const { outcome, doc, invoice } = await call(uploadFile, { body, signal });
    if (outcome === 'refused')
      return {
        kind: 'done',
        state: 'refused',
        why: doc.motive ? { reason: doc.motive.description, remedy: doc.motive.remedy } : es.failed,
      };
    if (outcome === 'credit-note') return { kind: 'done', state: 'credited', why: null };
    if (outcome === 'existing') return { kind: 'done', state: 'existing', why: null };
    const motive = invoice?.status === invoiceStatus.RECHAZADA ? invoice.motive : null;
    return {
      kind: 'done',
      state: motive ? 'rejected' : 'accepted',
      why: motive && motiveTexts[motive.code],
      invoice: invoice && { documentId: invoice.documentId, folio: formatFolio(invoice) },
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return error instanceof ApiRefusal ? resultOf(error) : { kind: 'again', why: es.unreachable };
  }
}

function resultOf(refusal: ApiRefusal): SendResult {
  if (refusal.code === 'NO_SESSION') return { kind: 'hold' };
  if (refusal.code === 'PRODUCT_INACTIVE')
    return { kind: 'stop', why: { reason: refusal.message, remedy: es.inactiveRemedy } };
  if (refusal.code === 'DAILY_LIMIT_REACHED')
    return { kind: 'stop', why: { reason: refusal.message, remedy: es.limitRemedy } };
  if (refusal.code === 'TOO_MANY_REQUESTS') return { kind: 'again', why: es.slowDown };
  if (refusal.status >= 500) return { kind: 'again', why: es.failed };
  return { kind: 'done', state: 'refused', why: { reason: refusal.message, remedy: es.noRemedy } };
}

/** Limits hundreds of changes a second to ten renderings. */
const SHOW_EVERY_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;
const shown = createAtom<readonly UploadEntry[]>([]);

function show(): void {
  clearTimeout(timer);
  timer = undefined;
  shown.set(uploads.entries);
}

/** Start and end are shown at once: between them a quick upload may take less than the pause. */
function changed(): void {
  if (uploads.entries.some(isOpen) === shown.get().some(isOpen)) timer ??= setTimeout(show, SHOW_EVERY_MS);
  else show();
}

export const uploads = new UploadQueue({
  send,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  changed,
});

let owner: string | null = null;
onSessionChange(() => {
  if (currentSession().status === 'ended') return;
  const user = currentUserId();
  if (owner !== null && owner !== user) uploads.clear();
  else uploads.resume();
  owner = user;
});

// Only closing the window loses unsent files.
window.addEventListener('beforeunload', (event) => {
  if (uploads.entries.some(isOpen)) event.preventDefault();
});

/** The entries of the queue, updated at most ten times a second. */
export const useUploads = (): readonly UploadEntry[] => useSelector(shown);
