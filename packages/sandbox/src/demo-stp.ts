import { createPublicKey } from 'node:crypto';
import { startCepServer } from './cep-server.ts';
import type { PayerTransfer } from './demo-robot.ts';
import { openDemoPki } from './pki.ts';
import { startStpServer } from './stp-server.ts';

/** Company of the demo's clients. */
const COMPANY = 'ANTICIPA_NORTE';
const CLABE = '646180110400000007';
/** Long enough to see that an order is on its way. */
const WORK_MS = 700;

const PAYERS_BANK = 40072;

interface DemoStpOptions {
  readonly dataDir: string;
  readonly portalUrl: string;
  readonly portalNow?: string | undefined;
}

interface DemoStp {
  /** Settings that the portal reads. */
  readonly settings: Readonly<Record<string, string>>;
  /** A payer's transfer to the lender's account, once per tracking key; the bank calls the portal about it. */
  transfer(payment: PayerTransfer): Promise<void>;
  close(): Promise<unknown>;
}

/** The stand-ins for STP and Banxico in the demo. */
export async function startDemoStp({ dataDir, portalUrl, portalNow }: DemoStpOptions): Promise<DemoStp> {
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
  const transfer: DemoStp['transfer'] = async ({ trackingKey: claveRastreo, amount, concept: conceptoPago }) => {
    if (server.records.transfers.some((one) => one.claveRastreo === claveRastreo)) return;
    const payer = { institucionContraparte: PAYERS_BANK, conceptoPago };
    await server.deposit({ claveRastreo, monto: Number(amount), cuentaBeneficiario: CLABE, ...payer });
  };
  return { settings, transfer, close: () => Promise.all([server.close(), cep.close()]) };
}
