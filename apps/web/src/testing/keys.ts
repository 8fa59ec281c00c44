import { expect } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';

/** More than any screen of a test has stops before the control that it needs. */
const MOST_STOPS = 60;

/** Presses Tab until a control shows that it has the focus, and then the keys. */
export async function press(control: Locator, keys: string): Promise<void> {
  await expect.element(control).toBeVisible();
  for (let stops = 0; document.activeElement !== control.element(); stops += 1) {
    expect(stops).toBeLessThan(MOST_STOPS);
    await userEvent.keyboard('{Tab}');
  }
  expect(control.element().matches(':focus-visible')).toBe(true);
  await userEvent.keyboard(keys);
}
