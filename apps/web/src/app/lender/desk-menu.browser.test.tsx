import { getToday } from '@anticipa/contract/today';
import { operatorRoles } from '@anticipa/domain/operator';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { DeskMenu } from './desk-menu.tsx';
import { menuOf } from './screens.ts';

const show = async (roles: ReturnType<typeof aUser>['roles']) => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles }));
  answer(getToday).with(() => ({
    now: '2026-03-10T18:00:00.000Z',
    figures: [
      { figure: 'deposits', count: 3, amounts: [] },
      { figure: 'overdue', count: 7, amounts: [] },
      { figure: 'systems', count: 0, amounts: [] },
    ],
  }));
  return renderScreen(<DeskMenu />);
};

it('[DIN-52] the menu has groups, and counts what waits for the role', async () => {
  const screen = await show(['tesoreria']);
  const money = screen.getByRole('region', { name: 'Dinero' });
  await expect.element(money.getByRole('link', { name: 'Por pagar 3 por atender' })).toBeVisible();
  // Only collectors act on what is overdue.
  await expect.element(money.getByRole('link', { name: 'Cartera', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('link').first()).toHaveTextContent('Hoy');
});

it('[DIN-52] on a phone the bar has the first screen and the role’s daily work', async () => {
  await page.viewport(390, 844);
  const screen = await show(['cobranza']);
  const bar = screen.getByRole('navigation');
  await expect.element(bar.getByRole('link', { name: 'Cartera 7 por atender' })).toBeVisible();
  const titles = bar
    .getByRole('link')
    .elements()
    .map((link) => link.textContent.replace(/\d.*/, ''));
  expect(titles).toEqual(['Hoy', 'Cobros', 'Cartera']);
  await bar.getByRole('button', { name: 'Más' }).click();
  await expect.element(screen.getByRole('dialog').getByRole('link', { name: 'Mi cuenta' })).toBeVisible();
});

it.for([
  ['soporte', ['Hoy', 'Clientes', 'Mensajes']],
  ['contabilidad', ['Hoy', 'CFDI', 'Libros']],
  ['riesgo', ['Hoy', 'Ventas', 'Receptores']],
] as const)('[DIN-52] on a phone the bar of %s has the screens of its day', async ([role, expected]) => {
  await page.viewport(390, 844);
  const screen = await show([role]);
  const titles = screen
    .getByRole('navigation')
    .getByRole('link')
    .elements()
    .map((link) => link.textContent.replace(/\d.*/, ''));
  expect(titles).toEqual(expected);
});

it('[DIN-52] every entry has an icon and a key of its own', () => {
  const menu = menuOf(operatorRoles);
  expect(new Set(menu.map(({ icon }) => icon)).size).toBe(menu.length);
  expect(new Set(menu.map(({ key }) => key)).size).toBe(menu.length);
});
