/** Takes in a client's invoice from its lender, who financed it before: by the same checks as an upload of the client. */
import type { takeInCfdi } from '@anticipa/contract/portfolio-load';
import type { ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { FileMotive } from '@anticipa/domain/motives';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, rowsOf } from '../../platform/db/rows.ts';
import type { Caller, OperatorActor } from '../../platform/work/caller.ts';
import { orderedId } from '../../platform/work/ordered-id.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { enterInvoice } from '../invoices/enter/enter.ts';
import { founder } from '../users/queries.ts';
import { storedName } from './commands.ts';
import { hasRoom } from './quota.ts';
import { receiverOf, storeFile, verdictOn } from './reading.ts';
import { recordStored } from './record.ts';

type Taken = Promise<Outcome<ResponseOf<typeof takeInCfdi>>>;

const refused = (motive: FileMotive) => done({ uuid: null, refused: motiveTexts[motive].reason });

/** Enters a CFDI for the client that issued it. An invoice that is already in the portal does not change. */
export async function takeIn(
  deps: Deps,
  caller: Caller<OperatorActor>,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: Buffer },
): Taken {
  if (!(await hasRoom(deps))) return refuse('SERVICE_UNAVAILABLE');
  // Read twice: the first reading finds the issuer, which is the client that the second one requires.
  const read = await deps.reader.read(bytes, '');
  if (read === 'busy') return refuse('SERVICE_UNAVAILABLE');
  const issuer = read.seen?.issuerRfc ?? null;
  if (!read.ok && issuer === null) return refused(read.motive);
  const owner = issuer === null ? null : await runAs(deps, caller, (work) => ownerOf(work, issuer));
  if (!owner) return refused('ISSUER_NOT_CLIENT');
  const { clientId, rfc, ownerId } = owner;
  const verdict = await verdictOn(deps, { rfc, fileName, bytes });
  if (verdict === 'busy') return refuse('SERVICE_UNAVAILABLE');
  if (!verdict.ok) return refused(verdict.motive);
  const { cfdi, isStampVerified } = verdict;
  if (cfdi.type === 'E') return refused('NOT_INCOME');
  const [sha256, taxAnswer] = await Promise.all([storeFile(deps, clientId, bytes), deps.taxStatus.check(cfdi)]);
  if (sha256 === null) return refuse('SERVICE_UNAVAILABLE');
  const fileId = orderedId(deps.clock.now());
  const receiver = receiverOf(cfdi);
  return attemptAs(deps, caller, async (wide): Taken => {
    // Functions of the database that act for a client's users act for this one.
    await sql`select set_config('app.client_id', ${clientId}, true)`.execute(wide.db);
    const work = narrowTo(wide, clientId);
    const arrival = { fileId, cfdi, isStampVerified, receiver, taxStatus: taxAnswer.status, ownerId, isSynced: true };
    const entered = await enterInvoice(work, arrival);
    if (!entered.ok) return entered;
    const upload = { fileId, fileName: storedName(fileName), size: bytes.length, sha256, rfc, ownerId };
    if (entered.value.outcome === 'invoice')
      await recordStored(work, [{ upload, receiverRfc: receiver.rfc, details: entered.value, call: work }]);
    return done({ uuid: cfdi.uuid, refused: null });
  });
}

const ownerRow = z.object({ clientId: clientIdColumn, rfc: z.string(), ownerId: z.string() });

/** The client with this tax id, unless it is closed, and the administrator in whose name an invoice is taken in. */
async function ownerOf({ db }: OperatorWork, rfc: string) {
  const [owner = null] = await rowsOf(db, ownerRow)`
    select clients.client_id as "clientId", rfc, founder.user_id as "ownerId"
    from clients
    cross join lateral ${founder}
    where rfc = ${rfc} and client_state = 'open'`;
  return owner;
}
