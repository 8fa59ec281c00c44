import { setAsPreSell } from '@anticipa/contract/sales';
import { addDays } from '@anticipa/domain/calendar';
import type { InvoiceSpec } from '@anticipa/sandbox/cfdi-generator';
import { expect, type Page, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { signIn } from './portal.ts';

const receiver = receivers.biMxn;

/** Selects the receiver's invoices and prepares the sale up to the button that holds them. */
async function prepareSale(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: `Seleccionar las facturas de ${receiver.name}` }).check();
  await page
    .getByRole('region', { name: 'Selección' })
    .getByRole('button', { name: /^Vender/ })
    .click();
  await page.getByLabel('Plazo de pago en días').fill('60');
  await expect(page.getByText('Precio confirmado')).toBeVisible();
}

/** The API tests prove the race; `refusals.spec.ts` shows what a refused sale looks like. */
test('[RES-07] [VTA-14] when two users sell the same invoices at once, one wins and the other gets an error and fresh data', {
  tag: '@full',
}, async ({ browser }) => {
  const { party, admin, emailOf } = await aCompany('norte');
  const [one, other] = await Promise.all(
    [admin, emailOf('usuario')].map(async (email) => {
      const page = await (await browser.newContext()).newPage();
      await signIn(page, email);
      return page;
    }),
  );
  if (!one || !other) throw new Error('two people are needed');
  const specOf = (index: number): Partial<InvoiceSpec> => ({
    receiver,
    currency: 'MXN',
    exchangeRate: null,
    version: '4.0',
    series: 'R',
    folio: String(30_000 + index),
    totalCents: 5_000_000n,
    emittedOn: addDays(today(), -10),
  });
  const files = await validFiles(party, { count: 2, seed: 30_000, specOf });
  await one.locator('input[type=file]').first().setInputFiles(files);
  await expect(one.getByText('2 facturas nuevas', { exact: true })).toBeVisible();

  await Promise.all([prepareSale(one), prepareSale(other)]);
  // Neither arrives before both are under way: its event would take the invoices off the other's list.
  const { promise: bothAsked, resolve: letPass } = Promise.withResolvers<void>();
  let asked = 0;
  for (const page of [one, other]) {
    await page.route(`**${setAsPreSell.path}`, async (route) => {
      asked += 1;
      if (asked === 2) letPass();
      await bothAsked;
      await route.continue();
    });
  }
  await Promise.all([one, other].map((page) => page.getByRole('button', { name: 'Vender mis facturas' }).click()));

  const won = (page: Page) => page.getByRole('heading', { name: 'Revisa los datos de la venta' });
  const lost = (page: Page) => page.getByText('La factura ya está en otra venta. Actualizamos la lista.').first();
  await Promise.all([one, other].map((page) => expect(won(page).or(lost(page)).first()).toBeVisible()));
  const wins = await Promise.all([one, other].map((page) => won(page).isVisible()));
  expect(wins.filter(Boolean)).toHaveLength(1);
  // The losing dialog scrolls to the message, from any scroll position.
  const loser = wins[0] ? other : one;
  await expect(loser.getByRole('dialog').locator(':focus')).toContainText('La factura ya está en otra venta.');
});
