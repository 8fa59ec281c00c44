import { expect, type Locator, type Page } from '@playwright/test';

export interface Effort {
  readonly clicks: number;
  readonly pastes: number;
  /** Pixels scrolled. */
  readonly pixels: number;
}

/** Carries a task out by hand and eye. Nothing can be typed: no task fills a field. */
export interface Hands {
  /** Scrolls to a control, as far as it takes, and clicks it. */
  click(control: Locator): Promise<void>;
  /** Chooses a file in the system's dialog, which takes two clicks; `control` opens that dialog. */
  choose(control: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void>;
  /** Pastes into the field with the focus. */
  paste(text: string): Promise<void>;
  /** Proves that something is on the screen, whole and uncovered, without scrolling. */
  see(...things: readonly Locator[]): Promise<void>;
}

/** Carries a task out from the top of a screen, the home screen by default, and counts what it takes. */
export async function effortOf(
  page: Page,
  work: (hands: Hands) => Promise<void>,
  { path, heading } = { path: '/', heading: 'Tablero General' },
): Promise<Effort> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible();
  let clicks = 0;
  let pastes = 0;
  let pixels = 0;
  const reach = async (control: Locator): Promise<void> => {
    await expect(control).toBeVisible();
    pixels += await control.evaluate(scrollTo);
  };
  await work({
    click: async (control) => {
      await reach(control);
      await control.click();
      clicks += 1;
    },
    choose: async (control, file) => {
      await reach(control);
      const [dialog] = await Promise.all([page.waitForEvent('filechooser'), control.click()]);
      await dialog.setFiles(file);
      clicks += 3;
    },
    paste: async (text) => {
      pastes += 1;
      await page.evaluate((pasted) => {
        const data = new DataTransfer();
        data.setData('text', pasted);
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      }, text);
    },
    see: async (...things) => {
      for (const thing of things) {
        await expect(thing).toBeVisible();
        await expect.poll(() => thing.evaluate(hiddenPart), { message: `in view: ${thing}` }).toBe('');
      }
    },
  });
  return { clicks, pastes, pixels };
}

/** Scrolls an element into view; the pixels by which everything around it moved. */
function scrollTo(element: Element): number {
  const around: Element[] = [];
  for (let outer = element.parentElement; outer; outer = outer.parentElement) around.push(outer);
  const before = around.map(({ scrollTop }) => scrollTop);
  element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  return around.reduce((sum, { scrollTop }, place) => sum + Math.abs(scrollTop - (before[place] ?? 0)), 0);
}

/** The part of an element that is outside the window or covered; empty if there is none. */
function hiddenPart(element: Element): string {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
    return `${Math.round(left)}-${Math.round(right)} × ${Math.round(top)}-${Math.round(bottom)} of the window`;
  }
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return shown && (element.contains(shown) || shown.contains(element))
    ? ''
    : `covered by ${shown?.outerHTML.slice(0, 80)}`;
}
