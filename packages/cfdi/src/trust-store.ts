/**
 * The certificates pinned on this installation: `DATA_DIR/trust/<sha256>.cer`, each checked again whenever it is read, and
 * outside production the demo's own authority from `DATA_DIR/demo-pki`.
 */
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseCertificate } from './certificate.ts';
import { makeTrust, pinnableAs, type TrustMaterial } from './trust.ts';

export interface LoadedTrust {
  readonly material: TrustMaterial;
  /** Files in the folder that nothing vouches for; they are not used. */
  readonly ignored: readonly string[];
  /** Whether a real authority is pinned; production without one can verify no invoice and says so at start. */
  readonly hasTaxAuthority: boolean;
}

/** Files of the demo authority that the sandbox makes and everyone reads. */
export const demoPki = { folder: 'demo-pki', authority: 'authority.cer', stamp: 'stamp.cer' } as const;
/** The demo's lender as an issuer of invoices, and the name of its keys in the same folder. It does not exist. */
export const demoLender = {
  rfc: 'AFI180517AB3',
  name: 'ANTICIPA FINANCIERA',
  regime: '601',
  postalCode: '64000',
  keys: 'lender',
} as const;
const TRUST_FOLDER = 'trust';

/** Everything to be believed on this installation; the demo's authority never in production. */
export async function loadTrust(dataDir: string, production: boolean): Promise<LoadedTrust> {
  const pinned = await readCertificates(path.join(dataDir, TRUST_FOLDER));
  const demo = production ? null : await readDemo(path.join(dataDir, demoPki.folder));
  const authorities = pinned.filter(
    ({ der }) => roleOf(der, { authorities: [], stampCertificates: [] }) === 'authority',
  );
  const known: TrustMaterial = { authorities: authorities.map(({ der }) => der), stampCertificates: [] };
  const stamps = pinned.filter((file) => !authorities.includes(file) && roleOf(file.der, known) === 'stamp');
  return {
    material: {
      authorities: [...known.authorities, ...(demo ? [demo.authority] : [])],
      stampCertificates: [...stamps.map(({ der }) => der), ...(demo ? [demo.stamp] : [])],
    },
    ignored: pinned.filter((file) => !authorities.includes(file) && !stamps.includes(file)).map(({ name }) => name),
    hasTaxAuthority: authorities.length > 0,
  };
}

export type Pinned =
  | { readonly ok: true; readonly role: 'authority' | 'stamp'; readonly sha256: string; readonly file: string }
  | { readonly ok: false; readonly reason: 'not-a-certificate' | 'not-known' };

/** Pins a certificate: an authority of the shipped list, or a stamping certificate that a pinned authority issued. */
export async function pinCertificate(dataDir: string, der: Uint8Array): Promise<Pinned> {
  const certificate = parseCertificate(der);
  if (!certificate) return { ok: false, reason: 'not-a-certificate' };
  const { material } = await loadTrust(dataDir, true);
  const role = pinnableAs(certificate, makeTrust(material));
  if (!role) return { ok: false, reason: 'not-known' };
  const folder = path.join(dataDir, TRUST_FOLDER);
  const file = path.join(folder, `${certificate.sha256}.cer`);
  await mkdir(folder, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, der);
  await rename(unfinished, file);
  return { ok: true, role, sha256: certificate.sha256, file };
}

function roleOf(der: Uint8Array, material: TrustMaterial): 'authority' | 'stamp' | null {
  const certificate = parseCertificate(der);
  return certificate && pinnableAs(certificate, makeTrust(material));
}

async function readCertificates(folder: string): Promise<{ name: string; der: Uint8Array }[]> {
  const names = await readdir(folder).catch(() => []);
  const certificates = names.filter((name) => name.endsWith('.cer')).sort();
  return Promise.all(certificates.map(async (name) => ({ name, der: await readFile(path.join(folder, name)) })));
}

async function readDemo(folder: string): Promise<{ authority: Uint8Array; stamp: Uint8Array } | null> {
  try {
    const [authority, stamp] = await Promise.all([
      readFile(path.join(folder, demoPki.authority)),
      readFile(path.join(folder, demoPki.stamp)),
    ]);
    return { authority, stamp };
  } catch {
    return null;
  }
}
