/**
 * The e.firma of each taxpayer: a certificate and a key that its owner signs with. The owner's password opens the key, which
 * is kept without the password, sealed with the lender's first sealing key.
 */
import { createPrivateKey, type KeyObject, randomUUID, sign, verify, X509Certificate } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Certificate, parseCertificate } from '@anticipa/cfdi/certificate';
import { derChildren, derOid, readDer } from '@anticipa/cfdi/der';
import { z } from 'zod';
import type { SealingKey } from '../../platform/work/sealing.ts';
import { sealed, unsealed } from '../../platform/work/sealing.ts';
import { type GivenCredential, type RefusedCredential, SyncUnavailable } from './port.ts';

export interface Efirma {
  readonly rfc: string;
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

export interface EfirmaFolder {
  /** Keeps an opened one; returns its id. */
  keep(efirma: Efirma, at: Date): Promise<string>;
  /** Null if it is not kept, or no key unseals it. */
  kept(id: string): Promise<Efirma | null>;
  /** Id of the last one kept of a taxpayer; null without one. */
  newest(rfc: string): Promise<string | null>;
  /** Ids of those that were kept before an instant. */
  before(at: Date): Promise<string[]>;
  /** Returns whose it was; null for no id. */
  forget(id: string): Promise<string | null>;
  /** Seals all with the first key. Returns how many were sealed with another, and how many of them no key opens. */
  reseal(): Promise<{ readonly resealed: number; readonly lost: number }>;
}

/** A name in the folder: the taxpayer and a UUID. */
const ID = /^([A-ZÑ&]{3,4}\d{6}[A-Z\d]{3})\.[0-9a-f-]{36}$/u;
const keptFile = z.object({ keyId: z.string(), sealed: z.base64() });
const stored = z.strictObject({ certificate: z.base64(), privateKey: z.base64() });

/** `keys`: the one in use first. */
export function efirmasIn(folder: string, keys: readonly SealingKey[]): EfirmaFolder {
  const keptFolder = path.join(folder, 'kept');
  const fileOf = (id: string): string => path.join(keptFolder, `${id}.json`);

  const write = async (id: string, { rfc, certificate, privateKey }: Efirma, at: Date): Promise<void> => {
    const [current] = keys;
    if (current === undefined || !ID.test(id)) throw new SyncUnavailable('no key seals the e.firma');
    const secret = JSON.stringify({
      certificate: certificate.raw.toString('base64'),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    });
    const sealedText = sealed(Buffer.from(secret), { key: current.key, owner: rfc }).toString('base64');
    await mkdir(keptFolder, { recursive: true, mode: 0o700 });
    await writeFile(`${fileOf(id)}.part`, JSON.stringify({ keyId: current.id, sealed: sealedText }), { mode: 0o600 });
    await utimes(`${fileOf(id)}.part`, at, at);
    await rename(`${fileOf(id)}.part`, fileOf(id));
  };

  const read = async (id: string) => {
    const text = await readFile(fileOf(id), 'utf8').catch(() => null);
    return text === null ? null : keptFile.parse(JSON.parse(text));
  };
  const kept = async (id: string): Promise<Efirma | null> => {
    const [, rfc] = ID.exec(id) ?? [];
    const file = rfc === undefined ? null : await read(id);
    if (rfc === undefined || file === null) return null;
    const key = keys.find((one) => one.id === file.keyId)?.key;
    const secret = key && unsealed(Buffer.from(file.sealed, 'base64'), { key, owner: rfc });
    if (!secret) return null;
    const { certificate, privateKey } = stored.parse(JSON.parse(secret.toString()));
    return {
      rfc,
      certificate: new X509Certificate(Buffer.from(certificate, 'base64')),
      privateKey: createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }),
    };
  };
  /** The kept ones whose name begins like this, the newest first; without one that is removed meanwhile. */
  const list = async (start: string): Promise<{ readonly id: string; readonly at: Date }[]> => {
    const names = (await readdir(keptFolder).catch((): string[] => [])).filter(
      (name) => name.startsWith(start) && name.endsWith('.json'),
    );
    const dated = await Promise.all(
      names.map(async (name) => {
        const file = await stat(path.join(keptFolder, name)).catch(() => null);
        return file === null ? [] : [{ id: name.slice(0, -'.json'.length), at: file.mtime }];
      }),
    );
    return dated.flat().toSorted((one, other) => other.at.getTime() - one.at.getTime());
  };

  return {
    keep: async (efirma, at) => {
      const id = `${efirma.rfc}.${randomUUID()}`;
      await write(id, efirma, at);
      return id;
    },
    kept,
    newest: async (rfc) => (await list(`${rfc}.`))[0]?.id ?? null,
    before: async (limit) => (await list('')).filter(({ at }) => at < limit).map(({ id }) => id),
    forget: async (id) => {
      const [, rfc = null] = ID.exec(id) ?? [];
      if (rfc !== null) await rm(fileOf(id), { force: true });
      return rfc;
    },
    reseal: async () => {
      const [current] = keys;
      let [resealed, lost] = [0, 0];
      for (const { id, at } of await list('')) {
        const file = await read(id);
        if (file === null || file.keyId === current?.id) continue;
        const efirma = await kept(id);
        if (efirma === null) lost += 1;
        else {
          // Its time stays: by it the newest of a taxpayer is found.
          await write(id, efirma, at);
          resealed += 1;
        }
      }
      return { resealed, lost };
    },
  };
}

