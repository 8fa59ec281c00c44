import { expect, type Locator, type Page } from '@playwright/test';

/** More than any screen of a journey has stops before the control it needs. */
const MOST_STOPS = 80;

/** Focused element: its role or element, and its name. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const name = element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    return `${element?.localName} ${name.trim().slice(0, 80)}`;
  });

/** Waits until a dialog is gone and has returned the focus, which takes it a frame or two: no person is as fast. */
export async function closed(dialog: Locator): Promise<void> {
  await expect(dialog).toHaveCount(0);
  await nextFrames(dialog.page());
}

/** Waits as long as a table takes to move the focus. */
const nextFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Moves with the arrows to a row of a table, of which only one row is a stop of Tab. */
async function arrowTo(page: Page, row: Locator): Promise<void> {
  if (await row.evaluate((element) => element.contains(document.activeElement))) return;
  const current = row.locator('xpath=ancestor::table').locator('tr[data-row][tabindex="0"]');
  await tabUntil(page, current, 'Tab');
  for (let left = MOST_STOPS; left > 0; left -= 1) {
    const [from, to] = await Promise.all([current, row].map(async (one) => Number(await one.getAttribute('data-row'))));
    if (from === to) break;
    await page.keyboard.press(Number(from) < Number(to) ? 'ArrowDown' : 'ArrowUp');
    await nextFrames(page);
  }
  await expect(row).toBeFocused();
}

/** Moves to a control as a person at the keyboard does: with Tab, or Shift and Tab, and with the arrows to its row if it is in a table. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const row = control.locator('xpath=ancestor-or-self::tr[@data-row]');
  if ((await row.count()) > 0) await arrowTo(page, row);
  await tabUntil(page, control, key);
}

/** Presses a key until the control has the focus, which each stop on the way is shown to have. */
async function tabUntil(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab'): Promise<void> {
  const stops: string[] = [];
  while (!(await control.evaluate((element) => element === document.activeElement))) {
    expect(stops.length, stops.join(' → ')).toBeLessThan(MOST_STOPS);
    await page.keyboard.press(key);
    stops.push(await focused(page));
    // From its last control the browser leaves the page once, and begins again at its top.
    const left = stops.filter((stop) => stop.startsWith('body '));
    expect([left.length <= 1, stops[0]?.startsWith('body ')], stops.join(' → ')).toEqual([true, false]);
  }
  await expect(control).toBeInViewport();
}

/** Tabs to a control and presses a key on it, once it acts: some wait for a preview. */
export async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await expect(control).toBeEnabled();
  await page.keyboard.press(key);
}

/** Chooses a tab with the arrows, from the one that is chosen. */
export async function chooseTab(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('tab', { selected: true }));
  const tabs = await page.getByRole('tab').count();
  const chosen = page.getByRole('tab', { name, selected: true });
  for (let left = tabs; left > 0 && !(await chosen.isVisible()); left -= 1) await page.keyboard.press('ArrowRight');
  await expect(chosen).toBeFocused();
}

/** Tabs to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
