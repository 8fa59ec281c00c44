/** A portal whose deposits are paid through the transfer service's stand-in. */
import { createPublicKey, generateKeyPairSync, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  listTransfers,
  orderTransfers,
  receivedWebhook,
  type Transfer,
  transferWebhook,
} from '@anticipa/contract/transfers';
import { type CepServer, startCepServer } from '@anticipa/sandbox/cep-server';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import type { StpTransfer } from '@anticipa/sandbox/stp-records';
import { type StpServer, startStpServer } from '@anticipa/sandbox/stp-server';
import { openPayouts } from '../src/gateways/payouts/stp.ts';
import type { JobDeps } from '../src/modules/deps.ts';
import type { Config } from '../src/platform/config/config.ts';
import { circuitBreaker } from '../src/platform/outside/outside-call.ts';
import { lifeUntil } from './dying.ts';
import { BASE_URL, runCron, runJobs } from './jobs.ts';
import { logInto } from './log.ts';
import { type Portal, START, startPortal } from './portal.ts';
import { authorisedSale, depositOf } from './sale-steps.ts';
import { aSeller, type Seller } from './seller.ts';
import type { Session } from './session.ts';

type BankDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'payouts'>;

export interface PortalWithBank {
  readonly portal: Portal;
  readonly bank: StpServer;
  readonly banxico: CepServer;
  readonly mail: SmtpCatcher;
  readonly seller: Seller;
  /** The worker's own dependencies, without a circuit that earlier faults have opened. */
  readonly deps: () => BankDeps;
  /** Sells an invoice and orders the transfer of its deposit. */
  order(): Promise<{ saleId: string; orderId: string; trackingKey: string; documentIds: readonly string[] }>;
  answeredSale(): Promise<{ saleId: string; documentIds: readonly string[] }>;
  /** The newest transfer of a sale. */
  transferOf(saleId: string): Promise<Transfer | undefined>;
  saleState(saleId: string): Promise<string>;
  /** Transfers that the bank has under a key. */
  atBank(trackingKey: string): readonly StpTransfer[];
  /** Reasons of the alerts about an order, in order of the alphabet. */
  alertsOf(orderId: string): Promise<readonly string[]>;
  /** Bookings of a sale's deposit: entries in force in the journal, and deposits in the log. */
  booked(saleId: string): Promise<{ readonly entries: number; readonly deposits: number }>;
  /** Lets blocked accounts receive again. */
  confirmAccounts(): Promise<void>;
  /** Calls the portal as the bank does, or as anyone can. */
  tell(body: unknown): ReturnType<Session['send']>;
  /** Calls the portal about a received transfer. */
  tellReceived(body: unknown): ReturnType<Session['send']>;
  /** Runs due jobs, or a scheduled one; returns logged warnings and errors. */
  run(cron?: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

const COMPANY = 'ANTICIPA';

/** Starts all of it; call in `beforeAll`, and `close` in `afterAll`. */
export const startPortalWithBank = async (overrides: Partial<Config> = {}): Promise<PortalWithBank> => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = join(tmpdir(), `anticipa-stp-${randomUUID()}.pem`);
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  let now = () => START;
  const bank = await startStpServer({ publicKey: createPublicKey(privateKey), company: COMPANY, now: () => now() });
  const [mail, banxico] = await Promise.all([startSmtpCatcher(), startCepServer(bank.records)]);
  const portal = await startPortal({
    baseUrl: BASE_URL,
    smtpUrl: mail.smtpUrl,
    stpUrl: bank.url,
    stpQueryUrl: bank.queryUrl,
    stpCompany: COMPANY,
    stpClabe: '646180110400000007',
    stpKeyFile: keyFile,
    cepUrl: banxico.url,
    ...overrides,
  });
  now = () => portal.clock.now();
  const seller = await aSeller(portal);
  // Enough for the rounds of a full proof.
  await portal.db.owner.query(`update credit_lines set credit_limit = 90000000`);
  await portal.db.owner.query(`update bank_accounts set clabe = '012180001234567899'`);
  const answeredSale = async () => {
    const documentIds = await seller.invoices();
    const sale = await authorisedSale(seller, documentIds);
    return { saleId: sale.saleId, documentIds };
  };
  return {
    portal,
    bank,
    banxico,
    mail,
    seller,
    deps: () => ({
      db: portal.db.worker,
      clock: portal.clock,
      log: logInto([]),
      payouts: openPayouts(portal.config, circuitBreaker()),
    }),
    answeredSale,
    order: async () => {
      const sale = await answeredSale();
      const [made] = (await seller.operator.call(orderTransfers, depositOf(sale.saleId))).orders;
      if (!made) throw new Error('nothing was ordered');
      return { ...sale, orderId: made.orderId, trackingKey: made.trackingKey };
    },
    transferOf: async (saleId) => {
      const { data } = await seller.operator.call(listTransfers, { params: { saleId } });
      return data[0];
    },
    saleState: async (saleId) => {
      const { rows } = await portal.db.owner.query('select state from sales where sale_id = $1', [saleId]);
      return rows[0].state;
    },
    atBank: (trackingKey) => bank.records.transfers.filter(({ claveRastreo }) => claveRastreo === trackingKey),
    alertsOf: async (orderId) => {
      const { rows } = await portal.db.owner.query('select reason from alerts where subject = $1 order by reason', [
        `transfer:${orderId}`,
      ]);
      return rows.map(({ reason }) => reason);
    },
    booked: async (saleId) => {
      const { rows } = await portal.db.owner.query(
        `select (select coalesce(sum(case when reverses is null then 1 else -1 end), 0)::integer from ledger_entries
            where sale_id = $1 and event = 'disbursement') as entries,
          (select count(*)::integer from audit where subject = 'sale:' || $1 and action = 'sale.disburse') as deposits`,
        [saleId],
      );
      return rows[0];
    },
    confirmAccounts: async () => {
      await portal.db.owner.query('update bank_accounts set pays_from = null');
    },
    tell: (body) => portal.visitor.send(transferWebhook, callOf(body)),
    tellReceived: (body) => portal.visitor.send(receivedWebhook, callOf(body)),
    run: (cron) => (cron === undefined ? runJobs(portal, mail) : runCron(portal, mail, cron)),
    close: async () => {
      await portal.close();
      await Promise.all([bank.close(), banxico.close(), mail.close(), rm(keyFile)]);
    },
  };
};

const callOf = (body: unknown) => ({
  body: Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body)),
  headers: { 'content-type': 'application/json' },
});

/** Dependencies of a worker that is killed at a step. */
export function dyingDeps({ db, payouts, ...deps }: BankDeps, at: number): BankDeps {
  const { around, over } = lifeUntil(at);
  return { ...deps, db: over(db), payouts: { ...payouts, register: around(payouts.register) } };
}
