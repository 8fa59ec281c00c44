import { createPublicKey } from 'node:crypto';
import { startCepServer } from './cep-server.ts';
import { openDemoPki } from './pki.ts';
import { startStpServer } from './stp-server.ts';

/** That of the demo's clients. */
const COMPANY = 'ANTICIPA_NORTE';
const CLABE = '646180110400000007';
/** Long enough to see that an order is on its way. */
const WORK_MS = 700;

interface DemoStpOptions {
  readonly dataDir: string;
  readonly portalUrl: string;
  readonly portalNow?: string | undefined;
}

/** The stand-ins for STP and Banxico in the demo, with the settings that the portal reads. */
export async function startDemoStp({
  dataDir,
  portalUrl,
  portalNow,
}: DemoStpOptions): Promise<{ readonly settings: Readonly<Record<string, string>>; close(): Promise<unknown> }> {
  const { file, key } = await (await openDemoPki(dataDir)).transferKey();
  const shift = portalNow === undefined ? 0 : Date.parse(portalNow) - Date.now();
  const server = await startStpServer({
    publicKey: createPublicKey(key),
    company: COMPANY,
    callbacks: {
      state: `${portalUrl}/api/webhooks/stp/state`,
      deposit: `${portalUrl}/api/webhooks/stp/received`,
    },
    workMs: WORK_MS,
    now: () => new Date(Date.now() + shift),
  });
  const cep = await startCepServer(server.records);
  const { url, queryUrl } = server;
  const settings = {
    stpUrl: url,
    stpQueryUrl: queryUrl,
    stpCompany: COMPANY,
    stpClabe: CLABE,
    stpKeyFile: file,
    cepUrl: cep.url,
  };
  return { settings, close: () => Promise.all([server.close(), cep.close()]) };
}
