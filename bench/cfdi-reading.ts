/** Parsing and verifying CFDI files, compared with hashing the same bytes once. */

import { runningClock } from '@anticipa/api/platform/work/clock';
import { sha256 } from '@anticipa/cfdi/read';
import { makeTrust } from '@anticipa/cfdi/trust';
import { loadTrust } from '@anticipa/cfdi/trust-store';
import { verifyFile } from '@anticipa/cfdi/verify';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { openDemoPki } from '@anticipa/sandbox/pki';
import { alternate, type Figure, processorTime, rateFigure } from './measure.ts';

const FILES = 500;
const ROUNDS = 9;
/** One pass of hashing is below the resolution of the clock. */
const HASH_PASSES = 100;

export const measureReading = async (dataDir: string): Promise<Figure[]> => {
  const issuer = demoClients.norte;
  const pki = await openDemoPki(dataDir);
  const files = await makeInvoices({ pki, issuer, count: FILES, seed: 1, today: runningClock().today() });
  const trust = makeTrust((await loadTrust(dataDir, false)).material);
  const rules = { trust, clientRfc: issuer.rfc, unknownAuthority: 'refuse' } as const;
  const verify = (): void => {
    const refused = files.find(({ bytes }) => !verifyFile(bytes, rules).ok);
    if (refused) throw new Error(`${refused.name} was refused`);
  };
  const hash = (): void => {
    for (let pass = 0; pass < HASH_PASSES; pass += 1) for (const { bytes } of files) sha256(bytes);
  };
  const seconds = await alternate({
    rounds: ROUNDS,
    subject: async () => processorTime(verify),
    bound: async () => processorTime(hash),
  });
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  const details = { files: FILES, meanBytes: Math.round(bytes / FILES) };
  const rate = { name: 'files read and verified', against: 'SHA-256 of the same bytes', unit: 'files/s per core' };
  return [rateFigure({ ...rate, count: FILES, boundCount: FILES * HASH_PASSES, details }, seconds)];
};
