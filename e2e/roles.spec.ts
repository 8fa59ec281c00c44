import { addDays, nextBusinessDay } from '@anticipa/domain/calendar';
import { operatorRoles } from '@anticipa/domain/operator';
import { isFullProof } from '@anticipa/sandbox/rounds';
import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { atDesk } from './desk.ts';
import { requestSale, sellIntoCredit } from './in-credit.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { asOwner } from './owner.ts';
import { api, checkLooks, checkTables } from './portal.ts';

/** An operator with one role alone, and the demo's password and code. Returns the e-mail. */
async function anOperatorWith(role: string): Promise<string> {
  const email = `${role}@roles.test`;
  await asOwner(
    `with made as (
       insert into operators (operator_id, email, password_hash, demo_code, first_name, last_name, created_at)
       select gen_random_uuid(), $1, password_hash, demo_code, 'Rol', $2, now()
       from operators where email = 'operador@anticipa.demo' returning operator_id
     )
     insert into operator_roles (operator_id, role, granted_at) select operator_id, $2, now() from made`,
    [email, role],
  );
  return email;
}

/** An invoice in credit, and a sale that waits for its deposit. */
test.beforeAll(async () => {
  const { admin, party } = await aCompany('norte');
  const dueDate = nextBusinessDay(addDays(today(), 30));
  const files = (seed: number) =>
    validFiles(party, {
      count: 1,
      seed,
      specOf: () => ({ receiver: receivers.biMxn, currency: 'MXN', exchangeRate: null }),
    });
  await sellIntoCredit(admin, { files: await files(871), dueDate });
  const [sold] = await requestSale(admin, { files: await files(872), dueDate, purchaseOrder: 'OPERADOR' });
  const { get, post } = await api('operador@anticipa.demo');
  const { rows } = await asOwner('select sale_id from sale_items where document_id = $1', [sold?.documentId]);
  const saleId = rows[0]?.sale_id;
  const { seen } = await get(`/api/lender/sales/${saleId}`);
  const decisions = [{ documentId: sold?.documentId, authorised: true, motive: null, note: 'Confirmada' }];
  expect((await post(`/api/lender/sales/${saleId}/answer`, { seen, decisions })).status).toBe(200);
});

test.use({ viewport: { width: 1440, height: 900 } });

for (const role of operatorRoles)
  test(`[DIN-87] every screen in the menu of ${role} opens, and no call of it is refused`, async ({ page }) => {
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()} on ${page.url()}`);
    });
    page.on('pageerror', (error) => refused.push(`${error.message} on ${page.url()}`));
    await atDesk(page, await anOperatorWith(role), '/lender');
    const menu = page.getByRole('navigation', { name: 'Menú' });
    await expect(menu.getByRole('link').first()).toBeVisible();
    const screens = await menu.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    for (const screen of screens.filter((one) => one?.startsWith('/lender'))) {
      const left = new URL(page.url()).pathname === screen ? null : await page.locator('h1').elementHandle();
      await menu.locator(`a[href="${screen}"]`).click();
      await expect(page).toHaveURL((url) => url.pathname === screen);
      // Until the heading is there, a tab could belong to the previous screen.
      await left?.waitForElementState('hidden');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Cargando', { exact: true })).toHaveCount(0);
      await checkTables(page);
      const tabs = page.getByRole('tab');
      for (let place = 1; place < (await tabs.count()); place += 1) {
        await tabs.nth(place).click();
        await expect(tabs.nth(place)).toHaveAttribute('aria-selected', 'true');
        await expect(page.getByText('Cargando', { exact: true })).toHaveCount(0);
        await checkTables(page);
      }
      if (isFullProof) await checkLooks(page, `${role}-${screen?.replaceAll('/', '-')}`);
    }
    expect(screens.length).toBeGreaterThan(3);
    expect(refused).toEqual([]);
  });