export interface Refusals {
  /** Whether the e.firma of a taxpayer has been refused for hours; the first refusal is remembered until `forget`. */
  haveLasted(rfc: string): Promise<boolean>;
  forget(rfc: string): Promise<void>;
}

/** The tax authority also refuses sound ones while it has trouble, which has never lasted this long. */
const LASTING_MS = 6 * 3_600_000;

/** Remembers refusals as files that all programs see: the time of each is that of the first one. */
export function refusalsIn(folder: string, now: () => Date): Refusals {
  const refused = path.join(folder, 'refused');
  return {
    haveLasted: async (rfc) => {
      const file = path.join(refused, rfc);
      const first = await stat(file).catch(() => null);
      if (first !== null) return now().getTime() - first.mtimeMs >= LASTING_MS;
      await mkdir(refused, { recursive: true, mode: 0o700 });
      await writeFile(file, '', { mode: 0o600 });
      await utimes(file, now(), now());
      return false;
    },
    forget: (rfc) => rm(path.join(refused, rfc), { force: true }),
  };
}

/** Opens the e.firma that a taxpayer gave, or returns why it is refused. */
export function openedEfirma(
  rfc: string,
  { password, efirma }: GivenCredential,
  now: Date,
): Efirma | RefusedCredential['why'] {
  if (efirma === undefined) throw new SyncUnavailable('a password is no e.firma');
  const facts = parseCertificate(efirma.certificate);
  if (facts === null || facts.isSealing || facts.rfc !== rfc) return 'EFIRMA_FOREIGN';
  if (!isInForce(facts, now)) return 'EFIRMA_EXPIRED';
  const certificate = new X509Certificate(efirma.certificate);
  const privateKey = keyIn(efirma.privateKey, password);
  if (privateKey === null) return 'CIEC_WRONG';
  return isPair(certificate, privateKey) ? { rfc, certificate, privateKey } : 'EFIRMA_UNMATCHED';
}

/** Whether the key signs for the certificate: one can carry the public part of another. */
function isPair(certificate: X509Certificate, privateKey: KeyObject): boolean {
  if (!certificate.checkPrivateKey(privateKey)) return false;
  const sample = Buffer.from(certificate.fingerprint256);
  try {
    return verify('RSA-SHA256', sample, certificate.publicKey, sign('RSA-SHA256', sample, privateKey));
  } catch {
    return false;
  }
}

/** Whether a certificate is in force. */
export const isInForce = ({ validFrom, validTo }: Pick<Certificate, 'validFrom' | 'validTo'>, now: Date): boolean =>
  validFrom <= now.getTime() && now.getTime() < validTo;

/** Null for another password, or a file that is no encrypted key. */
function keyIn(der: Buffer, passphrase: string): KeyObject | null {
  const rounds = roundsOf(der);
  if (rounds === null || rounds > MAX_ROUNDS) return null;
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase });
  } catch {
    return null;
  }
}

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const [OCTETS, INTEGER] = [0x04, 0x02];
/** The tax authority's keys have 2,048. OpenSSL counts as far as the file demands, for minutes, in which the server answers no other call. */
const MAX_ROUNDS = 100_000;

/** Rounds by which the key of an encrypted file comes from its password; null for any other derivation, such as scrypt. */
function roundsOf(der: Buffer): number | null {
  const [algorithm] = derChildren(readDer(der));
  const [scheme, schemeValues] = derChildren(algorithm);
  const [derivation] = derChildren(schemeValues);
  const [method, methodValues] = derChildren(derivation);
  const isPbes2 = derOid(scheme) === PBES2;
  if (isPbes2 && derOid(method) !== PBKDF2) return null;
  const values = derChildren(isPbes2 ? methodValues : schemeValues);
  const [salt, rounds] = values;
  if (salt?.tag !== OCTETS || rounds?.tag !== INTEGER || (!isPbes2 && values.length > 2)) return null;
  return Number(`0x${Buffer.from(rounds.value).toString('hex')}`);
}
