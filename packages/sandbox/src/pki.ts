/**
 * The demo's public-key infrastructure: a certification authority, the stamping certificate of the stand-in tax authority,
 * and sealing certificates of the demo's issuers. Generated on first use in `DATA_DIR/demo-pki`, shared by API and command
 * line, never trusted in production and never committed.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomUUID,
} from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { TAX_AUTHORITY_RFC } from '@anticipa/cfdi/trust';
import { demoLender, demoPki } from '@anticipa/cfdi/trust-store';
import type { Signer } from '@anticipa/cfdi/write';
import { type CertificateKind, type Issuer, makeCertificate } from './certificates.ts';

export interface Holder {
  readonly rfc: string;
  readonly name: string;
}

/** A provider of constancias: its certificate, and the one of the authority that issued it. */
export interface Timestamper extends Signer {
  readonly authority: Uint8Array;
}

export interface DemoPki {
  /** DER, for trust material. */
  readonly authorityCertificate: Uint8Array;
  readonly stamp: Signer;
  /** The sealing certificate of an issuer, generated on first use. */
  readonly sealerFor: (holder: Holder) => Promise<Signer>;
  /** The e.firma of a taxpayer, generated on first use. */
  readonly efirmaFor: (holder: Holder) => Promise<Signer>;
  /** The sealing certificate of the demo's lender, used by the embedded invoicing. */
  readonly lenderSealer: () => Promise<Signer>;
  /** Timestamper of the demo's provider of constancias, generated on first use. */
  readonly timestamper: () => Promise<Timestamper>;
  /** The key with which the lender signs transfers, and its PEM file. */
  readonly transferKey: () => Promise<{ readonly file: string; readonly key: KeyObject }>;
  /** A certificate that must be refused, for the key of the holder's sealing certificate. */
  readonly flawedSealerFor: (holder: Holder, flaw: Flaw) => Promise<Signer>;
}

/** An e.firma, an expired certificate, an unpinned authority, another holder, a forged signature. */
export type Flaw = 'personal' | 'expired' | 'foreign-authority' | 'other-holder' | 'forged-authority';

const AUTHORITY_NAME = 'AC de demostracion Anticipa';
const FOREIGN_AUTHORITY_NAME = 'AC ajena de pruebas';
const STAMP_NAME = 'Autoridad de timbrado de demostracion';
const STAMP_NUMBER = '30001000000700000001';
const TIMESTAMP_NAME = 'Constancias de demostracion';
const VALID_FROM = new Date('2021-01-01T00:00:00Z');
const VALID_TO = new Date('2039-12-31T00:00:00Z');
const EXPIRED = { validFrom: new Date('2021-01-01T00:00:00Z'), validTo: new Date('2022-01-01T00:00:00Z') };
const KEY_BITS = 2048;

const makeKeys = promisify(generateKeyPair);

