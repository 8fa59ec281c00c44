import type { Confirmations } from '@anticipa/contract/confirmations';
import { id } from '@anticipa/contract/wire';
import { dateOf } from '@anticipa/domain/calendar';
import { ASK_AGAIN_HOURS, answerableDays, confirmationVerdicts } from '@anticipa/domain/confirmation';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { z } from 'zod';
import { clientIdColumn, flag, rowsOf, text } from '../../platform/db/rows.ts';
import { type ClientId, tokenHash } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';

const HOUR_MS = 3_600_000;

const row = z.object({
  confirmationId: id,
  askedAt: z.date(),
  askedBy: z.enum(['client', 'lender']),
  asked: text.nullable(),
  expiresAt: z.date(),
  isEnded: flag,
  verdict: z.enum(confirmationVerdicts).nullable(),
  person: text.nullable(),
  position: text.nullable(),
  reason: text.nullable(),
  dueOn: text.nullable(),
  at: z.date().nullable(),
  address: text.nullable(),
  evidence: text.nullable(),
  sha256: text.nullable(),
});

/** The questions about an invoice of the client; null if there is no such invoice. */
export async function confirmationsOf(work: Work, documentId: string): Promise<Confirmations | null> {
  const obstacle = await obstacleOf(work, documentId);
  if (obstacle === undefined) return null;
  const rows = await rowsOf(work.db, row)`
    select confirmation_id as "confirmationId", asked_at as "askedAt", expires_at as "expiresAt", ended_at is not null as "isEnded",
      case asked_by_kind when 'user' then 'client' else 'lender' end as "askedBy", asked, verdict, person, position, reason,
      due_on::text as "dueOn", answered_at as at, address, evidence, encode(evidence_sha256, 'hex') as sha256
    from confirmations left join confirmation_answers using (client_id, confirmation_id)
    where confirmations.client_id = ${work.tenant} and confirmations.document_id = ${documentId}
    order by asked_at desc, confirmation_id`;
  return {
    obstacle,
    data: rows.map(({ confirmationId, askedAt, askedBy, asked, expiresAt, isEnded, ...answer }) => ({
      confirmationId,
      askedAt: askedAt.toISOString(),
      askedBy,
      asked: answer.verdict ? asked : null,
      expiresAt: expiresAt.toISOString(),
      state: answer.verdict ? 'answered' : isEnded ? 'replaced' : expiresAt <= work.at ? 'expired' : 'waiting',
      answer: answerOf(answer),
    })),
  };
}

function answerOf(
  answer: Omit<z.output<typeof row>, 'confirmationId' | 'askedAt' | 'askedBy' | 'asked' | 'expiresAt' | 'isEnded'>,
) {
  const { verdict, person, position, at, evidence, sha256, reason, dueOn, address } = answer;
  if (!verdict || !person || !position || !at || !evidence || !sha256) return null;
  return { verdict, person, position, at: at.toISOString(), evidence, sha256, reason, dueOn, address };
}

const askableRow = z.object({ isOpen: flag, hasContact: flag, lastAsked: z.date().nullable() });

/** Why the receiver of an invoice cannot be asked now; undefined if the client has no such invoice. */
export async function obstacleOf(
  { db, tenant, at }: Work,
  documentId: string,
): Promise<Confirmations['obstacle'] | undefined> {
  const [found] = await rowsOf(db, askableRow)`
    select not is_settled and status <> ${invoiceStatus.RECHAZADA} as "isOpen", confirmation_contact(company_id) is not null as "hasContact",
      (select max(asked_at) from confirmations asked
        where asked.client_id = invoices.client_id and asked.document_id = invoices.document_id) as "lastAsked"
    from invoices where client_id = ${tenant} and document_id = ${documentId}`;
  if (!found) return undefined;
  if (!found.isOpen) return 'CONFIRMATION_NOT_OPEN';
  if (!found.hasContact) return 'CONFIRMATION_NO_CONTACT';
  const isRecent = found.lastAsked !== null && at.getTime() - found.lastAsked.getTime() < ASK_AGAIN_HOURS * HOUR_MS;
  return isRecent ? 'CONFIRMATION_ASKED' : null;
}

/** The client and the question of a key; null for any other text. */
export async function questionOfKey(
  { db }: WideWork,
  key: string,
): Promise<{ readonly clientId: ClientId; readonly confirmationId: string } | null> {
  const [found] = await rowsOf(db, keyRow)`
    select client_id as "clientId", confirmation_id as "confirmationId" from confirmation_keys where key_hash = ${tokenHash(key)}`;
  return found ?? null;
}

const keyRow = z.object({ clientId: clientIdColumn, confirmationId: id });

/** A question that can still be opened: not expired, and not replaced by another. */
export async function openQuestion({ db, tenant, at, today }: Work, confirmationId: string, lock: 'read' | 'update') {
  const found = await db
    .selectFrom('confirmations')
    .innerJoin('invoices', (join) =>
      join
        .onRef('invoices.client_id', '=', 'confirmations.client_id')
        .onRef('invoices.document_id', '=', 'confirmations.document_id'),
    )
    .select(['confirmations.document_id as documentId', 'shown', 'asked', 'ended_at as endedAt', 'emitted_on'])
    .where('confirmations.client_id', '=', tenant)
    .where('confirmation_id', '=', confirmationId)
    .where('expires_at', '>', at)
    .$if(lock === 'update', (query) => query.forNoKeyUpdate('confirmations'))
    .executeTakeFirst();
  if (!found) return null;
  const answer = await db
    .selectFrom('confirmation_answers')
    .select('verdict')
    .where('client_id', '=', tenant)
    .where('confirmation_id', '=', confirmationId)
    .executeTakeFirst();
  if (found.endedAt !== null && !answer) return null;
  return {
    documentId: found.documentId,
    shown: found.shown,
    asked: found.asked,
    verdict: answer?.verdict ?? null,
    days: answerableDays(dateOf(found.emitted_on), today),
  };
}
