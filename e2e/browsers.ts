/** The people of a production of this process at their browsers, which have its clock: they join on the screen, and sign in there once a day. */
import { codeOfApp } from '@anticipa/api/testing/authenticator';
import { PRODUCTION_PASSWORD, type Production } from '@anticipa/api/testing/production';
import { type Browser, expect, type Page } from '@playwright/test';
import { typeInto } from './keys.ts';
import { acceptInvitation, keepRecoveryCodes, keyOfApp } from './opening-steps.ts';

/** Somebody at a browser; operators have the key of their authenticator app. */
export interface Person {
  readonly page: Page;
  readonly email: string;
  readonly key: string | null;
}

export interface Browsers {
  /** Somebody opens an invitation, by mail unless a link is given, and signs in for the first time. */
  join(browser: Browser, email: string, who: 'operator' | 'client', link?: string): Promise<Person>;
  /** Opens a screen, after signing in if nobody has since `endDay`. */
  open(person: Person, path: string): Promise<Page>;
  /** Everybody has to sign in again. */
  endDay(): void;
  close(): Promise<void>;
}

/** Runs in each document, whose clock then continues from the production's time. Playwright's own clock stops the frames in which focus returns. */
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

export function browsersOf({ clock, config, invitationOf }: Production): Browsers {
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
  return {
    join: async (browser, email, who, link) => {
      const page = await browser.newPage({ baseURL: config.baseUrl, viewport: { width: 1440, height: 900 } });
      // A control that is not there after a minute is missing: no machine is that busy.
      page.setDefaultTimeout(60_000);
      pages.push(page);
      await atThisTime(page);
      await acceptInvitation(page, link ?? (await invitationOf(email)), PRODUCTION_PASSWORD);
      const key = who === 'operator' ? await keyOfApp(page) : null;
      if (key !== null) await enterCode(page, key);
      if (key !== null) await keepRecoveryCodes(page);
      else await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
      const person = { page, email, key };
      signedIn.add(person);
      return person;
    },
    open: async (person, path) => {
      await atThisTime(person.page);
      if (!signedIn.has(person)) await signIn(person);
      await person.page.goto(path);
      // The screen ignores keys until it shows its heading.
      await expect(person.page.getByRole('heading', { level: 1 })).toBeVisible();
      return person.page;
    },
    endDay: () => signedIn.clear(),
    close: async () => {
      // A browser may keep connections open on which it has asked nothing, and the server would wait for them.
      for (const page of pages) await page.close();
    },
  };
}
