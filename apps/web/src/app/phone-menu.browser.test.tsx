import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../testing/render-screen.tsx';
import { PhoneMenu } from './phone-menu.tsx';

beforeEach(() => page.viewport(390, 844));
afterEach(() => page.viewport(1280, 800));

const show = (address?: string) => renderScreen(<PhoneMenu syncAllowed={false} adviser="+52 81 1234 5678" />, address);

it('shows three places and the rest behind Más, all with targets of 44 px', async () => {
  const screen = await show('/');
  const menu = screen.getByRole('navigation', { name: 'Menú principal' });
  const links = menu.getByRole('link');
  await expect
    .poll(() => links.elements().map(({ textContent }) => textContent))
    .toEqual(['Inicio', 'Vender', 'Cobros']);
  expect(links.elements().map((link) => link.getAttribute('aria-current'))).toEqual(['page', null, null]);
  const bar = [...links.elements(), ...menu.getByRole('button').elements()];
  await menu.getByRole('button', { name: 'Más' }).click();
  const sheet = screen.getByRole('dialog', { name: 'Más' });
  await expect.element(sheet.getByRole('link', { name: /^Llamar/ })).toHaveAttribute('href', 'tel:+528112345678');
  const places = [...sheet.getByRole('link').elements(), ...sheet.getByRole('button', { name: 'Ayuda' }).elements()];
  expect(places.map(({ textContent }) => textContent)).toEqual([
    'Llamar a tu asesor: +52 81 1234 5678',
    'Perfil',
    'Referencias de pago',
    'Historial de Facturación',
    'Detalle de Intereses',
    'Facturas Liquidadas',
    'Estado de cuenta',
    'Mis ventas',
    'Por aceptar',
    'Calendario',
    'Costos',
    'Contrato y tasas',
    'Cerrar Sesión',
    'Ayuda',
  ]);
  for (const place of [...places, ...bar]) expect(place.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

it('opens the help centre and closes the sheet', async () => {
  const screen = await show();
  await screen.getByRole('button', { name: 'Más' }).click();
  await screen.getByRole('button', { name: 'Ayuda' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'CENTRO DE AYUDA' })).toBeVisible();
  await expect.element(screen.getByRole('dialog', { name: 'Más' })).not.toBeInTheDocument();
});

it('marks Vender where invoices are chosen', async () => {
  const screen = await show('/#vender');
  await expect.element(screen.getByRole('link', { name: 'Vender' })).toHaveAttribute('aria-current', 'page');
  await expect.element(screen.getByRole('link', { name: 'Inicio' })).not.toHaveAttribute('aria-current');
});

it('marks Más where a screen has no place of its own', async () => {
  const screen = await show('/statement');
  await expect.element(screen.getByRole('button', { name: 'Más' })).toHaveAttribute('aria-current', 'true');
  await screen.unmount();
  const home = await show('/');
  await expect.element(home.getByRole('button', { name: 'Más' })).not.toHaveAttribute('aria-current');
});
