/** Steps in 'Banco': the accounts, the files of their movements, and their comparison with the books. */
import { expect, type Page } from '@playwright/test';
import type { Account } from './bank-account.ts';
import { chooseTab, closed, press } from './keys.ts';

/** Adds an account and maps the columns of its files from a sample. */
export async function addAccount(page: Page, { name, number, currency, file }: Account): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Cuentas', exact: true }));
  await press(page, page.getByRole('button', { name: 'Nueva cuenta' }));
  const dialog = page.getByRole('dialog', { name: 'Cuenta y columnas de sus archivos' });
  await dialog.getByLabel('Nombre', { exact: true }).fill(name);
  await dialog.getByLabel('Número o CLABE').fill(number);
  await dialog.getByLabel('Moneda').selectOption(currency);
  await dialog.getByLabel('Archivo de muestra').setInputFiles(file());
  await dialog.getByLabel('Saldo', { exact: true }).selectOption('5 · Saldo');
  await dialog.getByLabel('Clave de rastreo', { exact: true }).selectOption('6 · Clave de rastreo');
  await expect(dialog.getByLabel('Así se lee')).toHaveValue(/SPEI/);
  await press(page, dialog.getByRole('button', { name: 'Guardar cuenta' }));
  await closed(dialog);
}

/** Takes in the file of an account; each of its movements that is new waits to be booked. */
export async function bringFile(page: Page, account: Account, file = account.file()): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Subir archivo' }));
  const dialog = page.getByRole('dialog', { name: 'Subir movimientos del banco' });
  await dialog.getByLabel('Cuenta', { exact: true }).selectOption(`${account.name} · ${account.currency}`);
  await dialog.getByLabel('Archivo del banco').setInputFiles(file);
  await press(page, dialog.getByRole('button', { name: /^Subir \d+ movimientos?$/ }));
  await closed(dialog);
}

/** Books every movement whose meaning is clear. */
export async function bookMovements(page: Page): Promise<void> {
  // The list is not checked afterwards, because movements that need a person stay in it.
  await press(page, page.getByRole('checkbox', { name: 'Seleccionar todo lo que se muestra' }), 'Space');
  await press(page, page.getByRole('button', { name: /^Contabilizar \d+$/ }));
  const dialog = page.getByRole('dialog', { name: 'Contabilizar movimientos' });
  await press(page, dialog.getByRole('button', { name: 'Contabilizar', exact: true }));
  await closed(dialog);
}

/** Says that a movement is none of those that it resembles. */
export async function tellApart(page: Page, text: string, reason: string): Promise<void> {
  await press(page, page.getByRole('button', { name: `Revisar ${text}` }));
  const dialog = page.getByRole('dialog', { name: 'Revisar movimiento' });
  await expect(dialog.getByText('Se parece a otro')).toBeVisible();
  await dialog.getByLabel('Qué es').selectOption('Es otro movimiento, no el que ya está');
  await dialog.getByLabel('Motivo').fill(reason);
  await press(page, dialog.getByRole('button', { name: 'Guardar', exact: true }));
  await closed(dialog);
}

/** Every movement of the banks is in the books, and every one of the books at a bank. */
export async function expectReconciled(page: Page, groups: readonly string[]): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Nada por revisar' })).toBeVisible();
  await chooseTab(page, 'Conciliación');
  for (const name of groups)
    await expect(page.getByRole('region', { name, exact: true }).getByText('Sin diferencias').first()).toBeVisible();
  await expect(page.getByText('Con diferencias')).toHaveCount(0);
}
