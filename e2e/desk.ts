import { login } from '@anticipa/contract/session';
import { demoCode } from '@anticipa/sandbox/demo-parties';
import { expect, type Page } from '@playwright/test';
import { PASSWORD } from './portal.ts';

/** Opens a screen of the desk for a signed-in operator. */
export async function atDesk(page: Page, email: string, path: string): Promise<void> {
  const data = { username: email, password: PASSWORD, code: demoCode };
  await expect(await page.request.post(login.path, { data })).toBeOK();
  await page.goto(path);
}
