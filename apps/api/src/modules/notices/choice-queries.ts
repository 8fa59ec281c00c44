/** Choices of channels that people have made. */
import type { NoticeChoices } from '@anticipa/contract/notices';
import {
  type ChosenEvent,
  choiceInForce,
  choiceOf,
  chosenEvents,
  defaultChoice,
  isLocked,
  mailChoices,
  type NoticeChoice,
  type NoticeEvent,
  readersOf,
} from '@anticipa/domain/notice-event';
import { sql } from 'kysely';
import { z } from 'zod';
import { flag, rowsOf, text } from '../../platform/db/rows.ts';
import type { ClientWork, Work } from '../../platform/work/work.ts';

const storedColumns = {
  portal: flag.nullable(),
  mail: z.enum(mailChoices).nullable(),
  whatsapp: flag.nullable(),
  push: flag.nullable(),
  initialDeposit: flag,
  desyncSAT: flag,
  sales: flag,
  isAdmin: flag,
};
type StoredRow = z.output<z.ZodObject<typeof storedColumns>>;

const columns = sql`choice.portal, choice.mail, choice.whatsapp, choice.push, users.is_admin as "isAdmin",
  users.notify_initial_deposit as "initialDeposit", users.notify_desync_sat as "desyncSAT", users.notify_sales as sales`;

/** The switches of a user say whether these are mailed; the choice only says when. */
const switches: Partial<Record<ChosenEvent, 'initialDeposit' | 'desyncSAT' | 'sales'>> = {
  'sale-deposited': 'initialDeposit',
  'sync-lost': 'desyncSAT',
  'sale-sent': 'sales',
};
/** The columns of these switches. */
export const switchColumns: Partial<
  Record<ChosenEvent, 'notify_initial_deposit' | 'notify_desync_sat' | 'notify_sales'>
> = {
  'sale-deposited': 'notify_initial_deposit',
  'sync-lost': 'notify_desync_sat',
  'sale-sent': 'notify_sales',
};

function choiceIn(event: ChosenEvent, row: StoredRow): NoticeChoice {
  const { portal, mail, whatsapp, push, isAdmin } = row;
  const stored =
    portal === null || mail === null || whatsapp === null || push === null ? null : { portal, mail, whatsapp, push };
  const choice = choiceInForce(event, stored, isAdmin);
  const name = switches[event];
  if (name === undefined) return choice;
  if (!row[name]) return { ...choice, mail: 'none' };
  return choice.mail === 'none' ? { ...choice, mail: 'at-once' } : choice;
}

const readerRow = z.object({ userId: text, hasWhatsApp: flag, hasBrowser: flag, ...storedColumns });

/** The people who can be told of an event, each with the choice in force: active, with a password of their own, of a client that may read. */
export async function choicesOfReaders(
  { db, tenant, at }: Work,
  event: NoticeEvent,
  who: {
    readonly userIds?: readonly string[] | undefined;
    readonly sellerId?: string | undefined;
    readonly preparedId?: string | null | undefined;
  } = {},
): Promise<{ readonly userId: string; readonly choice: NoticeChoice }[]> {
  const chosen = choiceOf(event);
  const are = {
    everybody: sql`true`,
    administrators: sql`users.is_admin`,
    sellers: sql`(users.is_admin or users.user_id = ${who.sellerId ?? null}::uuid or users.user_id = (select prepared_by from prepared_sales
      where prepared_sales.client_id = users.client_id and prepared_sales.prepared_id = ${who.preparedId ?? null}::uuid))`,
    synchronisers: sql`users.sync_allowed`,
    named: sql`users.user_id = any(${who.userIds ?? []}::uuid[])`,
  };
  const rows = await rowsOf(db, readerRow)`
    select users.user_id as "userId", ${columns}, exists (select from whatsapp_numbers number where number.client_id = users.client_id
      and number.user_id = users.user_id and number.confirmed_at is not null) as "hasWhatsApp",
      exists (select from push_subscriptions browser where browser.client_id = users.client_id
      and browser.user_id = users.user_id) as "hasBrowser"
    from users join clients using (client_id) left join notice_choices choice
      on choice.client_id = users.client_id and choice.user_id = users.user_id and choice.event = ${chosen}
    where users.client_id = ${tenant} and (reads_until is null or reads_until > ${at}) and users.active and users.has_password and ${are[readersOf(event)]}
    order by users.user_id`;
  return rows.map(({ userId, hasWhatsApp, hasBrowser, ...row }) => {
    const choice = choiceIn(chosen, row);
    return { userId, choice: { ...choice, whatsapp: choice.whatsapp && hasWhatsApp, push: choice.push && hasBrowser } };
  });
}

const ownRow = z.object({ event: z.enum(chosenEvents).nullable(), syncAllowed: flag, ...storedColumns });

/** Channels that the lender has: WhatsApp, and the key with which browsers register. */
export interface Channels {
  readonly hasWhatsApp: boolean;
  readonly pushKey: string | null;
}

/** The choices in force of the signed-in user, of the events that can reach the user. */
export async function choicesOf(work: ClientWork, { hasWhatsApp, pushKey }: Channels): Promise<NoticeChoices> {
  const { db, tenant, actor } = work;
  const rows = await rowsOf(db, ownRow)`
    select choice.event, users.sync_allowed as "syncAllowed", ${columns}
    from users left join notice_choices choice on choice.client_id = users.client_id and choice.user_id = users.user_id
    where users.client_id = ${tenant} and users.user_id = ${actor.userId}`;
  const [first] = rows;
  if (first === undefined) throw new Error('the signed-in user has no row');
  const unchosen = { ...first, portal: null, mail: null, whatsapp: null, push: null };
  const data = chosenEvents
    .filter((event) => readersOf(event) !== 'synchronisers' || first.syncAllowed)
    .filter((event) => readersOf(event) !== 'administrators' || first.isAdmin)
    .map((event) => ({
      event,
      ...choiceIn(event, rows.find((row) => row.event === event) ?? unchosen),
      isLocked: isLocked(event, 'mail'),
    }));
  const whatsapp = hasWhatsApp ? { confirmed: await confirmedNumber(work) } : null;
  return { data, areRemindersOff: !(await areRemindersOn(work)), whatsapp, pushKey };
}

/** The lender's switch of reminders to clients, which is off before it was touched. */
async function areRemindersOn({ db }: ClientWork): Promise<boolean> {
  const row = await db.selectFrom('reminder_settings').select('is_on').executeTakeFirst();
  return row?.is_on ?? false;
}

/** The last four digits of the user's confirmed number; null without one. */
async function confirmedNumber({ db, tenant, actor }: ClientWork): Promise<string | null> {
  const row = await db
    .selectFrom('whatsapp_numbers')
    .select('phone')
    .where('client_id', '=', tenant)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  return row?.phone?.slice(-4) ?? null;
}

/** Whether a choice switches off what must stay on. */
export const breaksLock = (event: ChosenEvent, { portal, mail }: NoticeChoice): boolean =>
  isLocked(event, 'mail') && (!portal || mail !== defaultChoice(event, true).mail);
