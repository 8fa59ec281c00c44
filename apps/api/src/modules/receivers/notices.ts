/** Records notices of assignment with the file that proves each, and serves the file. */
import { buffer } from 'node:stream/consumers';
import type { downloadNoticeEvidence, recordNotice as recordRoute } from '@anticipa/contract/receiver-contacts';
import type { BodyOf, ParamsOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { isEvidence } from '@anticipa/domain/notice';
import type { Caller, ClientId, OperatorActor } from '../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import { narrowTo, type OperatorWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { storeFile } from '../files/reading.ts';
import { isAlias } from '../invoices/aliases.ts';
import { writeAudit } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';
import { lastNoticeOf } from './contact-queries.ts';

type Pair = ParamsOf<typeof recordRoute>;
type Body = BodyOf<typeof recordRoute>;

interface Evidence {
  readonly evidence_sha256: Buffer | null;
  readonly evidence_name: string | null;
}

/** The bytes are stored before the notice that names them: a notice never lacks its file. */
export async function recordNotice(
  deps: Deps,
  caller: Caller<OperatorActor>,
  pair: Pair,
  body: Body,
): Promise<Outcome<{ number: number }>> {
  const clientId = await runAs(deps, caller, (work) => linkedClient(work, pair));
  if (clientId === undefined) return refuse('NOT_FOUND');
  const sent = body.given?.evidence ?? null;
  let stored: Evidence | null = null;
  if (sent !== null) {
    const bytes = Buffer.from(sent.data, 'base64');
    if (!isEvidence(bytes)) return refuseEach('EVIDENCE_UNREADABLE', ['given.evidence']);
    const sha256 = await storeFile(deps, clientId, bytes);
    if (sha256 === null) return refuse('SERVICE_UNAVAILABLE');
    stored = { evidence_sha256: sha256, evidence_name: sent.fileName };
  }
  return attemptAs(deps, caller, async (work) => {
    const recorded = await record(work, { clientId, companyId: pair.companyId }, body, stored);
    return (await isAlias(work, pair.companyId)) ? refuse('RECEIVER_IS_ALIAS') : recorded;
  });
}

/** The client of a pair, if it invoices the receiver. */
async function linkedClient(work: OperatorWork, { clientId: named, companyId }: Pair): Promise<ClientId | undefined> {
  const clientId = await clientById(work, named);
  if (clientId === undefined) return undefined;
  const link = await work.db
    .selectFrom('company_links')
    .select('client_id')
    .where('client_id', '=', clientId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return link && clientId;
}

async function record(
  wide: OperatorWork,
  pair: { readonly clientId: ClientId; readonly companyId: string },
  { given, reason }: Body,
  stored: Evidence | null,
): Promise<Outcome<{ number: number }>> {
  const work = narrowTo(wide, pair.clientId);
  const { db, actor, at, today } = work;
  // One at a time: the number of the next notice, and whether it replaces one, follow from those before.
  await db
    .selectFrom('company_links')
    .select('company_id')
    .where('client_id', '=', pair.clientId)
    .where('company_id', '=', pair.companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const last = await lastNoticeOf(work, pair);
  if (given === null && (last?.given_on ?? null) === null) return refuse('NOTICE_MISSING');
  if (last && reason === null) return refuseEach('NOTICE_REASON_NEEDED', ['reason']);
  if (given !== null && given.on > today) return refuseEach('NOTICE_IN_FUTURE', ['given.on']);
  const kept = last && { evidence_sha256: last.evidence_sha256, evidence_name: last.evidence_name };
  const evidence = stored ?? kept;
  if (given !== null && (evidence?.evidence_sha256 ?? null) === null)
    return refuseEach('EVIDENCE_NEEDED', ['given.evidence']);
  const number = (last?.notice_number ?? 0) + 1;
  await db
    .insertInto('assignment_notices')
    .values({
      client_id: pair.clientId,
      company_id: pair.companyId,
      notice_number: number,
      given_on: given?.on ?? null,
      way: given?.way ?? null,
      ...(given === null ? { evidence_sha256: null, evidence_name: null } : evidence),
      reason,
      recorded_by: actor.operatorId,
      recorded_on: today,
      recorded_at: at,
    })
    .execute();
  await writeAudit(work, {
    action: given === null ? 'receiver.notice-withdrawn' : 'receiver.notice',
    subject: `receiver:${pair.companyId}`,
    details: { clientId: pair.clientId, number, ...(given && { on: given.on, way: given.way }), reason },
  });
  return done({ number });
}

/** The file of a notice. Throws StorageUnavailable. */
export async function readEvidence(
  deps: Deps,
  caller: Caller<OperatorActor>,
  { clientId: named, companyId, number }: ParamsOf<typeof downloadNoticeEvidence>,
): Promise<Outcome<ResponseOf<typeof downloadNoticeEvidence>>> {
  const found = await runAs(deps, caller, async (work) => {
    const clientId = await clientById(work, named);
    if (clientId === undefined) return undefined;
    return await work.db
      .selectFrom('assignment_notices')
      .select(['evidence_sha256', 'evidence_name'])
      .where('client_id', '=', clientId)
      .where('company_id', '=', companyId)
      .where('notice_number', '=', number)
      .executeTakeFirst();
  });
  if (!found || found.evidence_sha256 === null || found.evidence_name === null) return refuse('NOT_FOUND');
  const content = await deps.storage.open(named, found.evidence_sha256);
  if (content === null) {
    deps.log.error({ companyId, clientId: named, number }, 'evidence of a notice missing from storage');
    return refuse('SERVICE_UNAVAILABLE');
  }
  return done({ fileName: found.evidence_name, base64: (await buffer(content)).toString('base64') });
}
