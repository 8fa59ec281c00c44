import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@anticipa/domain/calendar';
import { expect, test } from '@playwright/test';
import puppeteer, { type ElementHandle, type NodeFor, type Page } from 'puppeteer-core';
import { aCompany } from './company.ts';
import { DEBIAN_FIREFOX } from './firefox.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { PASSWORD } from './portal.ts';

const INVOICES = 3;
/** A hang, not a busy machine. */
const PATIENCE_MS = 120_000;

/** Writes the files of invoices where a browser can pick them. */
async function pickableFiles(folder: string, party: Parameters<typeof validFiles>[0]): Promise<string[]> {
  const files = await validFiles(party, {
    count: INVOICES,
    seed: 90_000,
    specOf: (index) => ({
      receiver: receivers.biMxn,
      currency: 'MXN',
      exchangeRate: null,
      series: 'F',
      folio: String(90_000 + index),
      totalCents: 5_000_000n,
      emittedOn: addDays(today(), -10),
    }),
  });
  return Promise.all(
    files.map(async ({ name, buffer }) => {
      const path = join(folder, name);
      await writeFile(path, buffer);
      return path;
    }),
  );
}

/**
 * The element of `selector`, once it is there. Puppeteer's own locators and waits compile code in the page, which the
 * Content-Security-Policy refuses.
 */
async function found<Selector extends string>(
  page: Page,
  selector: Selector,
): Promise<ElementHandle<NodeFor<Selector>>> {
  await expect
    .poll(async () => (await page.$$(selector)).length, { message: selector, timeout: PATIENCE_MS })
    .toBeGreaterThan(0);
  const [first] = await page.$$(selector);
  if (first === undefined) throw new Error(`${selector} has gone`);
  return first;
}

const press = async (page: Page, selector: string): Promise<void> => (await found(page, selector)).click();

const click = (page: Page, name: string, role = 'button'): Promise<void> =>
  press(page, `::-p-aria([name="${name}"][role="${role}"])`);

async function fill(page: Page, selector: string, text: string): Promise<void> {
  await press(page, selector);
  await page.keyboard.type(text);
}

const read = (page: Page, text: string): Promise<void> =>
  expect.poll(() => page.evaluate(() => document.body.textContent), { timeout: PATIENCE_MS }).toContain(text);

// Playwright drives only its own build of Firefox; Puppeteer drives the released one.
test('[VTA-01] [RES-01] [RES-02] [EST-02] [RPG-01] a company sells its invoices in Firefox', { tag: '@full' }, async ({
  baseURL,
}) => {
  const base = baseURL ?? '';
  const { party, admin } = await aCompany('norte');
  const folder = await mkdtemp(join(tmpdir(), 'anticipa-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: DEBIAN_FIREFOX,
    timeout: PATIENCE_MS,
    // A viewport of Puppeteer's needs commands that Firefox ESR lacks.
    defaultViewport: null,
    args: ['--width=1440', '--height=900'],
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.goto(`${base}/login`);
    await fill(page, 'input[name=email]', admin);
    await fill(page, 'input[type=password]', PASSWORD);
    await page.keyboard.press('Enter');
    await read(page, 'CRÉDITO DISPONIBLE');

    const input = await found(page, 'input[type=file]');
    await input.uploadFile(...(await pickableFiles(folder, party)));
    await read(page, `${INVOICES} facturas nuevas`);
    await click(page, `Seleccionar las facturas de ${receivers.biMxn.name}`, 'checkbox');
    await press(page, '[aria-label="Selección"] button:last-child');
    await fill(page, '[id^="venta-plazo"]', '60');
    await read(page, 'Precio confirmado');
    await click(page, 'Vender mis facturas');
    await click(page, 'Confirmar los datos');
    await read(page, 'TÉRMINOS Y CONDICIONES DE LA VENTA DE FACTURAS');
    await page.evaluate(() => document.querySelector('[aria-label="Términos y Condiciones"]')?.scrollTo(0, 100_000));
    await press(page, 'button:not([aria-disabled])::-p-text(Sí, acepto)');
    await read(page, 'Qué sigue');
    await click(page, 'Dar seguimiento');

    await page.goto(`${base}/?estado=credito`);
    await expect.poll(async () => (await page.$$('[data-row]')).length, { timeout: PATIENCE_MS }).toBe(INVOICES);
    const boxes = await page.$$('[data-row] input[type=checkbox]');
    await boxes[0]?.click();
    await page.keyboard.down('Shift');
    await boxes[INVOICES - 1]?.click();
    await page.keyboard.up('Shift');
    await read(page, `Selección: ${INVOICES}`);
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});
