/** Demo data of the recordings: the survey answered, invoices to sell, some sold, one rejected. */
import { addDays } from '@anticipa/domain/calendar';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { type Browser, expect, type Page } from '@playwright/test';
import { brokenFiles, type PickedFile, receivers, today, validFiles } from '../invoices.ts';
import { apiAs, PASSWORD } from '../portal.ts';
import { type Kind, prepareReview } from './screens.ts';

export type Person = 'admin@norte.demo' | 'admin@este.demo';

const RATE = '18.5199';
const PORTAL_SIZE = { width: 1024, height: 640 };
let nextFolio = 3_014;

/** `count` new invoices of Manufacturas del Norte to one receiver, with distinct amounts. */
export function invoicesTo(kind: Kind, count: number, folio?: number): Promise<PickedFile[]> {
  const first = folio ?? nextFolio;
  if (folio === undefined) nextFolio += count;
  const dollars = kind.endsWith('Usd');
  const specOf = (index: number): Partial<InvoiceSpec> => ({
    receiver: receivers[kind],
    currency: dollars ? 'USD' : 'MXN',
    exchangeRate: dollars ? RATE : null,
    version: '4.0',
    series: 'F',
    folio: String(first + index),
    totalCents: (dollars ? 1_250_000n : 18_400_000n) + BigInt((first + index) % 50) * 13_700n,
    emittedOn: addDays(today(), -6 - index),
  });
  return validFiles(demoClients.norte, { count, seed: first, specOf });
}

/** Several kinds of files that are not invoices. */
export const notInvoices = async (): Promise<PickedFile[]> => {
  const kinds = ['not-stamped', 'other-issuer', 'not-xml'];
  return (await brokenFiles(demoClients.norte, 1, 7)).filter(({ name }) => kinds.some((kind) => name.startsWith(kind)));
};

/** Opens `start` signed in as a user, or as a visitor if `as` is null. */
export async function openFor(
  browser: Browser,
  { portal, as, start }: { portal: string; as: Person | null; start: string },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: portal,
    viewport: PORTAL_SIZE,
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  if (as) {
    const { request } = context;
    await request.post('/api/login', { data: { username: as, password: PASSWORD } });
  }
  await page.goto(start);
  await page.getByRole('heading', { level: 1 }).waitFor();
  // The button of the help centre appears a few seconds later than the rest.
  if (as) await page.getByRole('button', { name: 'Ayuda' }).waitFor();
  return page;
}

/** Uploads files, unrecorded. */
async function upload(page: Page, files: readonly PickedFile[]): Promise<void> {
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files]);
  await expect(page.getByText('Carga terminada', { exact: true })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('region', { name: 'Carga de facturas' }).getByRole('button', { name: 'Cerrar' }).click();
}

/** Sells all invoices of some receivers, unrecorded. */
async function sell(page: Page, kinds: readonly Kind[]): Promise<void> {
  await prepareReview(page, kinds);
  await page.getByRole('button', { name: 'Confirmar los datos' }).click();
  await page.getByRole('button', { name: 'Sí, acepto' }).click();
  await page.getByRole('button', { name: 'Cerrar' }).last().click();
  await expect(page.getByText(/En crédito\.$/).first()).toBeVisible({ timeout: 60_000 });
}

interface AskedQuestion {
  readonly questionId: string;
  readonly type: 'string' | 'text' | 'rating' | 'ratingZero';
}

/** Answers a user's survey so that it does not open during a recording. */
async function answerSurvey(portal: string, email: string): Promise<void> {
  const { userId, get, post } = await apiAs(portal, email);
  const { data } = await get(`/api/survey-answer/getForUser/${userId}`);
  if (!data) return;
  const surveyQuestions = data.questions.map(({ questionId, type }: AskedQuestion) => ({
    questionId,
    answer: type.startsWith('rating') ? 1 : 'Nada',
  }));
  const answered = await post('/api/survey-answer/save', { surveyId: data.surveyId, surveyQuestions });
  if (!answered.ok) throw new Error(`the survey was refused: ${answered.status}`);
}

export async function seedDemo(browser: Browser, portal: string): Promise<void> {
  await answerSurvey(portal, 'admin@norte.demo');
  const page = await openFor(browser, { portal, as: 'admin@norte.demo', start: '/' });
  // The demo's robot rejects folios ending in 13.
  await upload(page, [
    ...(await invoicesTo('fbMxn', 4, 1_010)),
    ...(await invoicesTo('biUsd', 3)),
    ...(await invoicesTo('biMxn', 3)),
  ]);
  await sell(page, ['fbMxn', 'biUsd', 'biMxn']);
  await upload(page, [
    ...(await invoicesTo('biMxn', 4)),
    ...(await invoicesTo('fbMxn', 3)),
    ...(await invoicesTo('fbUsd', 2)),
    ...(await invoicesTo('other', 3)),
  ]);
  await page.context().close();
}
