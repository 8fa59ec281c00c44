/**
 * A lender in a production of this process: an empty database of its own, stand-ins for everybody outside, one clock for the portal,
 * its jobs and its browsers, and people who sign in on the screen. What is outside acts through the stand-ins.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@anticipa/api/platform/db/embedded/embedded';
import { migrate } from '@anticipa/api/platform/db/migrate';
import { connectTo, type TestDatabase } from '@anticipa/api/testing/connections';
import { type Production, startProduction } from '@anticipa/api/testing/production';
import { passNight, runFrequentJobs } from '@anticipa/api/testing/production-night';
import { type Bank, bankWith } from '@anticipa/api/testing/simulation/bank';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { Page } from '@playwright/test';
import { type Account, type BankAccount, bankAccount, stpAccount } from './bank-account.ts';
import { type Browsers, browsersOf, type Person } from './browsers.ts';
import { ARTEFACTS } from './portal.ts';

export interface Lender extends Pick<Browsers, 'join'> {
  readonly production: Production;
  readonly bank: Bank;
  readonly accounts: Readonly<Record<FinancedCurrency, BankAccount>> & { readonly STP: Account };
  /** Opens a screen a minute later, in which the worker has worked, after signing in once a day. */
  open(person: Person, path: string): Promise<Page>;
  /** Lets the nights until a day pass, with their jobs; it is eleven o'clock then. */
  passTo(day: IsoDate): Promise<void>;
  close(): Promise<void>;
}

/** The built web application. */
export const WEB_DIR = join(import.meta.dirname, '..', 'apps/web/dist');

/** The bank is asked at most once a minute. */
const A_MINUTE_MS = 61_000;

/** An empty database on a server of its own, which ends with it. */
export async function emptyDatabase(name: string): Promise<TestDatabase> {
  const dataDir = join(ARTEFACTS, `${name}-${process.pid}`);
  const postgres = await startEmbeddedPostgres({ dataDir, durability: 'scratch', onEvent: () => undefined });
  await migrate(postgres.url);
  return await connectTo(postgres.url, async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
}

export async function startLender(name: string, now: Date): Promise<Lender> {
  const production = await startProduction({ now, db: await emptyDatabase(name), webDir: WEB_DIR });
  const { clock, config } = production;
  const browsers = browsersOf(production);
  const bank = bankWith(production.systems.stp);
  const today = () => clock.today();
  return {
    production,
    bank,
    accounts: {
      MXN: bankAccount(bank, { name: 'Pesos en BBVA', number: '012180000123456782', currency: 'MXN' }, today),
      USD: bankAccount(bank, { name: 'Dólares en BBVA', number: '012180000987654322', currency: 'USD' }, today),
      STP: stpAccount(bank.stp, config.stpClabe ?? ''),
    },
    join: browsers.join,
    open: async (person, path) => {
      clock.pass(A_MINUTE_MS);
      await runFrequentJobs(production);
      return await browsers.open(person, path);
    },
    passTo: async (day) => {
      for (let night = addDays(clock.today(), 1); night <= day; night = addDays(night, 1))
        await passNight(production, night);
      clock.set(new Date(`${day}T11:00:00-06:00`));
      await runFrequentJobs(production);
      browsers.endDay();
    },
    close: async () => {
      await browsers.close();
      await production.close();
    },
  };
}
