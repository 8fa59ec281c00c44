import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addDays } from '@anticipa/domain/calendar';
import { expect, test } from '@playwright/test';
import puppeteer, { type Page } from 'puppeteer-core';
import { aCompany } from './company.ts';
import { DEBIAN_FIREFOX } from './firefox.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { PASSWORD } from './portal.ts';
import { workerHeaders } from './worker-headers.ts';

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

const click = (page: Page, name: string, role = 'button') =>
  page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click();

const read = async (page: Page, text: string): Promise<void> => void (await page.waitForSelector(`::-p-text(${text})`));

// Playwright drives only its own build of Firefox; Puppeteer drives the released one.
test('[VTA-01] [RES-01] [RES-02] [EST-02] [RPG-01] a company sells its invoices in Firefox', async ({ baseURL }) => {
  const base = baseURL ?? '';
  const { party, admin } = await aCompany('norte');
  const folder = await mkdtemp(join(tmpdir(), 'anticipa-firefox-'));
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: DEBIAN_FIREFOX,
    timeout: PATIENCE_MS,
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const errors: unknown[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.setViewport({ width: 1440, height: 900 });
    await page.setExtraHTTPHeaders(workerHeaders);
    await page.goto(`${base}/login`);
    await page.locator('input[type=email], input[name=email]').fill(admin);
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await read(page, 'CRÉDITO DISPONIBLE');

    const input = await page.waitForSelector('input[type=file]');
    await input?.uploadFile(...(await pickableFiles(folder, party)));
    await read(page, `${INVOICES} facturas nuevas`);
    await click(page, `Seleccionar las facturas de ${receivers.biMxn.name}`, 'checkbox');
    await page.locator('[aria-label="Selección"] button:last-child').click();
    await page.locator('[id^="venta-plazo"]').fill('60');
    await read(page, 'Precio confirmado');
    await click(page, 'Vender mis facturas');
    await click(page, 'Confirmar los datos');
    await read(page, 'TÉRMINOS Y CONDICIONES DE LA VENTA DE FACTURAS');
    await page.evaluate(() => document.querySelector('[aria-label="Términos y Condiciones"]')?.scrollTo(0, 100_000));
    await page.waitForSelector('button:not([aria-disabled])::-p-text(Sí, acepto)');
    await click(page, 'Sí, acepto');
    await read(page, 'Qué sigue');
    await click(page, 'Dar seguimiento');

    await page.goto(`${base}/?estado=credito`);
    await page.waitForFunction((rows) => document.querySelectorAll('[data-row]').length === rows, {}, INVOICES);
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
