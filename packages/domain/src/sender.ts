/** The address from which the lender's mails come, and what the DNS must say of its domain. */

/** Mailboxes that anybody can open; only their provider may send from them. */
const MAILBOXES = new Set([
  'aol.com',
  'fastmail.com',
  'gmail.com',
  'googlemail.com',
  'icloud.com',
  'infinitum.com.mx',
  'mac.com',
  'mail.com',
  'me.com',
  'msn.com',
  'prodigy.net.mx',
  'proton.me',
  'protonmail.com',
  'rocketmail.com',
  'terra.com.mx',
  'tutanota.com',
  'ymail.com',
]);
/** Providers with a domain in each country. */
const IN_EACH_COUNTRY = /^(?:gmx|hotmail|live|outlook|yahoo|yandex|zoho)\.(?:com|net|[a-z]{2})(?:\.[a-z]{2})?$/;

export const domainOf = (address: string): string => address.split('@').at(-1)?.toLowerCase() ?? '';

/** Whether an address is of a public provider of mailboxes: mails that the portal sends from it are taken for forged. */
export function isPublicMailbox(address: string): boolean {
  const domain = domainOf(address);
  return MAILBOXES.has(domain) || IN_EACH_COUNTRY.test(domain);
}

/** A form of domains that can be looked up. */
export const DOMAIN = /^(?=.{1,253}$)[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+$/;

/** `several`: receivers ignore all of them. `unknown`: the look-up failed, which says nothing. */
export const recordStates = ['found', 'missing', 'several', 'unknown'] as const;

interface DomainRecord {
  readonly state: (typeof recordStates)[number];
  readonly record: string | null;
}

/** Texts of a name; empty without any, null if they could not be looked up. */
type Texts = readonly string[] | null;

const tagged = (texts: Texts, tag: RegExp): DomainRecord => {
  if (texts === null) return { state: 'unknown', record: null };
  const [record = null, ...others] = texts.filter((text) => tag.test(text.trim()));
  if (record === null) return { state: 'missing', record };
  return { state: others.length > 0 ? 'several' : 'found', record: record.trim() };
};

/** SPF: which servers may send from the domain (RFC 7208). */
export const spfOf = (texts: Texts): DomainRecord => tagged(texts, /^v=spf1(?: |$)/i);

/** DMARC: what receivers do with mails that fail (RFC 7489). */
export const dmarcOf = (texts: Texts): DomainRecord => tagged(texts, /^v=DMARC1\s*(?:;|$)/i);

/** Look-ups for one domain, however many labels it has. */
const MAX_DMARC_NAMES = 8;

/** Names at which a domain's DMARC can be: its own, and those of the domains above it. */
export function dmarcNames(domain: string): readonly string[] {
  const labels = domain.split('.');
  const names = labels.slice(0, -1).map((_, place) => `_dmarc.${labels.slice(place).join('.')}`);
  return names.length > MAX_DMARC_NAMES ? [...names.slice(0, 1), ...names.slice(1 - MAX_DMARC_NAMES)] : names;
}
