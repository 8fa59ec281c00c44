/** The lender's switch and texts of reminders. */
import type { changeReminders as changeRoute, Reminders } from '@anticipa/contract/reminders';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { type ReminderReader, type ReminderText, reminderTexts, unknownPlaceholders } from '@anticipa/domain/reminder';
import { defaultReminderTexts, type ReminderMail } from '@anticipa/texts/reminder-texts';
import type { OperatorWork, WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';

/** The lender's switch for each kind of reader; both are off before the lender has touched one. */
export async function remindersOn({ db }: WideWork): Promise<Readonly<Record<ReminderReader, boolean>>> {
  const row = await db.selectFrom('reminder_settings').select(['is_on', 'receivers_on']).executeTakeFirst();
  return { client: row?.is_on ?? false, receiver: row?.receivers_on ?? false };
}

/** The lender's own text, or the portal's. */
export async function reminderMailOf(work: WideWork, text: ReminderText): Promise<ReminderMail> {
  const own = await work.db
    .selectFrom('reminder_texts')
    .select(['subject', 'paragraphs'])
    .where('reader_text', '=', text)
    .executeTakeFirst();
  return own ?? defaultReminderTexts[text];
}

export async function remindersOf(work: WideWork): Promise<Reminders> {
  const own = await work.db.selectFrom('reminder_texts').selectAll().execute();
  const { client, receiver } = await remindersOn(work);
  return {
    isOn: client,
    isDecided: await isDecided(work),
    isOnForReceivers: receiver,
    texts: reminderTexts.map((text) => {
      const row = own.find(({ reader_text }) => reader_text === text);
      const { subject, paragraphs } = row ?? defaultReminderTexts[text];
      return { text, subject, paragraphs, isOwn: row !== undefined };
    }),
  };
}

/** Whether the lender has switched the reminders to clients, or decided to leave them off. */
async function isDecided({ db }: WideWork): Promise<boolean> {
  const row = await db.selectFrom('reminder_settings').select(['is_on', 'is_decided']).executeTakeFirst();
  // A program of the version before switches them on and knows no decision.
  return row !== undefined && (row.is_on || row.is_decided);
}

export async function changeReminders(
  work: OperatorWork,
  { change, reason }: BodyOf<typeof changeRoute>,
): Promise<Outcome<Reminders>> {
  const stored = change.kind === 'switch' ? await storeSwitch(work, change) : await storeText(work, change);
  if (!stored.ok) return stored;
  const { subject, ...values } = stored.value;
  await writeAudit(work, { action: 'setting.changed', subject: `setting:${subject}`, details: { ...values, reason } });
  return done(await remindersOf(work));
}

interface Stored {
  readonly subject: string;
  readonly before: object;
  readonly after: object;
}

type Switched = Extract<BodyOf<typeof changeRoute>['change'], { kind: 'switch' }>;

async function storeSwitch(work: OperatorWork, { reader, isOn }: Switched): Promise<Outcome<Stored>> {
  const before = (await remindersOn(work))[reader];
  const isNew = reader === 'client' && !(await isDecided(work));
  if (before === isOn && !isNew) return refuse('NOTHING_CHANGED');
  const switched = reader === 'client' ? { is_on: isOn, is_decided: true } : { receivers_on: isOn };
  await work.db
    .insertInto('reminder_settings')
    .values({ is_on: false, ...switched })
    .onConflict((conflict) => conflict.column('is_settings').doUpdateSet(switched))
    .execute();
  const subject = reader === 'client' ? 'reminders' : 'receiver-reminders';
  return done({ subject, before: { active: before }, after: { active: isOn } });
}

type TypedText = Extract<BodyOf<typeof changeRoute>['change'], { kind: 'text' }>;

async function storeText(work: OperatorWork, { text, subject, paragraphs }: TypedText): Promise<Outcome<Stored>> {
  const wrong = Object.entries({ subject, paragraphs }).flatMap(([field, typed]) =>
    unknownPlaceholders(typed).length > 0 ? [`change.${field}`] : [],
  );
  if (wrong.length > 0) return refuseEach('REMINDER_PLACEHOLDER_UNKNOWN', wrong);
  const before = await reminderMailOf(work, text);
  if (before.subject === subject && before.paragraphs === paragraphs) return refuse('NOTHING_CHANGED');
  await work.db
    .insertInto('reminder_texts')
    .values({ reader_text: text, subject, paragraphs })
    .onConflict((conflict) => conflict.column('reader_text').doUpdateSet({ subject, paragraphs }))
    .execute();
  return done({ subject: `reminder-${text}`, before: { ...before }, after: { subject, paragraphs } });
}
