/** Enters uploaded files that are valid CFDI: simultaneous ones of a session in one transaction, which saves most of its cost. */
import type { uploadFile as uploadRoute } from '@anticipa/contract/files';
import type { Invoice } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, type Refused, refuse } from '@anticipa/domain/errors';
import { batches } from '../../platform/load/batches.ts';
import type { Caller } from '../../platform/work/caller.ts';
import { attemptAs } from '../../platform/work/transaction.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import type { Arrival } from '../invoices/enter/arrival.ts';
import { enterInvoice, enterNewInvoices } from '../invoices/enter/enter.ts';
import { reportListedIssuers } from '../invoices/listed.ts';
import { invoicesById } from '../invoices/queries.ts';
import { countKeyed } from './quota.ts';
import { recordRefused, recordStored, type StoredFile } from './record.ts';

export type UploadAnswer = ResponseOf<typeof uploadRoute>;

/** A valid CFDI whose bytes are stored. */
export interface ValidUpload {
  readonly deps: Deps;
  readonly caller: Caller;
  readonly upload: StoredFile;
  readonly arrival: Arrival;
  readonly isIssuerListed: boolean;
}

/** Why an invoice is not the one that the caller means, so that nothing is recorded; null if it is. */
export type ProblemOf = (invoice: Invoice) => Refused | null;

/** Maximum number of files in one transaction. */
const MOST = 20;

const bySession = batches<ValidUpload, Outcome<UploadAnswer>>({
  most: MOST,
  together: enterTogether,
  alone: (valid) => enterAlone(valid, () => null),
});

/** Enters the file and records its outcome; together with others of its session, unless it has conditions of its own. */
export function enterFile(valid: ValidUpload, problemOf: ProblemOf | undefined): Promise<Outcome<UploadAnswer>> {
  if (problemOf || valid.caller.idempotency) return enterAlone(valid, problemOf ?? (() => null));
  return bySession.run(valid.caller.actor.sessionId, valid);
}

async function enterAlone(valid: ValidUpload, problemOf: ProblemOf): Promise<Outcome<UploadAnswer>> {
  const { deps, caller, upload, arrival } = valid;
  return attemptAs(deps, caller, async (work): Promise<Outcome<UploadAnswer>> => {
    const entered = await enterInvoice(work, arrival);
    if (!entered.ok) return entered;
    await reportIssuers(work, [valid]);
    const { documentId, outcome } = entered.value;
    const [doc, [invoice]] = await Promise.all([
      outcome === 'existing'
        ? recordRefused(work, upload, 'ALREADY_UPLOADED', entered.value)
        : recordStored(work, [enteredFile(valid, documentId)]).then(([record]) => record),
      invoicesById(work, [documentId]),
    ]);
    if (!doc || !invoice) throw new Error('an entered invoice cannot be read');
    const counted = await countKeyed(work, { deps, caller, bytes: upload.size });
    if (!counted.ok) return counted;
    return problemOf(invoice) ?? done({ doc, outcome, invoice });
  });
}

/** Null, having done nothing, unless each of them is a new invoice. */
async function enterTogether(batch: readonly ValidUpload[]): Promise<Outcome<UploadAnswer>[] | null> {
  const [first] = batch;
  if (!first) return [];
  // Files are entered in one order, so that batches of several sessions and processes do not wait for each other in a
  // circle.
  const ordered = batch.toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
  const { deps, caller } = first;
  const outcome = await attemptAs(deps, caller, async (work): Promise<Outcome<Map<ValidUpload, UploadAnswer>>> => {
    const documentIds = await enterNewInvoices(
      work,
      ordered.map(({ arrival }) => arrival),
    );
    // Any refusal rolls back; the caller discards it.
    if (documentIds === null) return refuse('SERVICE_UNAVAILABLE');
    await reportIssuers(work, ordered);
    const [docs, invoices] = await Promise.all([
      recordStored(
        work,
        ordered.map((valid, index) => enteredFile(valid, documentIds[index] ?? '')),
      ),
      invoicesById(work, documentIds),
    ]);
    const byId = new Map(invoices.map((invoice) => [invoice.documentId, invoice]));
    return done(
      new Map(
        ordered.map((valid, index) => {
          const [doc, invoice] = [docs[index], byId.get(documentIds[index] ?? '')];
          if (!doc || !invoice) throw new Error('a new invoice cannot be read');
          return [valid, { doc, outcome: 'invoice', invoice }];
        }),
      ),
    );
  });
  if (!outcome.ok) return null;
  return batch.map((valid) => {
    const answer = outcome.value.get(valid);
    if (!answer) throw new Error('a file of the batch has no answer');
    return done(answer);
  });
}

const orderOf = ({ arrival: { receiver, cfdi } }: ValidUpload): string => JSON.stringify([receiver, cfdi.uuid]);

const enteredFile = ({ upload, arrival, caller }: ValidUpload, documentId: string) => ({
  upload,
  receiverRfc: arrival.receiver.rfc,
  details: { documentId, outcome: 'invoice' as const },
  call: caller,
});

const reportIssuers = (work: ClientWork, batch: readonly ValidUpload[]): Promise<void> =>
  reportListedIssuers(
    work,
    batch.flatMap(({ arrival, isIssuerListed }) => (isIssuerListed ? [{ issuerRfc: arrival.cfdi.issuer.rfc }] : [])),
  );
