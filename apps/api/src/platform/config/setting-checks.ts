/** Forms of single settings. */
import { isIP } from 'node:net';
import { z } from 'zod';

/** Invalid settings; the message is printed as a single line. */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
}

const DATABASE_PROTOCOLS = new Set(['postgres:', 'postgresql:']);

export const isDatabaseUrl = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null || !DATABASE_PROTOCOLS.has(url.protocol)) return false;
  return url.username !== '' && url.password !== '' && url.pathname.length > 1;
};

/** The programs' passwords are derived from the owner's. */
export const isSameOwner = (one: URL | null, other: URL | null): boolean =>
  one !== null && one.username === other?.username && one.password === other.password;

export const isBaseUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
};

/** Browsers accept a Secure cookie here, and the traffic cannot be intercepted. */
export const isSafeOrigin = (origin: string): boolean => /^https:|^http:\/\/localhost(?::|$)/.test(origin);

export const isWebUrl = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '');

export const isDsn = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username !== '' && /\/\d+$/.test(url.pathname);
};

export const serviceUrl = (name: string) =>
  z
    .string()
    .refine((text) => isWebUrl(text) && !/[/?#]$/.test(text), `${name} must look like https://host/path`)
    .optional();
export const serviceToken = (name: string) => z.string().min(16, `${name} must have at least 16 characters`).optional();

const ADDRESS_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** An address or a range of the framework, which refuses a range of all addresses. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits, ...rest] = text.split('/');
  const most = address.includes('%') ? 0 : (ADDRESS_BITS[isIP(address)] ?? 0);
  if (most === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
};

export const isSmtpUrl = (text: string): boolean => /^smtps?:$/.test(URL.parse(text)?.protocol ?? '');

const isThisMachine = ({ hostname }: URL): boolean => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/** False for what is no address. */
export const isOnThisMachine = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && isThisMachine(url);
};

/** Whether what is sent there is encrypted, or stays on this machine. */
export const isSafeUrl = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && (url.protocol === 'https:' || isThisMachine(url));
};

/** Whether mails, which carry keys to accounts, are always encrypted on their way to the server, or stay on this machine. */
export const isSafeMailServer = (text: string): boolean => {
  const url = URL.parse(text);
  if (url === null) return false;
  if (isThisMachine(url)) return true;
  // No other options: some of them disable the checks that make TLS secure.
  return url.search === '?requireTLS=true' || (url.protocol === 'smtps:' && url.search === '');
};

/** A whole number from 1, of at most seven digits. */
export const whole = (name: string, fallback: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,6}$/, `${name} must be a whole number from 1 to 9999999`)
    .transform(Number)
    .default(fallback);

export const port = (name: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,4}$/, `${name} must be a number from 1 to 65535`)
    .transform(Number)
    .refine((number) => number <= 65_535, `${name} must be a number from 1 to 65535`);
