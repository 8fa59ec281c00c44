/** Forms of single settings; a message continues the name of its variable. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

/** Invalid settings; the message is printed as a single line. */
export class WrongConfiguration extends Error {
  override readonly name = 'WrongConfiguration';
}

const like = (is: (url: URL, text: string) => boolean, example: string) =>
  z.string().refine((text) => {
    const url = URL.parse(text);
    return url !== null && is(url, text);
  }, `must look like ${example}`);

const isWeb = ({ protocol }: URL): boolean => /^https?:$/.test(protocol);

export const webUrl = (example: string) => like(isWeb, example);
export const serviceUrl = like((url, text) => isWeb(url) && !/[/?#]$/.test(text), 'https://host/path');
export const bucketUrl = like((url, text) => isWeb(url) && text.endsWith('/'), 'https://host/bucket/');
export const dsn = like(
  (url) => isWeb(url) && url.username !== '' && /\/\d+$/.test(url.pathname),
  'https://key@host/project',
);
export const baseUrl = like((url, text) => isWeb(url) && url.origin === text, 'https://portal.example, without a path');
export const smtpUrl = like(({ protocol }) => /^smtps?:$/.test(protocol), 'smtp://user:password@host:587');
export const dnsServer = z
  .string()
  .regex(/^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[\da-f:]+\])(?::\d{1,5})?$/, 'must look like 10.0.0.2 or 10.0.0.2:53');
export const databaseUrl = like(
  ({ protocol, username, password, pathname }) =>
    /^postgres(?:ql)?:$/.test(protocol) && username !== '' && password !== '' && pathname.length > 1,
  'postgresql://user:password@host:5432/database',
);

const NOT_EMPTY = 'must not be empty';
export const text = z.string().trim().min(1, NOT_EMPTY);
/** Spaces are part of it. */
export const secret = z.string().min(1, NOT_EMPTY);
export const key = z.string().min(32, 'must have at least 32 characters');
export const token = z.string().min(16, 'must have at least 16 characters');
export const file = z.string().trim().min(1, 'must name a file');
export const folder = z
  .string()
  .trim()
  .min(1, 'must name a folder')
  .transform((path) => resolve(path));
export const flag = z.enum(['true', 'false'], 'must be true or false').transform((given) => given === 'true');
/** A whole number from 1, of at most seven digits. */
export const whole = z
  .string()
  .regex(/^[1-9]\d{0,6}$/, 'must be a whole number from 1 to 9999999')
  .transform(Number);
export const port = z
  .string()
  .refine((given) => /^[1-9]\d{0,4}$/.test(given) && Number(given) <= 65_535, 'must be a number from 1 to 65535')
  .transform(Number);

/** Headers in the form of OpenTelemetry: names and percent-encoded values. */
export const otlpHeaders = z
  .string()
  .regex(/^[\w-]+=[^,=\s]+(?:,[\w-]+=[^,=\s]+)*$/, 'must look like name=value,name=value')
  .transform((given) =>
    Object.fromEntries(
      given.split(',').map((pair) => {
        const [name = '', value = ''] = pair.split('=');
        return [name.toLowerCase(), decodeURIComponent(value)];
      }),
    ),
  );

const ADDRESS_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

/** An address or a range of the framework, which refuses a range of all addresses. */
const isNetwork = (given: string): boolean => {
  const [address = '', bits, ...rest] = given.split('/');
  const most = address.includes('%') ? 0 : (ADDRESS_BITS[isIP(address)] ?? 0);
  if (most === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most);
};

export const networks = z
  .string()
  .refine(
    (given) => given.split(',').every(isNetwork),
    'must be comma-separated addresses or ranges, such as 10.0.0.0/8,192.0.2.7',
  );

/** Browsers accept a Secure cookie here, and the traffic cannot be intercepted. */
export const isSafeOrigin = (origin: string): boolean => /^https:|^http:\/\/localhost(?::|$)/.test(origin);

/** False for what is no address. */
export const isOnThisMachine = (given: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(URL.parse(given)?.hostname ?? '');

/** Whether what is sent there is encrypted, or stays on this machine. */
export const isSafeUrl = (given: string): boolean => URL.parse(given)?.protocol === 'https:' || isOnThisMachine(given);

/** Whether mails, which carry keys to accounts, are always encrypted on their way to the server, or stay on this machine. */
export const isSafeMailServer = (given: string): boolean => {
  const url = URL.parse(given);
  if (url === null) return false;
  // No other options: some of them disable the checks that make TLS secure.
  return (
    isOnThisMachine(given) || url.search === '?requireTLS=true' || (url.protocol === 'smtps:' && url.search === '')
  );
};
