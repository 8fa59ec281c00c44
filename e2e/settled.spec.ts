import { readFile } from 'node:fs/promises';
import { listDueReferences, registerCollection } from '@anticipa/contract/collections';
import { addDays, daysBetween, nextBusinessDay } from '@anticipa/domain/calendar';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { sellIntoCredit } from './in-credit.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { withReferenceNumbers } from './owner.ts';
import { api, checkLooks, signIn } from './portal.ts';

const dueDate = nextBusinessDay(addDays(today(), 45));
const START = 50_020;

/** The golden 116,000.00 in pesos of BI and 5,000.00 dollars of FB. */
const specOf = (index: number): Partial<InvoiceSpec> => ({
  ...(index === 0
    ? { receiver: receivers.biMxn, currency: 'MXN', exchangeRate: null, totalCents: 11_600_000n }
    : { receiver: receivers.fbUsd, currency: 'USD', exchangeRate: '18.5199', totalCents: 500_000n }),
  version: '4.0',
  series: 'L',
  folio: String(START + index),
  emittedOn: addDays(today(), -10),
});

const amount = (cents: bigint): string =>
  `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`.replace(/\B(?=(\d{3})+\.)/g, ',');
const half = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

/** Terms of the golden sale: 24 % on 360 days, aforo of 10 %, IVA of 16 %. */
const interest = half(11_600_000n * BigInt(daysBetween(today(), dueDate)) * 24n, 36_000n);
const deposit = 11_600_000n - 1_160_000n - interest;
const returned = 1_160_000n - half(interest * 16n, 100n);

const monthInWords = (date: string): string => {
  const name = new Intl.DateTimeFormat('es-MX', { month: 'long', timeZone: 'UTC' }).format(new Date(date));
  return `${name} ${date.slice(0, 4)}`;
};
const inMexico = (date: string): string => date.split('-').toReversed().join('/');

/** The screen has component tests, the payment API tests; needs a node in the past. */
test('[RUT-01] [RUT-03] [LIQ-01] [LIQ-02] an invoice paid by its reference appears among the settled ones', {
  tag: '@full',
}, async ({ page }) => {
  const { party, admin: email } = await aCompany('norte');
  const files = await validFiles(party, { count: 2, seed: START, specOf });
  const selling = sellIntoCredit(email, { files, dueDate });
  await signIn(page, email);
  const [, dollars] = await selling;

  await page.goto('/?producto=BI&estado=credito');
  const credit = page.getByRole('dialog', { name: /^En crédito/ });
  await credit.getByRole('checkbox', { name: new RegExp(`L-${START}$`) }).check();
  const shown = page.getByRole('dialog', { name: 'Referencia de pago' }).getByText(/AN\d{12}/);
  await withReferenceNumbers(async () => {
    await credit.getByRole('button', { name: 'Generar referencia de pago' }).click();
    await expect(shown.first()).toBeVisible();
  });
  const reference = /AN\d{12}/.exec((await shown.first().textContent()) ?? '')?.[0] ?? '';
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');

  // The lender books one payment by reference and one by invoice.
  const operator = await api('operador@anticipa.demo');
  const due = listDueReferences.response.parse(await operator.get('/api/lender/references'));
  expect(due.data.find((one) => one.reference === reference)).toMatchObject({ amount: '116000.00', count: 1 });
  const pay = async (pays: object, payment: object): Promise<void> => {
    const common = { valueDate: due.today, source: 'STP', bank: 'Banco del Golfo' };
    const answer = await operator.post('/api/lender/collections', { pays, ...common, ...payment });
    registerCollection.response.parse(await answer.json());
  };
  await pay({ reference }, { amount: '116000.00', currency: 'MXN', trackingKey: `E2E${reference}` });
  await pay(
    { documentIds: [dollars?.documentId] },
    { amount: '5000.00', currency: 'USD', trackingKey: `E2EUSD${reference}` },
  );

  // The status updates without a reload and links there.
  const news = page.getByText(/de Anticipo Índice (quedó liquidada|quedaron liquidadas)\./).first();
  await expect(news).toBeVisible();
  await page.getByRole('link', { name: 'Facturas Liquidadas' }).click();
  await expect(page).toHaveURL(/\/invoices$/);
  await expect(page).toHaveTitle(/^Facturas Liquidadas/);
  await expect(page.getByRole('heading', { name: 'Facturas Liquidadas', level: 1 })).toBeFocused();

  const month = monthInWords(today());
  const table = page.getByRole('grid', { name: `Facturas liquidadas en ${month}` });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Pagador',
    'Folio',
    'F. Emisión',
    'Importe',
    'Moneda',
    'Anticipo',
    'F. Depósito',
    'F. Vencimiento',
    'F. Pago',
    'Interés',
    'Recargos',
    'Devolución',
    'Pago automático',
  ]);
  const pesos = table.getByRole('row').filter({ hasText: `L-${START}` });
  await expect(pesos.getByRole('gridcell')).toHaveText([
    new RegExp(`^${receivers.biMxn.name}ANTICIPO ÍNDICE$`),
    `L-${START}`,
    inMexico(addDays(today(), -10)),
    'MXN 116,000.00',
    'MXN',
    `MXN ${amount(deposit)}`,
    inMexico(today()),
    inMexico(dueDate),
    inMexico(today()),
    `MXN ${amount(interest)}`,
    'MXN 0.00',
    `MXN ${amount(returned)}`,
    'STP · Banco del Golfo',
  ]);
  const other = table.getByRole('row').filter({ hasText: `L-${START + 1}` });
  await expect(other.getByRole('gridcell').first()).toContainText('FACTORAJE');
  await expect(other.getByRole('gridcell').last()).toHaveText('—');
  await expect(table.getByRole('row').last()).toContainText('USD 5,000.00');
  await checkLooks(page, 'settled');

  await pesos.getByRole('button', { name: /Cómo se calcula la devolución|MXN/ }).click();
  await expect(page.getByText('− IVA del interés')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByLabel('Buscar pagador, folio, UUID o producto').fill(`L-${START + 1} factoraje`);
  await expect(other).toBeVisible();
  await expect(pesos).toHaveCount(0);
  await page.getByRole('button', { name: 'Exportar' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Descargar CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^facturas-liquidadas-${today().slice(0, 7)}-01-a-.*\\.csv$`),
  );
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFFPagador,Folio,RFC,UUID,F. Emisión,.*,Devolución,Pago automático,Producto$/);
  expect(lines.find((line) => line.includes(`L-${START},`))).toContain(`,116000.00,MXN,`);

  await page.getByRole('button', { name: 'Mes anterior' }).click();
  await expect(page.getByRole('heading', { name: /^No hay facturas liquidadas en / })).toBeVisible();
  await checkLooks(page, 'settled-none');
  await expect(page).toHaveURL(/\/invoices\?mes=\d{4}-\d{2}$/);
  await page.reload();
  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  await expect(pesos).toBeVisible();
});
