/**
 * The e.firma of each taxpayer: a certificate and a key that its owner signs with. The lender puts the files `RFC.cer` and
 * `RFC.key` of the tax authority into one folder; the owner's password opens the key, which is then kept beside them, sealed
 * with the lender's first sealing key and without the password.
 */
import { createPrivateKey, type KeyObject, randomUUID, X509Certificate } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCertificate } from '@anticipa/cfdi/certificate';
import { z } from 'zod';
import type { SealingKey } from '../../lib/outside-settings.ts';
import { sealed, unsealed } from '../../lib/sealing.ts';
import { SyncUnavailable } from './port.ts';

export interface Efirma {
  readonly rfc: string;
  readonly certificate: X509Certificate;
  readonly privateKey: KeyObject;
}

export interface EfirmaFolder {
  /** 'wrong-password' does not open the key; 'unusable' is a CSD, another taxpayer's, not in force, or not of the key. */
  open(rfc: string, password: string): Promise<Efirma | 'wrong-password' | 'unusable'>;
  /** Keeps an opened one; returns its id. */
  keep(efirma: Efirma): Promise<string>;
  /** Null if it is not kept, or no key unseals it. */
  kept(id: string): Promise<Efirma | null>;
  /** Id of the last one kept of a taxpayer; null without one. */
  newest(rfc: string): Promise<string | null>;
  forget(id: string): Promise<void>;
}

const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/u;
/** A name in the folder: the taxpayer and a UUID. */
const ID = /^([A-ZÑ&]{3,4}\d{6}[A-Z\d]{3})\.[0-9a-f-]{36}$/u;
const stored = z.strictObject({ certificate: z.base64(), privateKey: z.base64() });

/** `keys`: the one in use first. */
export function efirmasIn(folder: string, keys: readonly SealingKey[], now: () => Date): EfirmaFolder {
  const keptFolder = path.join(folder, 'kept');
  const fileOf = (id: string): string => path.join(keptFolder, `${id}.json`);

  const write = async (id: string, { rfc, certificate, privateKey }: Efirma): Promise<void> => {
    const [current] = keys;
    if (current === undefined) throw new SyncUnavailable('no key seals the e.firma');
    const secret = JSON.stringify({
      certificate: certificate.raw.toString('base64'),
      privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
    });
    const sealedText = sealed(Buffer.from(secret), { key: current.key, owner: rfc }).toString('base64');
    await mkdir(keptFolder, { recursive: true, mode: 0o700 });
    await writeFile(`${fileOf(id)}.part`, JSON.stringify({ keyId: current.id, sealed: sealedText }), { mode: 0o600 });
    await rename(`${fileOf(id)}.part`, fileOf(id));
  };

  return {
    open: async (rfc, password) => {
      if (!RFC.test(rfc)) throw new SyncUnavailable('this is no taxpayer with an e.firma');
      const [cer, der] = await Promise.all(
        ['cer', 'key'].map((type) => readFile(path.join(folder, `${rfc}.${type}`))),
      ).catch((cause: unknown) => {
        throw new SyncUnavailable('the e.firma of the taxpayer is not in the folder', { cause });
      });
      if (cer === undefined || der === undefined || !isInForce(cer, rfc, now())) return 'unusable';
      const certificate = new X509Certificate(cer);
      const privateKey = keyIn(der, password);
      if (privateKey === null) return 'wrong-password';
      return certificate.checkPrivateKey(privateKey) ? { rfc, certificate, privateKey } : 'unusable';
    },
    keep: async (efirma) => {
      const id = `${efirma.rfc}.${randomUUID()}`;
      await write(id, efirma);
      return id;
    },
    kept: async (id) => {
      const [, rfc] = ID.exec(id) ?? [];
      const text = rfc === undefined ? null : await readFile(fileOf(id), 'utf8').catch(() => null);
      if (rfc === undefined || text === null) return null;
      const file = z.object({ keyId: z.string(), sealed: z.base64() }).parse(JSON.parse(text));
      const key = keys.find((one) => one.id === file.keyId)?.key;
      const secret = key && unsealed(Buffer.from(file.sealed, 'base64'), { key, owner: rfc });
      if (!secret) return null;
      const { certificate, privateKey } = stored.parse(JSON.parse(secret.toString()));
      const efirma = {
        rfc,
        certificate: new X509Certificate(Buffer.from(certificate, 'base64')),
        privateKey: createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' }),
      };
      // So that an old sealing key can be removed after a night.
      if (file.keyId !== keys[0]?.id) await write(id, efirma);
      return efirma;
    },
    newest: async (rfc) => {
      const names = await readdir(keptFolder).catch((): string[] => []);
      const own = names.filter((name) => name.startsWith(`${rfc}.`) && name.endsWith('.json'));
      const dated = await Promise.all(
        own.map(async (name) => ({ name, at: (await stat(path.join(keptFolder, name))).mtimeMs })),
      );
      const last = dated.toSorted((one, other) => other.at - one.at)[0];
      return last ? last.name.slice(0, -'.json'.length) : null;
    },
    forget: async (id) => {
      if (ID.test(id)) await rm(fileOf(id), { force: true });
    },
  };
}

/** Whether it is this taxpayer's e.firma, not its CSD, and in force. */
export function isInForce(certificate: Uint8Array, rfc: string, now: Date): boolean {
  const facts = parseCertificate(certificate);
  if (facts === null || facts.isSealing || facts.rfc !== rfc) return false;
  return facts.validFrom <= now.getTime() && now.getTime() < facts.validTo;
}

/** Null for another password. */
function keyIn(der: Buffer, passphrase: string): KeyObject | null {
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase });
  } catch {
    return null;
  }
}
