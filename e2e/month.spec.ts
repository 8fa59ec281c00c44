/**
 * Two months of a lender on its screens, in a production of this process, whose clock the journey moves. It goes on where
 * `opening.spec.ts` ends: the lender and its first client are set up over the API.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@anticipa/api/platform/db/embedded/embedded';
import { migrate } from '@anticipa/api/platform/db/migrate';
import { connectTo } from '@anticipa/api/testing/connections';
import { firstClient, openClient, setUpLender } from '@anticipa/api/testing/lender-start';
import {
  type EnrolledOperator,
  PRODUCTION_PASSWORD,
  type Production,
  startProduction,
} from '@anticipa/api/testing/production';
import { type Bank, bankWith } from '@anticipa/api/testing/simulation/bank';
import { differencesIn } from '@anticipa/api/testing/simulation/night';
import { login } from '@anticipa/contract/session';
import { addDays } from '@anticipa/domain/calendar';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { type PickedFile, receivers } from './invoices.ts';
import { approve, approveReceiver, authoriseSale, confirmSale, sell } from './opening-steps.ts';
import { ARTEFACTS, drop } from './portal.ts';

const { issuer, administrator } = firstClient;
/** Invoices of 100,000.00 pesos each. */
const FOLIOS = ['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8'];
const dataDir = join(ARTEFACTS, `month-${process.pid}`);

let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let production: Production;
let bank: Bank;
test.beforeAll(async () => {
  postgres = await startEmbeddedPostgres({ dataDir, durability: 'scratch', onEvent: () => undefined });
  await migrate(postgres.url);
  const now = new Date('2026-01-16T17:00:00Z');
  const db = await connectTo(postgres.url, () => Promise.resolve());
  production = await startProduction({ now, db, webDir: join(import.meta.dirname, '..', 'apps/web/dist') });
  bank = bankWith(production.systems.stp);
});
test.afterAll(async () => {
  await production?.close();
  await postgres?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A person at a browser. */
interface Person {
  readonly page: Page;
  readonly email: string;
  readonly operator: EnrolledOperator | null;
}

async function aPerson(browser: Browser, email: string, operator: EnrolledOperator | null): Promise<Person> {
  const page = await browser.newPage({ baseURL: production.config.baseUrl });
  return { page, email, operator };
}

/** Signs in and opens a screen. */
async function open({ page, email, operator }: Person, path: string): Promise<void> {
  await page.clock.setFixedTime(production.clock.now());
  const data = { username: email, password: PRODUCTION_PASSWORD, ...(operator && { code: operator.code() }) };
  await expect(await page.request.post(login.path, { data })).toBeOK();
  await page.goto(path);
}

/** Lets time pass until eleven o'clock on a day; the nights' jobs of that day run. */
async function dawn(day: string): Promise<void> {
  production.clock.set(new Date(`${day}T09:00:00Z`));
  await production.work('accrue-interest', 'fetch-exchange-rate', 'cut-last-month');
  production.clock.set(new Date(`${day}T17:00:00Z`));
}

async function files(): Promise<PickedFile[]> {
  const made = await makeInvoices({
    pki: production.systems.pki,
    issuer: { rfc: issuer.rfc, name: issuer.entityName, regime: '601', postalCode: '64000' },
    count: FOLIOS.length,
    seed: 1,
    today: production.clock.today(),
    override: (index) => ({
      receiver: receivers.biMxn,
      currency: 'MXN',
      exchangeRate: null,
      conditions: null,
      series: 'M',
      folio: String(index + 1),
      totalCents: 10_000_000n,
      emittedOn: addDays(production.clock.today(), -1),
    }),
  });
  return made.map(({ name, bytes }) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(bytes) }));
}

let keys = 0;
const nextKey = (): string => {
  keys += 1;
  return `BANCO${keys}`;
};

/** The amount in a field or a text, in cents. */
const cents = (text: string): bigint => BigInt(text.replace(/[^\d]/g, ''));

interface Typed {
  /** Instead of what is owed today. */
  readonly amount?: string;
  readonly reason?: string;
}

