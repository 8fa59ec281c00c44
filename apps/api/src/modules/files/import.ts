/** Imports a CFDI that the tax authority has, invoice or credit note, by the same checks as an uploaded one. */
import { done, type Outcome } from '@anticipa/domain/errors';
import type { FileMotive } from '@anticipa/domain/motives';
import { sql } from 'kysely';
import type { CfdiReader } from '../../platform/cfdi/reader.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { orderedId } from '../../platform/work/ordered-id.ts';
import { attemptAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Principal, type Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { enterCreditNote } from '../invoices/enter/credit-notes.ts';
import { enterInvoice } from '../invoices/enter/enter.ts';
import { reportListedIssuers } from '../invoices/listed.ts';
import { hasRoom } from './quota.ts';
import { receiverOf, storeFile, verdictOn } from './reading.ts';
import { recordStored } from './record.ts';

interface Owner {
  readonly clientId: ClientId;
  readonly rfc: string;
  /** The user in whose name it is imported. */
  readonly ownerId: string;
}

interface SyncedFile {
  /** UUID listed by the provider; upper case. */
  readonly uuid: string;
  readonly bytes: Buffer;
  readonly runId: string;
}

type ImportDeps = JobDeps & { readonly reader: CfdiReader };

/** A file that cannot be stored, or that the reader has no time for: the step is repeated. */
class NotNow extends Error {}

/**
 * Imports a file at most once: the record that it was seen is written in the same transaction. A file that the portal does
 * not accept is only recorded; one for a product that is switched off is tried again.
 */
export async function importInvoice(deps: ImportDeps, owner: Owner, file: SyncedFile): Promise<void> {
  const { clientId, rfc, ownerId } = owner;
  const { uuid, bytes, runId } = file;
  const fileName = `${uuid}.xml`;
  const verdict = await verdictOn(deps, { rfc, fileName, bytes });
  if (verdict === 'busy' || !(await hasRoom(deps))) throw new NotNow('a synchronised file cannot be imported now');
  const see = (work: Work, motive: FileMotive | null): Promise<boolean> => isFirst(work, { uuid, runId, motive });
  if (!verdict.ok) {
    await attemptAs(deps, WORKER, async (wide) => done(await see(narrowTo(wide, clientId), verdict.motive)));
    return;
  }
  const { cfdi, isStampVerified } = verdict;
  const [sha256, taxAnswer] = await Promise.all([storeFile(deps, clientId, bytes), deps.taxStatus.check(cfdi)]);
  if (sha256 === null) throw new NotNow('the storage is unavailable');
  const upload = { fileId: orderedId(deps.clock.now()), fileName, size: bytes.length, sha256, rfc, ownerId };
  await attemptAs(deps, WORKER, async (wide): Promise<Outcome<null>> => {
    const work = await boundTo(narrowTo(wide, clientId));
    if (!(await see(work, null))) return done(null);
    const receiver = receiverOf(cfdi);
    if (cfdi.type === 'E') {
      const details = { creditNote: cfdi.uuid };
      if (await enterCreditNote(work, { fileId: upload.fileId, cfdi, taxStatus: taxAnswer.status }))
        await recordStored(work, [{ upload, receiverRfc: receiver.rfc, details, call: work }]);
      return done(null);
    }
    const arrival = {
      fileId: upload.fileId,
      cfdi,
      isStampVerified,
      receiver,
      taxStatus: taxAnswer.status,
      ownerId,
      isSynced: true,
    };
    const entered = await enterInvoice(work, arrival);
    if (!entered.ok) return entered;
    if (taxAnswer.isIssuerListed) await reportListedIssuers(work, [{ issuerRfc: cfdi.issuer.rfc }]);
    if (entered.value.outcome === 'invoice')
      await recordStored(work, [{ upload, receiverRfc: receiver.rfc, details: entered.value, call: work }]);
    return done(null);
  });
}

/** Binds the transaction's functions to the client, as those of its users are. */
async function boundTo(work: Work<Principal>): Promise<Work<Principal>> {
  await sql`select set_config('app.client_id', ${work.tenant}, true)`.execute(work.db);
  return work;
}

/** Whether the CFDI had not been seen before. */
async function isFirst(
  { db, tenant }: Work,
  { uuid, runId, motive }: { readonly uuid: string; readonly runId: string; readonly motive: FileMotive | null },
): Promise<boolean> {
  const row = await db
    .insertInto('synced_documents')
    .values({ client_id: tenant, uuid, run_id: runId, motive })
    .onConflict((conflict) => conflict.doNothing())
    .returning('uuid')
    .executeTakeFirst();
  return row !== undefined;
}
