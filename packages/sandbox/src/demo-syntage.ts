import { randomBytes } from 'node:crypto';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { makeInvoices } from './cfdi-generator.ts';
import { demoCiec, issuerByRfc } from './demo-parties.ts';
import { openDemoPki } from './pki.ts';
import { type SyntageServer, startSyntageServer } from './syntage-server.ts';

/** Invoices that a company of the demo has issued when it connects. */
const INVOICES = 24;
const SEED = 20_26;
/** Long enough to see the states of a connection. */
const WORK_MS = 1500;

interface DemoSyntageOptions {
  readonly dataDir: string;
  readonly portalUrl: string;
  /** Initial instant of the demo's clock. */
  readonly portalNow?: string | undefined;
}

/** The stand-in for Syntage in the demo, with invoices for each company that connects. */
export async function startDemoSyntage(options: DemoSyntageOptions): Promise<SyntageServer> {
  const { dataDir, portalUrl, portalNow } = options;
  const shift = portalNow === undefined ? 0 : Date.parse(portalNow) - Date.now();
  const now = (): Date => new Date(Date.now() + shift);
  const pki = await openDemoPki(dataDir);
  return startSyntageServer({
    password: demoCiec,
    apiKey: randomBytes(16).toString('hex'),
    webhookSecret: randomBytes(16).toString('hex'),
    webhookUrl: `${portalUrl}/api/webhooks/syntage`,
    workMs: WORK_MS,
    now,
    onTaxpayer: async (rfc, records) => {
      const today = dateAt(now(), MEXICO_CITY);
      records.addInvoices(await makeInvoices({ pki, issuer: issuerByRfc(rfc), count: INVOICES, seed: SEED, today }));
    },
  });
}
