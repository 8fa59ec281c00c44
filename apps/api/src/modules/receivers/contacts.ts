/** Changes the people of a receiver. The log has their ids and no personal data, which could not be erased there. */
import { randomUUID } from 'node:crypto';
import type { saveReceiverContact, setReceiverReminders } from '@anticipa/contract/receiver-contacts';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { normaliseEmail } from '@anticipa/domain/user';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';

/** Adds a person, or corrects one. The table has an address once for each receiver. */
export async function saveContact(
  work: OperatorWork,
  companyId: string,
  { contactId, email, ...rest }: BodyOf<typeof saveReceiverContact>,
): Promise<Outcome<{ contactId: string }>> {
  const { db, actor, at } = work;
  const values = { ...rest, email: normaliseEmail(email), recorded_by: actor.operatorId, recorded_at: at };
  const id = contactId ?? randomUUID();
  if (contactId === null) {
    const known = await db
      .selectFrom('companies')
      .select('company_id')
      .where('company_id', '=', companyId)
      .executeTakeFirst();
    if (!known) return refuse('NOT_FOUND');
    await db
      .insertInto('receiver_contacts')
      .values({ contact_id: id, company_id: companyId, ...values })
      .execute();
  } else {
    const saved = await db
      .updateTable('receiver_contacts')
      .set(values)
      .where('company_id', '=', companyId)
      .where('contact_id', '=', contactId)
      .executeTakeFirst();
    if (saved.numUpdatedRows === 0n) return refuse('NOT_FOUND');
  }
  await writeAudit(work, { action: 'receiver.contact', subject: `receiver:${companyId}`, details: { contactId: id } });
  return done({ contactId: id });
}

export async function removeContact(
  work: OperatorWork,
  { companyId, contactId }: { readonly companyId: string; readonly contactId: string },
): Promise<Outcome<Record<never, never>>> {
  const removed = await work.db
    .deleteFrom('receiver_contacts')
    .where('company_id', '=', companyId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) return refuse('NOT_FOUND');
  await writeAudit(work, {
    action: 'receiver.contact-removed',
    subject: `receiver:${companyId}`,
    details: { contactId },
  });
  return done({});
}

/** Switches the reminders to the people of a receiver. */
export async function switchReminders(
  work: OperatorWork,
  companyId: string,
  { isOn, reason }: BodyOf<typeof setReceiverReminders>,
): Promise<Outcome<Record<never, never>>> {
  const known = await work.db
    .selectFrom('companies')
    .select('reminders_on')
    .where('company_id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!known) return refuse('NOT_FOUND');
  if (known.reminders_on === isOn) return refuse('NOTHING_CHANGED');
  await work.db.updateTable('companies').set({ reminders_on: isOn }).where('company_id', '=', companyId).execute();
  await writeAudit(work, {
    action: 'receiver.reminders',
    subject: `receiver:${companyId}`,
    details: { before: { active: !isOn }, after: { active: isOn }, reason },
  });
  return done({});
}
