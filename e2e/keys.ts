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

/** Presses Tab, or Shift and Tab, until the control has the focus, which each stop on the way is shown to have. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  const stops: string[] = [];
  while (!(await control.evaluate((element) => element === document.activeElement))) {
    expect(stops.length, stops.join(' → ')).toBeLessThan(MOST_STOPS);
    await page.keyboard.press(key);
    stops.push(await focused(page));
    expect(stops.at(-1)).not.toMatch(/^body /);
  }
  await expect(control).toBeInViewport();
}

/** Tabs to a control and presses a key on it. */
export async function press(page: Page, control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Tabs to a field and types into it. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(text);
}
