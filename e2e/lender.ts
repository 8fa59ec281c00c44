/**
 * A lender in a production of this process: an empty database of its own, stand-ins for everybody outside, one clock for the portal,
 * its jobs and its browsers, and people who sign in on the screen. What is outside acts through the stand-ins.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@anticipa/api/platform/db/embedded/embedded';
import { migrate } from '@anticipa/api/platform/db/migrate';
import { codeOfApp } from '@anticipa/api/testing/authenticator';
import { connectTo } from '@anticipa/api/testing/connections';
import { PRODUCTION_PASSWORD, type Production, startProduction } from '@anticipa/api/testing/production';
import { passNight, runFrequentJobs } from '@anticipa/api/testing/production-night';
import { type Bank, bankWith } from '@anticipa/api/testing/simulation/bank';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { type Browser, expect, type Page } from '@playwright/test';
import { type Account, type BankAccount, bankAccount, stpAccount } from './bank-account.ts';
import { typeInto } from './keys.ts';
import { acceptInvitation, keepRecoveryCodes, keyOfApp } from './opening-steps.ts';
import { ARTEFACTS } from './portal.ts';

/** Somebody at a browser; operators have the key of their authenticator app. */
export interface Person {
  readonly page: Page;
  readonly email: string;
  readonly key: string | null;
}

export interface Lender {
  readonly production: Production;
  readonly bank: Bank;
  readonly accounts: Readonly<Record<FinancedCurrency, BankAccount>> & { readonly STP: Account };
  /** Somebody opens an invitation, by mail unless a link is given, and signs in for the first time. */
  join(browser: Browser, email: string, who: 'operator' | 'client', link?: string): Promise<Person>;
  /** Opens a screen a minute later, in which the worker has worked, after signing in once a day. */
  open(person: Person, path: string): Promise<Page>;
  /** Lets the nights until a day pass, with their jobs; it is eleven o'clock then. */
  passTo(day: IsoDate): Promise<void>;
  close(): Promise<void>;
}

/** Runs in each document, whose clock then continues from the lender's time. Playwright's own clock stops the frames in which focus returns. */
function shiftClock(shiftMs: number): void {
  const Machine: typeof Date = Reflect.get(globalThis, 'MachineDate') ?? Date;
  Reflect.set(globalThis, 'MachineDate', Machine);
  class Shifted extends Machine {
    constructor(...given: [] | [string | number | Date]) {
      if (given.length === 0) super(Machine.now() + shiftMs);
      else super(...given);
    }
    static override now(): number {
      return Machine.now() + shiftMs;
    }
  }
  Reflect.set(globalThis, 'Date', Shifted);
}

/** The bank is asked at most once a minute. */
const A_MINUTE_MS = 61_000;

export async function startLender(name: string, now: Date): Promise<Lender> {
  const dataDir = join(ARTEFACTS, `${name}-${process.pid}`);
  const postgres = await startEmbeddedPostgres({ dataDir, durability: 'scratch', onEvent: () => undefined });
  await migrate(postgres.url);
  const db = await connectTo(postgres.url, () => Promise.resolve());
  const webDir = join(import.meta.dirname, '..', 'apps/web/dist');
  const production = await startProduction({ now, db, webDir });
  const { clock, config } = production;
  const signedIn = new Set<Person>();
  const pages: Page[] = [];

  const atThisTime = (page: Page) => page.addInitScript(shiftClock, clock.now().getTime() - Date.now());
  const enterCode = async (page: Page, key: string): Promise<void> => {
    await typeInto(page, page.getByLabel('Código'), codeOfApp(key, clock.now()));
    await page.keyboard.press('Enter');
  };
  const signIn = async (person: Person): Promise<void> => {
    const { page, email, key } = person;
    await page.goto(`/login?email=${encodeURIComponent(email)}`);
    await typeInto(page, page.getByLabel('Contraseña', { exact: true }), PRODUCTION_PASSWORD);
    await page.keyboard.press('Enter');
    if (key !== null) await enterCode(page, key);
    await expect(page.getByRole('heading', { name: key === null ? 'Tablero General' : 'Hoy', level: 1 })).toBeVisible();
    signedIn.add(person);
  };

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
    join: async (browser, email, who, link) => {
      const page = await browser.newPage({ baseURL: config.baseUrl, viewport: { width: 1440, height: 900 } });
      // A control that is not there after a minute is missing: no machine is that busy.
      page.setDefaultTimeout(60_000);
      pages.push(page);
      await atThisTime(page);
      await acceptInvitation(page, link ?? (await production.invitationOf(email)), PRODUCTION_PASSWORD);
      const key = who === 'operator' ? await keyOfApp(page) : null;
      if (key !== null) await enterCode(page, key);
      if (key !== null) await keepRecoveryCodes(page);
      else await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
      const person = { page, email, key };
      signedIn.add(person);
      return person;
    },
    open: async (person, path) => {
      clock.pass(A_MINUTE_MS);
      await runFrequentJobs(production);
      await atThisTime(person.page);
      if (!signedIn.has(person)) await signIn(person);
      await person.page.goto(path);
      // The screen ignores keys until it shows its heading.
      await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible();
      return person.page;
    },
    passTo: async (day) => {
      for (let night = addDays(clock.today(), 1); night <= day; night = addDays(night, 1))
        await passNight(production, night);
      clock.set(new Date(`${day}T11:00:00-06:00`));
      await runFrequentJobs(production);
      signedIn.clear();
    },
    close: async () => {
      // A browser may keep connections open on which it has asked nothing, and the server would wait for them.
      for (const page of pages) await page.close();
      await production.close();
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
