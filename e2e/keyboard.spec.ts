import { addDays } from '@anticipa/domain/calendar';
import { expect, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { receivers, today, validFiles } from './invoices.ts';
import { focused, press, tabTo } from './keys.ts';
import { drop, PASSWORD } from './portal.ts';

test('[VTA-01] [VTA-16] [RES-01] [RES-02] a sale takes only the keyboard, from the sign-in to its follow-up', async ({
  page,
}) => {
  const { party, admin } = await aCompany('norte');
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(admin);
  await tabTo(page, page.getByLabel('Contraseña', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Tablero General', level: 1 })).toBeVisible();
  const receiver = receivers.biMxn;
  const specOf = (index: number) =>
    ({
      folio: String(70_000 + index),
      series: 'K',
      emittedOn: addDays(today(), -10),
      version: '4.0',
      receiver,
      currency: 'MXN',
      exchangeRate: null,
      totalCents: 11_600_000n,
    }) as const;
  await drop(page, await validFiles(party, { count: 3, seed: 70_000, specOf }));
  await expect(page.getByText('3 facturas nuevas', { exact: true })).toBeVisible({ timeout: 120_000 });

  await press(page, page.getByRole('checkbox', { name: `Seleccionar las facturas de ${receiver.name}` }), 'Space');
  await press(page, page.getByRole('region', { name: 'Selección' }).getByRole('button', { name: /^Vender/ }));

  const dialog = page.getByRole('dialog', { name: 'VENDER FACTURAS' });
  await tabTo(page, dialog.getByLabel('Plazo de pago en días').first());
  await page.keyboard.type('60');
  // The focus moves to the same button of the next invoice, and the sale keeps the others. They are listed as they arrived.
  const deletions = dialog.getByRole('button', { name: /^Eliminar la factura/ });
  const [first = '', second = ''] = await deletions.evaluateAll((buttons) =>
    buttons.map(({ ariaLabel }) => ariaLabel ?? ''),
  );
  await press(page, dialog.getByRole('button', { name: first }));
  await expect(dialog.getByRole('button', { name: second })).toBeFocused();
  await expect(dialog.getByRole('button', { name: first })).toHaveCount(0);
  await expect(dialog.getByText('Precio confirmado')).toBeVisible();
  await press(page, dialog.getByRole('button', { name: 'Vender mis facturas' }));

  await expect(dialog.getByRole('heading', { name: 'Revisa los datos de la venta' })).toBeVisible();
  expect(await focused(page)).not.toMatch(/^body /);
  await press(page, dialog.getByRole('button', { name: 'Confirmar los datos' }));

  const terms = page.getByRole('dialog', { name: 'Términos y Condiciones' });
  const text = terms.getByRole('region', { name: 'Términos y Condiciones' });
  await tabTo(page, text);
  await page.keyboard.press('End');
  const accept = terms.getByRole('button', { name: 'Sí, acepto' });
  await expect(accept).not.toHaveAttribute('aria-disabled', 'true');
  await press(page, accept);

  await expect(dialog.getByText('Qué sigue')).toBeVisible();
  expect(await focused(page)).not.toMatch(/^body /);
  await press(page, dialog.getByRole('button', { name: 'Dar seguimiento' }));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/sales\/\d+$/);
  expect(await focused(page)).not.toMatch(/^body /);
});
