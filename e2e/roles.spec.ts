import { operatorRoles } from '@anticipa/domain/operator';
import { isFullProof } from '@anticipa/sandbox/rounds';
import { expect, test } from '@playwright/test';
import { atDesk } from './desk.ts';
import { asOwner } from './owner.ts';
import { checkLooks } from './portal.ts';

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
      await menu.locator(`a[href="${screen}"]`).click();
      await expect(page).toHaveURL((url) => url.pathname === screen);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Cargando', { exact: true })).toHaveCount(0);
      if (isFullProof) await checkLooks(page, `${role}-${screen?.replaceAll('/', '-')}`);
    }
    expect(screens.length).toBeGreaterThan(3);
    expect(refused).toEqual([]);
  });
