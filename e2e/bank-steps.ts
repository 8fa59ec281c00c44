/** Steps in 'Banco': the accounts, the files of their movements, and their comparison with the books. */
import { expect, type Page } from '@playwright/test';
import type { Account } from './bank-account.ts';

/** Adds an account and maps the columns of its files from a sample. */
export async function addAccount(page: Page, { name, number, currency, file }: Account): Promise<void> {
  await page.getByRole('button', { name: 'Cuentas', exact: true }).click();
  await page.getByRole('button', { name: 'Nueva cuenta' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cuenta y columnas de sus archivos' });
  await dialog.getByLabel('Nombre', { exact: true }).fill(name);
  await dialog.getByLabel('Número o CLABE').fill(number);
  await dialog.getByLabel('Moneda').selectOption(currency);
  await dialog.getByLabel('Archivo de muestra').setInputFiles(file());
  await dialog.getByLabel('Saldo', { exact: true }).selectOption('5 · Saldo');
  await dialog.getByLabel('Clave de rastreo', { exact: true }).selectOption('6 · Clave de rastreo');
  await expect(dialog.getByLabel('Así se lee')).toHaveValue(/SPEI/);
  await dialog.getByRole('button', { name: 'Guardar cuenta' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Uploads the file of an account. Its new movements wait to be booked. */
export async function bringFile(page: Page, account: Account): Promise<void> {
  await page.getByRole('button', { name: 'Subir archivo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subir movimientos del banco' });
  await dialog.getByLabel('Cuenta', { exact: true }).selectOption(`${account.name} · ${account.currency}`);
  await dialog.getByLabel('Archivo del banco').setInputFiles(account.file());
  await dialog.getByRole('button', { name: /^Subir \d+ movimientos?$/ }).click();
  await expect(dialog).toHaveCount(0);
}

/** Books every movement whose meaning is clear. */
export async function bookMovements(page: Page): Promise<void> {
  // The list is not checked afterwards, because movements that need a person stay in it.
  await page.getByRole('checkbox', { name: 'Seleccionar todo lo que se muestra' }).click();
  await page.getByRole('button', { name: /^Contabilizar \d+$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Contabilizar movimientos' });
  await dialog.getByRole('button', { name: 'Contabilizar', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Expects no difference between the banks and the books in any group of accounts. */
export async function expectReconciled(page: Page, groups: readonly string[]): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Nada por revisar' })).toBeVisible();
  await page.getByRole('tab', { name: 'Conciliación' }).click();
  for (const name of groups)
    await expect(page.getByRole('region', { name, exact: true }).getByText('Sin diferencias').first()).toBeVisible();
  await expect(page.getByText('Con diferencias')).toHaveCount(0);
}
