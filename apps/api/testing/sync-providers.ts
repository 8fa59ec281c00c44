/** Providers of the tax-authority sync behind the port, with their stand-ins. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Signer } from '@anticipa/cfdi/write';
import type { MadeInvoice } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import {
  type MassDownloadFault,
  type MassDownloadOptions as MassDownloadServerOptions,
  startMassDownloadServer,
} from '@anticipa/sandbox/mass-download-server';
import { type SyntageFault, startSyntageServer } from '@anticipa/sandbox/syntage-server';
import type { TestPki } from '@anticipa/sandbox/test-pki';
import { type MassDownloadOptions, massDownload } from '../src/gateways/invoice-sync/mass-download.ts';
import type { Extraction, GivenCredential, InvoiceSyncPort } from '../src/gateways/invoice-sync/port.ts';
import { type SyntageOptions, syntageOver } from '../src/gateways/invoice-sync/syntage.ts';
import { circuitBreaker } from '../src/platform/outside/outside-call.ts';
import type { SealingKey } from '../src/platform/work/sealing.ts';
import { PATIENT_MS } from './invoicing-providers.ts';

export const SYNC_PASSWORD = 'clave-2026';
export const { rfc: SYNC_RFC } = demoClients.norte;
export const aSealingKey = (id: string, byte: number): SealingKey => ({ id, key: Buffer.alloc(32, byte) });

type Ends = Exclude<Extraction['state'], 'finished'>;

export interface SyncStandIn {
  /** Credential that a taxpayer gives; with a password if one is named. */
  readonly given: (password?: string) => GivenCredential;
  readonly portWith: (options?: { readonly deadlineMs?: number; readonly elapsed?: () => number }) => InvoiceSyncPort;
  readonly issue: (made: readonly MadeInvoice[]) => void;
  readonly cancel: (uuid: string) => void;
  /** Sets how extractions end, or that they do not. */
  readonly end: (state: Ends) => void;
  /** Spoils the next answers to the call that checks a password, or that orders an extraction. */
  readonly spoil: (fault: string, call: 'password' | 'order', times?: number) => void;
  /** Number of times that a password was checked. */
  readonly checks: () => number;
  readonly close: () => Promise<void>;
}

export const syntage = async (): Promise<SyncStandIn> => {
  const server = await startSyntageServer({ password: SYNC_PASSWORD });
  const { records, url, apiKey } = server;
  const outcomes = {
    running: 'never-ends',
    failed: 'sat_unavailable',
    'rate-limited': 'rate-limited',
    'wrong-credential': 'invalid_credentials',
  } as const;
  const paths = { password: '/credentials', order: '/extractions' } as const;
  return {
    given: (password = SYNC_PASSWORD) => ({ password }),
    portWith: (options) => syntagePort({ address: async () => url, apiKey: async () => apiKey, ...options }),
    issue: (made) => records.addInvoices(made),
    cancel: (uuid) => records.cancelInvoice(uuid),
    end: (state) => records.setOutcome(SYNC_RFC, outcomes[state]),
    spoil: (fault, call, times) => server.script(fault as SyntageFault, paths[call], times),
    checks: () => server.calls('POST /credentials'),
    close: () => server.close(),
  };
};

const syntagePort = (options: SyntageOptions): InvoiceSyncPort =>
  syntageOver({ deadlineMs: PATIENT_MS, pageSize: 4, ...options });

/** The two files of an e.firma, whose key opens with `passphrase`. */
export const filesOf = ({ certificate, privateKey }: Signer, passphrase = SYNC_PASSWORD) => ({
  certificate: Buffer.from(certificate),
  privateKey: privateKey.export({ format: 'der', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase }),
});

/** The stand-in of the mass download, its folder, and ports. */
export const startMassDownload = async (testPki: TestPki, options: MassDownloadServerOptions = {}) => {
  const server = await startMassDownloadServer(options);
  const folder = await mkdtemp(join(tmpdir(), 'anticipa-efirma-'));
  const efirma = filesOf(await testPki.pki.efirmaFor(demoClients.norte));
  return {
    server,
    folder,
    given: (password = SYNC_PASSWORD): GivenCredential => ({ password, efirma }),
    port: (more: Partial<MassDownloadOptions> = {}): InvoiceSyncPort =>
      massDownload({
        folder,
        keys: [aSealingKey('2026', 1)],
        requests: server.url,
        packages: server.url,
        now: options.now ?? (() => new Date()),
        deadlineMs: PATIENT_MS,
        pageSize: 4,
        ...more,
      }),
    close: async () => {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
};

export const massDownloads = async (testPki: TestPki): Promise<SyncStandIn> => {
  const { server, port, given, close } = await startMassDownload(testPki, { perPackage: 5 });
  const { records } = server;
  const outcomes = {
    running: { state: '2', code: '5000' },
    failed: { state: '4', code: '5000' },
    'rate-limited': { refusal: '5011' },
    'wrong-credential': { refusal: '304' },
  } as const;
  const operations = { password: 'Autentica', order: 'SolicitaDescargaEmitidos' } as const;
  return {
    given,
    portWith: ({ deadlineMs = PATIENT_MS, elapsed } = {}) =>
      port({ deadlineMs, ...(elapsed && { circuit: circuitBreaker(elapsed) }) }),
    issue: (made) => records.addInvoices(made),
    cancel: (uuid) => records.cancelInvoice(uuid),
    end: (state) => records.setOutcome(SYNC_RFC, outcomes[state]),
    spoil: (fault, call, times) => server.script(fault as MassDownloadFault, operations[call], times),
    checks: () => server.calls('Autentica'),
    close,
  };
};
