/** The lender's switch and texts of reminders. */
import type { changeReminders as changeRoute, Reminders } from '@anticipa/contract/reminders';
import type { BodyOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { type ReminderText, reminderTexts, unknownPlaceholders } from '@anticipa/domain/reminder';
import { defaultReminderTexts, type ReminderMail } from '@anticipa/texts/reminder-texts';
import type { OperatorWork, WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';

export async function areRemindersOn({ db }: WideWork): Promise<boolean> {
  return (await db.selectFrom('reminder_settings').select('is_on').executeTakeFirst())?.is_on ?? false;
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
  return {
    isOn: await areRemindersOn(work),
    texts: reminderTexts.map((text) => {
      const row = own.find(({ reader_text }) => reader_text === text);
      const { subject, paragraphs } = row ?? defaultReminderTexts[text];
      return { text, subject, paragraphs, isOwn: row !== undefined };
    }),
  };
}

export async function changeReminders(
  work: OperatorWork,
  { change, reason }: BodyOf<typeof changeRoute>,
): Promise<Outcome<Reminders>> {
  const stored = change.kind === 'switch' ? await storeSwitch(work, change.isOn) : await storeText(work, change);
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

async function storeSwitch(work: OperatorWork, isOn: boolean): Promise<Outcome<Stored>> {
  if ((await areRemindersOn(work)) === isOn) return refuse('NOTHING_CHANGED');
  await work.db
    .insertInto('reminder_settings')
    .values({ is_on: isOn })
    .onConflict((conflict) => conflict.column('is_settings').doUpdateSet({ is_on: isOn }))
    .execute();
  return done({ subject: 'reminders', before: { active: !isOn }, after: { active: isOn } });
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
