/** People of a receiver, and the notices of assignment that it got. */
import { messageStates } from '@anticipa/contract/outbox';
import type { NotifiedPair, ReceiverContacts } from '@anticipa/contract/receiver-contacts';
import { noticeWays } from '@anticipa/domain/notice';
import { z } from 'zod';
import { clientIdColumn, instant, rowsOf, text, whole } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { messageState } from '../outbox/queries.ts';

const contactRow = z.object({
  contactId: text,
  name: text,
  email: text,
  phone: text.nullable(),
  area: text.nullable(),
  lastMail: z
    .object({
      state: z.enum(messageStates),
      at: z.string().transform((at) => new Date(at).toISOString()),
      error: text.nullable(),
    })
    .nullable(),
});

/** The people of a receiver, by name. */
export const contactsOf = ({ db }: WideWork, companyId: string) => rowsOf(db, contactRow)`
  select contact_id as "contactId", name, email, phone, area, (
    select json_build_object('state', ${messageState}, 'at', created_at, 'error', last_error) from outbox
    where payload ->> 'contactId' = contact_id::text and kind = 'receiver-reminder' order by created_at desc limit 1
  ) as "lastMail"
  from receiver_contacts
  where company_id = ${companyId} order by name, contact_id`;

const noticeRow = z.object({
  clientId: clientIdColumn,
  entityName: text,
  /** Null: the client has no notice. */
  number: whole.nullable(),
  on: text.nullable(),
  way: z.enum(noticeWays).nullable(),
  evidence: text.nullable(),
  reason: text.nullable(),
  by: text.nullable(),
  at: instant.nullable(),
});

/** The notices of each client that invoices the receiver, the newest first. */
async function notifiedPairs({ db }: WideWork, companyId: string): Promise<NotifiedPair[]> {
  const rows = await rowsOf(db, noticeRow)`
    select link.client_id as "clientId", entity_name as "entityName", notice_number as number, given_on as "on", way,
      evidence_name as evidence, reason, trim(first_name || ' ' || last_name) as by, recorded_at as at
    from company_links link join clients using (client_id)
    left join assignment_notices notice using (client_id, company_id)
    left join operators on operators.operator_id = notice.recorded_by
    where link.company_id = ${companyId}
    order by entity_name, link.client_id, notice_number desc`;
  return [...Map.groupBy(rows, ({ clientId }) => clientId)].map(([clientId, ofClient]) => ({
    clientId,
    entityName: ofClient[0]?.entityName ?? '',
    notices: ofClient.flatMap(({ number, on, way, evidence, reason, by, at }) => {
      if (number === null || by === null || at === null) return [];
      const given = on === null || way === null || evidence === null ? null : { on, way, evidence };
      return [{ number, given, reason, by, at }];
    }),
  }));
}

/** Contacts and notices of a receiver; undefined if there is no such receiver. */
export async function contactsAndNotices(work: WideWork, companyId: string): Promise<ReceiverContacts | undefined> {
  const known = await work.db
    .selectFrom('companies')
    .select('reminders_on')
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!known) return undefined;
  return {
    today: work.today,
    isReminded: known.reminders_on,
    contacts: await contactsOf(work, companyId),
    clients: await notifiedPairs(work, companyId),
  };
}

/** The last notice of a pair; undefined if there is none. */
export async function lastNoticeOf(
  { db }: WideWork,
  pair: { readonly clientId: ClientId; readonly companyId: string },
) {
  return await db
    .selectFrom('assignment_notices')
    .select(['notice_number', 'given_on', 'evidence_sha256', 'evidence_name'])
    .where('client_id', '=', pair.clientId)
    .where('company_id', '=', pair.companyId)
    .orderBy('notice_number', 'desc')
    .limit(1)
    .executeTakeFirst();
}