/** Opens the demo PKI of an installation, generating missing parts. Safe for concurrent processes. */
export async function openDemoPki(dataDir: string): Promise<DemoPki> {
  const folder = path.join(dataDir, demoPki.folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const authorityKey = await keyIn(folder, 'authority');
  const authority: Issuer = { name: AUTHORITY_NAME, privateKey: authorityKey };
  const authorityCertificate = await certificateIn(folder, demoPki.authority, () =>
    issue({ kind: 'authority', rfc: '', name: AUTHORITY_NAME }, { key: authorityKey, issuer: authority }),
  );
  const stampKey = await keyIn(folder, 'stamp');
  const stampCertificate = await certificateIn(folder, demoPki.stamp, () =>
    issue(
      { kind: 'stamping', rfc: TAX_AUTHORITY_RFC, name: STAMP_NAME, number: STAMP_NUMBER },
      { key: stampKey, issuer: authority },
    ),
  );
  return {
    authorityCertificate,
    stamp: { certificate: stampCertificate, privateKey: stampKey },
    sealerFor: (holder) => sealerIn(folder, fileNameOf(holder.rfc), { holder, authority }),
    efirmaFor: async (holder) => {
      const name = `efirma-${Buffer.from(holder.rfc).toString('hex')}`;
      const key = await keyIn(folder, name);
      const certificate = await certificateIn(folder, `${name}.cer`, () =>
        issue({ kind: 'personal', ...holder }, { key, issuer: authority }),
      );
      return { certificate, privateKey: key };
    },
    lenderSealer: () => sealerIn(folder, demoLender.keys, { holder: demoLender, authority }),
    timestamper: async () => {
      const key = await keyIn(folder, 'timestamps');
      const certificate = await certificateIn(folder, 'timestamps.cer', () =>
        issue({ kind: 'timestamping', rfc: '', name: TIMESTAMP_NAME }, { key, issuer: authority }),
      );
      return { certificate, privateKey: key, authority: authorityCertificate };
    },
    transferKey: async () => ({ file: path.join(folder, 'transfers.pem'), key: await keyIn(folder, 'transfers') }),
    flawedSealerFor: async (holder, flaw) => {
      const key = await keyIn(folder, fileNameOf(holder.rfc));
      return { certificate: flawed(holder, flaw, { key, authority }), privateKey: key };
    },
  };
}

async function sealerIn(
  folder: string,
  name: string,
  { holder, authority }: { holder: Holder; authority: Issuer },
): Promise<Signer> {
  const key = await keyIn(folder, name);
  const certificate = await certificateIn(folder, `${name}.cer`, () =>
    issue({ kind: 'sealing', rfc: holder.rfc, name: holder.name }, { key, issuer: authority }),
  );
  return { certificate, privateKey: key };
}

interface Subject extends Holder {
  readonly kind: CertificateKind;
  readonly number?: string;
  readonly validFrom?: Date;
  readonly validTo?: Date;
}

function issue(subject: Subject, { key, issuer }: { key: KeyObject; issuer: Issuer }): Buffer {
  return makeCertificate(
    {
      number: numberFor(`${subject.kind}${subject.rfc}`),
      validFrom: VALID_FROM,
      validTo: VALID_TO,
      ...subject,
      publicKey: createPublicKey(key),
    },
    issuer,
  );
}

function flawed(holder: Holder, flaw: Flaw, { key, authority }: { key: KeyObject; authority: Issuer }): Buffer {
  switch (flaw) {
    case 'personal':
      return issue({ kind: 'personal', ...holder }, { key, issuer: authority });
    case 'expired':
      return issue({ kind: 'sealing', ...holder, ...EXPIRED }, { key, issuer: authority });
    case 'foreign-authority':
      return issue({ kind: 'sealing', ...holder }, { key, issuer: { name: FOREIGN_AUTHORITY_NAME, privateKey: key } });
    case 'other-holder':
      return issue({ kind: 'sealing', rfc: 'OTR101010AB1', name: 'Otra Empresa' }, { key, issuer: authority });
    case 'forged-authority': {
      // Flip one bit of the signature at the end of the certificate.
      const forged = Buffer.from(issue({ kind: 'sealing', ...holder }, { key, issuer: authority }));
      forged.writeUInt8((forged.at(-1) ?? 0) ^ 1, forged.length - 1);
      return forged;
    }
  }
}

/** Twenty digits like the tax authority's, derived from the text. */
function numberFor(text: string): string {
  const digits = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`).toString();
  return `3000100000${digits.slice(0, 10)}`;
}

const fileNameOf = (rfc: string): string => `csd-${Buffer.from(rfc).toString('hex')}`;

async function keyIn(folder: string, name: string): Promise<KeyObject> {
  const pem = await readOrCreate(path.join(folder, `${name}.pem`), async () => {
    const { privateKey } = await makeKeys('rsa', { modulusLength: KEY_BITS });
    return Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' }));
  });
  return createPrivateKey(pem);
}

const certificateIn = (folder: string, name: string, make: () => Buffer): Promise<Buffer> =>
  readOrCreate(path.join(folder, name), async () => make());

/** The file's bytes, created if missing. The hard link is atomic, so concurrent processes get the same file. */
async function readOrCreate(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const found = await readFile(file).catch(() => null);
  if (found) return found;
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, await make(), { mode: 0o600 });
  try {
    await link(temporary, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await rm(temporary);
  }
  return readFile(file);
}
