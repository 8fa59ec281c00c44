/**
 * Downloads, step by step. Each step is committed before the next, so that a worker that dies loses at most a page, and each
 * CFDI is imported in one transaction with the record that it was.
 */
import { noTaxAnswer } from '@anticipa/domain/invoice-entry';
import { ciecStatus, MAX_RUN_HOURS } from '@anticipa/domain/sync';
import pLimit from 'p-limit';
import { ExtractionGone, type ListedInvoice, SyncUnavailable } from '../../gateways/invoice-sync/port.ts';
import type { CfdiReader } from '../../platform/cfdi/reader.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Principal, type Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { importInvoice } from '../files/import.ts';
import { cancelCreditNotes } from '../invoices/enter/credit-notes.ts';
import { recordTaxAnswers } from '../invoices/recheck/recheck.ts';
import { breakCredential, enqueueSync, failRun, finishRun, moveRun, updateRun } from './change.ts';
import { claimRun, connectionOf, credentialOf, documentsNamed, nextStepAt, type Run, unknownUuids } from './queries.ts';

export interface SyncDeps extends JobDeps {
  /** Opens a reader of CFDI; its user closes it. */
  readonly openReader: () => Promise<CfdiReader>;
}

/** Time for reading one CFDI. No user waits for it and its verdict is final, so a busy machine must not refuse a sound one. */
export const READ_BUDGET_MS = 30_000;

const HOUR_MS = 3_600_000;
/** Longer than any step. A dead worker's claim ends after it. */
const CLAIM_MS = 3 * 60_000;
const RETRY_MS = 5 * 60_000;
/** The tax authority's daily limit is reached. */
const RATE_LIMIT_MS = 24 * HOUR_MS;
const AT_ONCE = 4;

/** Subject of a download: the client, and the user in whose name invoices are imported. */
interface Subject {
  readonly clientId: ClientId;
  readonly rfc: string;
  readonly ownerId: string;
  /** The client's credential at the provider. */
  readonly providerId: string | null;
}

/** Continues the client's open download until it has to wait or has ended. */
export async function advanceSync(deps: SyncDeps, clientId: ClientId): Promise<void> {
  const within = <T>(step: (work: Work<Principal>) => Promise<T>): Promise<T> =>
    runAs(deps, WORKER, (work) => step(narrowTo(work, clientId)));
  const claimed = await within(async (work) => {
    const run = await claimRun(work, new Date(work.at.getTime() + CLAIM_MS));
    const credential = await credentialOf(work, 'read');
    if (run === undefined || credential === undefined) return null;
    const { rfc } = await connectionOf(work, 'read');
    const { submittedBy: ownerId, providerId } = credential;
    return { run, subject: { clientId, rfc, ownerId, providerId } };
  });
  // Woken early: the queued step that this job has replaced is queued again.
  if (claimed === null) return within(enqueueNext);
  const { run, subject } = claimed;
  if (deps.clock.now().getTime() - run.requested_at.getTime() > MAX_RUN_HOURS * HOUR_MS)
    return within((work) => failRun(work, `not done after ${MAX_RUN_HOURS} hours`));
  try {
    const waitMs = await take(deps, run, { subject, within });
    if (waitMs === null) return;
    await within((work) => pauseRun(work, run.run_id, { waitMs }));
    if (waitMs === 0) await advanceSync(deps, clientId);
  } catch (cause) {
    const level = cause instanceof SyncUnavailable ? 'warn' : 'error';
    deps.log[level]({ err: cause, runId: run.run_id }, 'a step of a synchronisation failed and is repeated');
    const error = cause instanceof Error ? cause.message : String(cause);
    if (cause instanceof ExtractionGone) await within((work) => moveRun(work, run.run_id, 'repeat', { cursor: null }));
    await within((work) => pauseRun(work, run.run_id, { waitMs: RETRY_MS, error }));
  }
}

interface Context {
  readonly subject: Subject;
  readonly within: <T>(step: (work: Work<Principal>) => Promise<T>) => Promise<T>;
}

/** Takes one step; returns the milliseconds until the next, or null if the download has ended. */
async function take(deps: SyncDeps, run: Run, context: Context): Promise<number | null> {
  if (run.state === 'requested') return order(deps, run, context);
  if (run.state === 'extracting') return poll(deps, run, context);
  return importPage(deps, run, context);
}