/** Registers the payment of some invoices, which has arrived at a bank. */
async function pay(page: Page, folios: readonly string[], { amount, reason }: Typed = {}): Promise<void> {
  await page.goto('/lender/portfolio');
  for (const folio of folios) await page.getByRole('row', { name: folio }).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Registrar pago' }).click();
  const dialog = page.getByRole('dialog');
  const field = dialog.getByLabel('Importe recibido');
  if (amount !== undefined) await field.fill(amount);
  bank.move('MXN', cents(await field.inputValue()));
  await dialog.getByLabel('Clave de rastreo').fill(nextKey());
  await dialog.getByLabel('Banco que envió').fill('BBVA MEXICO');
  if (reason !== undefined) await dialog.getByLabel('Motivo').fill(reason);
  await dialog.getByRole('button', { name: reason === undefined ? 'Registrar pago' : 'Enviar a aprobación' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Registers what a person has transferred at the bank. */
async function transferByHand(page: Page, button: Locator): Promise<void> {
  await button.click();
  const dialog = page.getByRole('dialog');
  const [amount = ''] = /MXN ([\d,]+\.\d\d)/.exec((await dialog.textContent()) ?? '')?.slice(1) ?? [];
  bank.move('MXN', -cents(amount));
  await dialog.getByLabel('Clave de rastreo').fill(nextKey());
  await dialog.getByRole('button', { name: 'Registrar pago' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Money that arrives at STP without a word about what it pays. */
async function arrive(claveRastreo: string, monto: number): Promise<void> {
  const cuentaBeneficiario = production.config.stpClabe ?? '';
  await bank.stp.deposit({ claveRastreo, monto, cuentaBeneficiario, conceptoPago: 'PAGO DE FACTURAS' });
  // The bank is asked at most once a minute.
  production.clock.pass(61_000);
  await production.work('poll-received');
}

test('[DIN-81] two months of a lender on its screens leave its books at what its bank has', {
  tag: '@full',
}, async ({ browser }) => {
  test.slow();
  const [first, other] = [
    await production.anOperator('ana@financiera.example'),
    await production.anOperator('beto@financiera.example'),
  ];
  const people = { operator: await first.signIn(), second: await other.signIn() };
  await setUpLender(people, production.config, production.clock.today());
  await openClient(people, production.config);
  await production.acceptInvitation(administrator.email);
  production.clock.pass(60_000);
  const zoe = await aPerson(browser, administrator.email, null);
  const ana = await aPerson(browser, 'ana@financiera.example', first);
  const beto = await aPerson(browser, 'beto@financiera.example', other);

  await open(zoe, '/');
  await drop(zoe.page, await files());
  await expect(zoe.page.getByText(`${FOLIOS.length} facturas nuevas`, { exact: true })).toBeVisible();
  await open(beto, '/lender/receivers');
  await approveReceiver(beto.page, receivers.biMxn.name);
  await sell(zoe.page, receivers.biMxn.name);
  await open(ana, '/lender/inbox');
  await authoriseSale(ana.page, FOLIOS.length, issuer.entityName);
  await confirmSale(beto.page);

  // The new account receives nothing for a day.
  await dawn('2026-01-19');
  await open(beto, '/lender/payables');
  await beto.page.getByRole('row', { name: 'Venta 1' }).getByRole('checkbox').check();
  await beto.page.getByRole('button', { name: 'Ordenar depósito' }).click();
  await beto.page.getByRole('dialog').getByRole('button', { name: 'Ordenar' }).click();
  await expect(beto.page.getByText('Se ordenó 1 depósito.').first()).toBeVisible();
  await production.work('poll-transfers');

  await dawn('2026-02-03');
  await open(ana, '/lender/month-cut?mes=2026-01');
  await expect(ana.page.getByRole('grid', { name: 'CFDI del mes' }).getByRole('row', { name: 'Vigente' })).toHaveCount(
    1,
  );
  await pay(ana.page, ['M1']);

  await dawn('2026-03-17');
  await open(ana, '/lender/portfolio');
  await pay(ana.page, ['M2']);
  await pay(ana.page, ['M3'], { amount: '92000.00' });
  await pay(ana.page, ['M4'], { amount: '105000.00', reason: 'El receptor pagó de más' });
  await open(beto, '/lender/proposals');
  await approve(beto.page, /^Cobro con clave/);
  await arrive('DOBLE1', 100_000);
  await arrive('DESCONOCIDO1', 100_000);
  await ana.page.goto('/lender/receipts?cola=unidentified');
  await ana.page.getByRole('button', { name: 'Regresar DOBLE1' }).click();
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Regresar' }).click();
  await ana.page.getByRole('button', { name: 'Identificar DESCONOCIDO1' }).click();
  const identifying = ana.page.getByRole('dialog');
  await identifying.getByLabel(/^M5 /).check();
  await identifying.getByRole('button', { name: 'Identificar' }).click();
  await expect(identifying).toHaveCount(0);

  await dawn('2026-03-27');
  await open(ana, '/lender/portfolio');
  await pay(ana.page, ['M6']);
  await pay(ana.page, ['M7', 'M8']);
  await ana.page.goto('/lender/portfolio');
  await ana.page.getByRole('link', { name: 'M3' }).click();
  await ana.page.getByRole('button', { name: 'Cerrar faltante' }).click();
  const closing = ana.page.getByRole('dialog');
  await closing.getByLabel('Motivo').fill('El receptor no paga más');
  await closing.getByRole('button', { name: 'Cerrar faltante' }).click();
  await expect(closing).toHaveCount(0);
  await open(beto, '/lender/proposals');
  await approve(beto.page, /^Cerrar un faltante/);
  await beto.page.goto('/lender/payables?cola=payouts');
  await transferByHand(beto.page, beto.page.getByRole('button', { name: /^Registrar la devolución/ }));
  await beto.page.goto('/lender/payables?cola=returns');
  await transferByHand(beto.page, beto.page.getByRole('button', { name: 'Registrar el regreso de DOBLE1' }));

  await dawn('2026-04-01');
  await production.work('invoice-late-charges', 'complement-payments');
  await open(ana, '/lender/portfolio');
  await expect(ana.page.getByRole('heading', { name: 'Nada por cobrar' })).toBeVisible();
  production.takeLog();
  expect(await differencesIn({ production, bank })).toEqual([]);
});
