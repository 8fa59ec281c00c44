/** Events that the people of a client are told of, and the channels by which each of them wants them. */

export const noticeEvents = [
  'sale-to-accept',
  'prepared-returned',
  'prepared-accepted',
  'prepared-withdrawn',
  'prepared-expired',
  'prepared-sold',
  'sale-sent',
  'sale-authorised',
  'sale-rejected',
  'sale-returned',
  'sale-deposited',
  'deposit-returned',
  'due',
  'overdue',
  'paid',
  'part-paid',
  'payment-reversed',
  'payout',
  'cfdi-issued',
  'contract-kept',
  'reference-expiring',
  'sync-lost',
  'statement',
  'month-package',
  'account-asked',
  'request-answered',
  'access-changed',
  'new-device',
  'factor-changed',
] as const;
export type NoticeEvent = (typeof noticeEvents)[number];

/**
 * Events that are told where another one is: a deposit that came back where its deposit was, and so the end of a prepared sale, a payment
 * that leaves something owed and one that is reversed.
 */
const followers = {
  'deposit-returned': 'sale-deposited',
  'prepared-returned': 'sale-to-accept',
  'prepared-accepted': 'sale-to-accept',
  'prepared-withdrawn': 'sale-to-accept',
  'prepared-expired': 'sale-to-accept',
  'prepared-sold': 'sale-to-accept',
  'part-paid': 'paid',
  'payment-reversed': 'paid',
} as const;
type Follower = keyof typeof followers;
export type ChosenEvent = Exclude<NoticeEvent, Follower>;
const follows = (event: NoticeEvent): event is Follower => event in followers;

/** Events with a choice of their own. */
export const chosenEvents = noticeEvents.filter((event) => !follows(event));
export const choiceOf = (event: NoticeEvent): ChosenEvent => (follows(event) ? followers[event] : event);

/** Screens that a notice leads to; a sale is named by its number, an invoice by its id, a month by itself. */
export const noticeObjects = [
  'sale',
  'prepared-sale',
  'invoice',
  'collections',
  'settled',
  'interest-invoices',
  'references',
  'sync',
  'statement',
  'terms',
  'sessions',
  'people',
] as const;
export type NoticeObject = (typeof noticeObjects)[number];

export const mailChoices = ['at-once', 'daily', 'none'] as const;
export type MailChoice = (typeof mailChoices)[number];

/** Channels by which a person wants an event. WhatsApp also needs a confirmed number, push a browser that was registered. */
export interface NoticeChoice {
  readonly portal: boolean;
  readonly mail: MailChoice;
  readonly whatsapp: boolean;
  readonly push: boolean;
}

interface EventRule {
  /**
   * People who can be told: everybody of the client, the administrators, the seller with its preparer or the person whose access changed
   * and the administrators, those who may connect to the tax authority, or only the people whom the event names.
   */
  readonly readers: 'everybody' | 'administrators' | 'sellers' | 'synchronisers' | 'named';
  /** People whose mail is on before they choose. */
  readonly mail: 'everybody' | 'administrators' | 'nobody';
  /** Urgent events also go to a phone that was registered. */
  readonly isUrgent: boolean;
  /** Portal and mail cannot be switched off. */
  readonly isSecurity?: true;
  /** Nobody is told before they ask for it. */
  readonly isOff?: true;
}

const rules: Readonly<Record<ChosenEvent, EventRule>> = {
  'sale-to-accept': { readers: 'named', mail: 'everybody', isUrgent: true },
  'sale-sent': { readers: 'administrators', mail: 'administrators', isUrgent: false },
  'sale-authorised': { readers: 'sellers', mail: 'everybody', isUrgent: false },
  'sale-rejected': { readers: 'sellers', mail: 'everybody', isUrgent: true },
  'sale-returned': { readers: 'sellers', mail: 'everybody', isUrgent: true },
  'sale-deposited': { readers: 'everybody', mail: 'everybody', isUrgent: true },
  due: { readers: 'everybody', mail: 'administrators', isUrgent: false },
  overdue: { readers: 'everybody', mail: 'administrators', isUrgent: true },
  paid: { readers: 'everybody', mail: 'administrators', isUrgent: false },
  payout: { readers: 'everybody', mail: 'administrators', isUrgent: true },
  'cfdi-issued': { readers: 'everybody', mail: 'nobody', isUrgent: false },
  'contract-kept': { readers: 'everybody', mail: 'nobody', isUrgent: false },
  'reference-expiring': { readers: 'everybody', mail: 'administrators', isUrgent: false },
  'sync-lost': { readers: 'synchronisers', mail: 'everybody', isUrgent: false },
  statement: { readers: 'everybody', mail: 'administrators', isUrgent: false },
  'month-package': { readers: 'everybody', mail: 'nobody', isUrgent: false, isOff: true },
  'account-asked': { readers: 'sellers', mail: 'everybody', isUrgent: true, isSecurity: true },
  'request-answered': { readers: 'sellers', mail: 'everybody', isUrgent: false },
  'access-changed': { readers: 'sellers', mail: 'everybody', isUrgent: false, isSecurity: true },
  'new-device': { readers: 'named', mail: 'everybody', isUrgent: true, isSecurity: true },
  'factor-changed': { readers: 'named', mail: 'everybody', isUrgent: true, isSecurity: true },
};

export const readersOf = (event: NoticeEvent): EventRule['readers'] => rules[choiceOf(event)].readers;

/** Channels of an event that a person cannot switch off. */
export const isLocked = (event: ChosenEvent, channel: keyof NoticeChoice): boolean =>
  rules[event].isSecurity === true && (channel === 'portal' || channel === 'mail');

/** The choice of a person who has made none. */
export function defaultChoice(event: ChosenEvent, isAdmin: boolean): NoticeChoice {
  const { mail, isUrgent, isOff = false } = rules[event];
  const isMailed = mail === 'everybody' || (mail === 'administrators' && isAdmin);
  return { portal: !isOff, mail: isMailed ? 'at-once' : 'none', whatsapp: isUrgent, push: isUrgent };
}

/** The choice that holds for a person: a stored one or the default, with the locked channels on. */
export function choiceInForce(event: ChosenEvent, stored: NoticeChoice | null, isAdmin: boolean): NoticeChoice {
  const chosen = stored ?? defaultChoice(event, isAdmin);
  if (rules[event].isSecurity !== true) return chosen;
  return { ...chosen, portal: true, mail: 'at-once' };
}
