import type {} from '@vitest/browser-playwright';
import { afterEach, expect, it } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { renderTiles } from '../../testing/render-tiles.tsx';
import { serve, text } from '../../testing/sale-server.ts';
import { skipWaits } from '../../testing/skip-waits.ts';
import { setChosen } from './use-draft.ts';

skipWaits('retries');

afterEach(async () => {
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  await page.viewport(1280, 800);
});

/** Elements that cut it off on paper: itself and those that clip around it, within the locked page. */
function clippersOf(element: Element): string[] {
  const around: Element[] = [];
  for (let each: Element | null = element; each && each !== document.documentElement; each = each.parentElement)
    around.push(each);
  return around
    .filter((each) => getComputedStyle(each).overflowY !== 'visible')
    .map((each) => each.outerHTML.slice(0, 80));
}

/** Only blocks break between rows and paragraphs. */
const unbreakable = (element: Element, within: Element): string[] => {
  const displays: string[] = [];
  for (let each: Element | null = element; each && each !== within; each = each.parentElement)
    displays.push(getComputedStyle(each).display);
  return displays.filter((display) => ['grid', 'flex', 'inline-block'].includes(display));
};

it('[RES-01] [RES-02] the summary and the whole contract are printed, however small the window', async () => {
  setChosen(new Set());
  await serve();
  await page.viewport(1000, 500);
  const screen = await renderTiles();
  const print = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media });
  await userEvent.click(screen.getByRole('checkbox', { name: /^Seleccionar las facturas/ }));
  await userEvent.click(screen.getByRole('button', { name: /^Vender/ }).last());
  await expect.element(screen.getByText('Precio confirmado')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Vender mis facturas', exact: true }));
  const confirm = screen.getByRole('button', { name: 'Confirmar los datos', exact: true });
  await expect.element(confirm).toBeVisible();
  const dialog = screen.getByRole('dialog', { name: 'VENDER FACTURAS' });
  const copy = screen.getByRole('checkbox', { name: /Enviar copia a mi correo/ }).element();
  expect(copy.checkVisibility()).toBe(true);
  await print('print');
  const row = dialog.getByText('A-12').first().element();
  expect(unbreakable(row.closest('table') ?? row, dialog.element())).toEqual([]);
  expect(clippersOf(row)).toEqual([]);
  expect(copy.checkVisibility()).toBe(false);
  await print('');

  await userEvent.click(confirm);
  const contract = screen.getByRole('region', { name: 'Términos y Condiciones' });
  await expect.element(contract).toBeVisible();
  const element = contract.element();
  expect(element.clientHeight).toBeLessThan(element.scrollHeight);
  await print('print');
  expect(element.textContent).toBe(text.replaceAll('\n\n', ''));
  expect(element.clientHeight).toBe(element.scrollHeight);
  expect(clippersOf(element)).toEqual([]);
  expect(unbreakable(element, screen.getByRole('dialog', { name: 'Términos y Condiciones' }).element())).toEqual([]);
  await print('');
  await userEvent.click(screen.getByRole('button', { name: 'No', exact: true }));
});