async function pauseRun(work: Work, runId: string, { waitMs, error }: { waitMs: number; error?: string }) {
  const due = new Date(work.at.getTime() + waitMs);
  await updateRun(work, runId, { claimed_until: null, due_at: due, last_error: error ?? null });
  if (waitMs > 0) await enqueueNext(work);
}

/** Queues the next step of the open download for when it is due; steps that are far away are resumed by the schedule. */
async function enqueueNext(work: Work): Promise<void> {
  const due = await nextStepAt(work);
  const waitMs = due === null ? 0 : due.getTime() - work.at.getTime();
  if (waitMs > 0 && waitMs <= HOUR_MS) await enqueueSync(work, waitMs);
}

/** Orders the extraction. Its answer may be lost: the provider refuses a second one and names the first. */
async function order({ invoiceSync, clock }: SyncDeps, run: Run, { subject, within }: Context): Promise<number | null> {
  const { changed_since: changedSince, issued_from: issuedFrom } = run;
  // The period ends now, because the tax authority answers the very same question only twice.
  const period = { from: changedSince ?? issuedFrom, to: clock.now(), issuedFrom };
  const { extractionId } = await invoiceSync.startExtraction({ rfc: subject.rfc, ...period });
  const ordered = { extraction_id: extractionId, provider_id: subject.providerId };
  await within((work) => moveRun(work, run.run_id, 'extract', ordered));
  return 0;
}

function extractionOf({ run_id, extraction_id }: Run): string {
  if (extraction_id === null) throw new Error(`the run ${run_id} has no extraction`);
  return extraction_id;
}

async function poll({ invoiceSync }: SyncDeps, run: Run, { within }: Context): Promise<number | null> {
  const { state, extractionId } = await invoiceSync.extraction(extractionOf(run));
  if (extractionId !== run.extraction_id)
    await within((work) => updateRun(work, run.run_id, { extraction_id: extractionId }));
  if (state === 'running') return invoiceSync.pollMs;
  if (
    state === 'wrong-credential' &&
    (await within((work) => breakCredential(work, run.provider_id, ciecStatus.INVALID)))
  )
    return null;
  await within((work) => moveRun(work, run.run_id, state === 'finished' ? 'import' : 'repeat'));
  if (state === 'finished') return 0;
  return state === 'rate-limited' ? RATE_LIMIT_MS : RETRY_MS;
}

async function importPage(deps: SyncDeps, run: Run, { subject, within }: Context): Promise<number | null> {
  const { invoices, next } = await deps.invoiceSync.invoices({
    rfc: subject.rfc,
    extractionId: extractionOf(run),
    issuedFrom: run.issued_from,
    changedSince: run.changed_since,
    cursor: run.cursor,
  });
  await takeOver(deps, run, { invoices: invoices.filter(({ isCancelled }) => !isCancelled), subject, within });
  const cancelled = invoices.filter(({ isCancelled }) => isCancelled).map(({ uuid }) => uuid);
  await within(async (work) => {
    const documentIds = await documentsNamed(work, cancelled);
    await recordTaxAnswers(
      work,
      new Map(documentIds.map((documentId) => [documentId, { ...noTaxAnswer, status: 'cancelado' } as const])),
    );
    await cancelCreditNotes(work, cancelled);
    if (next === null) await finishRun(work);
    else await updateRun(work, run.run_id, { cursor: next });
  });
  return next === null ? null : 0;
}

/** Imports the invoices of a page that the client does not have yet. */
async function takeOver(
  deps: SyncDeps,
  run: Run,
  { invoices, subject, within }: Context & { readonly invoices: readonly ListedInvoice[] },
): Promise<void> {
  const uuids = await within((work) =>
    unknownUuids(
      work,
      invoices.map(({ uuid }) => uuid),
    ),
  );
  const fresh = invoices.filter(({ uuid }) => uuids.has(uuid));
  if (fresh.length === 0) return;
  const reader = await deps.openReader();
  try {
    const taken = await pLimit(AT_ONCE).map(fresh, ({ invoiceId, uuid }) =>
      deps.invoiceSync
        .xml(invoiceId)
        .then((bytes) => importInvoice({ ...deps, reader }, subject, { uuid, bytes, runId: run.run_id }))
        // One that fails does not interrupt the others.
        .catch((cause: unknown) => ({ cause })),
    );
    const failed = taken.find((outcome) => outcome !== undefined);
    if (failed) throw failed.cause;
  } finally {
    await reader.close();
  }
}
