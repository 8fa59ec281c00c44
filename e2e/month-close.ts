import { formatMonth } from '@anticipa/texts/format';
import { expect, type Page } from '@playwright/test';
import { press } from './keys.ts';
import { openSold, undo } from './money-steps.ts';
import { approved, type Desk } from './month-desk.ts';

/** Closes the next month of the books at 'Cierre', with a reason for each line of its checklist that is open and may be explained. */
export async function closeMonth(page: Page, month: string): Promise<void> {
  const named = formatMonth(month);
  await expect(page.getByRole('heading', { name: `Cerrar ${named}` })).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Cerrar el mes' }));
  const dialog = page.getByRole('dialog', { name: `Cerrar ${named}` });
  for (const reason of await dialog.getByRole('textbox').all()) await reason.fill('Revisado contra el banco');
  await press(page, dialog.getByRole('button', { name: 'Cerrar el mes' }));
  await expect(page.getByRole('grid', { name: 'Meses cerrados' }).getByRole('row', { name: named })).toBeVisible();
}

/** The tab of 'Libros' where months are closed. */
export const CLOSE_PATH = '/lender/books?cola=close';

/** Balances of the accounts that the trial balance of some days shows. */
export async function trialBalance({ lender, carla }: Desk, from: string, to: string): Promise<string> {
  const page = await lender.open(carla, `/lender/books?desde=${from}&hasta=${to}`);
  const grid = page.getByRole('grid', { name: 'Balanza de comprobación' });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  return (await grid.getByRole('row').allTextContents()).join('\n');
}

/** The receipt of a settled invoice had been that of another debt. */
export async function undoAfterClose(desk: Desk, folio: string): Promise<void> {
  const { lender, carla, dario } = desk;
  const page = await openSold(lender, dario, folio);
  await undo(page, 'La transferencia no era de esta factura', { what: /^Pago recibido/, money: 'waits' });
  await approved(desk, carla, /^Deshacer: cobro/);
}
