/** A demo PKI for one test file, in a folder of its own that is removed after it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeTrust, type Trust } from '@anticipa/cfdi/trust';
import { loadTrust } from '@anticipa/cfdi/trust-store';
import { type DemoPki, openDemoPki } from './pki.ts';

export interface TestPki {
  readonly dataDir: string;
  readonly pki: DemoPki;
  readonly trust: Trust;
  readonly remove: () => Promise<void>;
}

export async function makeTestPki(): Promise<TestPki> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'anticipa-pki-'));
  const pki = await openDemoPki(dataDir);
  const { material } = await loadTrust(dataDir, false);
  return { dataDir, pki, trust: makeTrust(material), remove: () => rm(dataDir, { recursive: true }) };
}
