/** Invoicing providers behind the port, with their stand-ins. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoLender } from '@anticipa/cfdi/trust-store';
import { moneyOf } from '@anticipa/domain/money';
import { type FacturamaServer, startFacturamaServer } from '@anticipa/sandbox/facturama-server';
import type { FaultScript, ProviderFault } from '@anticipa/sandbox/faults';
import { startSwServer } from '@anticipa/sandbox/sw-server';
import type { TestPki } from '@anticipa/sandbox/test-pki';
import { facturamaInvoicing } from '../src/gateways/invoicing/facturama.ts';
import {
  type Cancellation,
  type InvoiceOrder,
  type InvoicingPort,
  InvoicingRefused,
  InvoicingUnavailable,
} from '../src/gateways/invoicing/port.ts';
import { type CsdFiles, swInvoicing } from '../src/gateways/invoicing/sw.ts';
import { circuitBreaker } from '../src/platform/outside/outside-call.ts';

/** Long enough for real answers on a busy machine, and for hanging ones to start. */
export const PATIENT_MS = 60_000;
export const HASTY_MS = 300;

export interface StandIn {
  readonly portWithin: (deadlineMs: number) => InvoicingPort;
  /** Lines of the calls that change something. */
  readonly stamping: string;
  readonly cancelling: string;
  /** First state of an accepted cancellation. */
  readonly firstCancellation: Cancellation;
  readonly script: FaultScript<ProviderFault>['script'];
  readonly calls: (line: string) => number;
  readonly issued: () => readonly { readonly folio: string; readonly uuid: string }[];
  readonly answerCancellations: (status: 'canceled' | 'requested' | 'rejected') => void;
  readonly close: () => Promise<void>;
}

/** A minute after the date of an order. */
export const STAMPED_AT = new Date('2026-02-03T17:01:00Z');

let lastFolio = 0;
const nextFolio = (): number => {
  lastFolio += 1;
  return lastFolio;
};
export const anOrder = (more: Partial<InvoiceOrder> = {}): InvoiceOrder => ({
  id: crypto.randomUUID(),
  serie: 'INT',
  folio: String(nextFolio()),
  emittedAt: '2026-02-03T11:00:00',
  currency: 'MXN',
  exchangeRate: null,
  credits: null,
  substitutes: null,
  isPaid: false,
  issuer: demoLender,
  receiver: { rfc: 'P&Ñ150401AB9', name: 'PEÑA & ACUÑA', regime: '601', postalCode: '64010' },
  concepts: [
    {
      folio: 'A-1',
      description: 'Interés de enero 2026 de la factura A-1',
      subTotal: moneyOf('1160.10', 'MXN'),
      iva: moneyOf('185.62', 'MXN'),
      ivaRate: '16',
    },
    {
      folio: 'A-2',
      description: 'Interés de enero 2026 de la factura A-2',
      subTotal: moneyOf('0.07', 'MXN'),
      iva: moneyOf('0.01', 'MXN'),
      ivaRate: '8',
    },
  ],
  ...more,
});

/** Patient, and without a circuit that earlier faults have opened. */
export const facturamaPort = ({ url, user, password }: FacturamaServer, deadlineMs = PATIENT_MS): InvoicingPort =>
  facturamaInvoicing({ url, user, password, deadlineMs, circuit: circuitBreaker() });

export const facturama = async ({ pki }: TestPki): Promise<StandIn> => {
  const server = await startFacturamaServer(pki, { now: () => STAMPED_AT });
  return {
    ...server,
    portWithin: (deadlineMs) => facturamaPort(server, deadlineMs),
    stamping: 'POST /api-lite',
    cancelling: 'DELETE /api-lite',
    firstCancellation: 'cancelled',
    answerCancellations: (answer) =>
      server.answerCancellations(({ requested: 'pending', rejected: 'active', canceled: 'canceled' } as const)[answer]),
  };
};

export const sw = async (testPki: TestPki): Promise<StandIn> => {
  const server = await startSwServer(testPki.pki, { now: () => STAMPED_AT });
  const { url, user, password } = server;
  const csd = await csdFiles(testPki);
  return {
    ...server,
    portWithin: (deadlineMs) => swInvoicing({ url, user, password, csd, deadlineMs, circuit: circuitBreaker() }),
    stamping: 'POST /v4/cfdi33/stamp',
    cancelling: 'POST /cfdi33/cancel',
    firstCancellation: 'requested',
  };
};

/** The demo lender's CSD as the tax authority issues it. */
export async function csdFiles(testPki: TestPki): Promise<CsdFiles> {
  const { certificate, privateKey } = await testPki.pki.lenderSealer();
  const files = { certificate: join(testPki.dataDir, 'csd.cer'), key: join(testPki.dataDir, 'csd.key') };
  const passphrase = '12345678a';
  const der = privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase });
  await Promise.all([writeFile(files.certificate, certificate), writeFile(files.key, der)]);
  return { ...files, password: passphrase };
}

export const failureOf = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    return await call;
  } catch (cause) {
    if (cause instanceof InvoicingUnavailable) return cause.isUnknown ? 'unknown' : 'not done';
    if (cause instanceof InvoicingRefused) return 'refused';
    throw cause;
  }
};
