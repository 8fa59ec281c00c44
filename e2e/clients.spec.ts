import { expect, test } from '@playwright/test';
import { atDesk } from './desk.ts';
import { checkLooks } from './portal.ts';

/** Each step has its component and API tests. */
test('[OPE-04] [OPE-05] a client is opened on screen, and a second operator approves its line', {
  tag: '@full',
}, async ({ page, browser }) => {
  await atDesk(page, 'operador@anticipa.demo', '/lender/clients');
  await expect(page.getByRole('link', { name: 'Manufacturas del Norte' }).first()).toBeVisible();
  await checkLooks(page, 'desk-clients');
  await page.getByRole('button', { name: 'Nuevo cliente' }).click();
  const opening = page.getByRole('dialog', { name: 'Nuevo cliente' });
  await expect(opening.getByLabel('Razón social')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(opening.getByText('Falta este dato.').first()).toBeVisible();
  await checkLooks(page, 'desk-new-client');
  const values = {
    'Razón social': 'Zapatos Ñuñoa',
    RFC: 'ZNU150401AB9',
    'Régimen fiscal, 3 dígitos': '601',
    'Código postal': '64000',
    Sucursal: 'León',
    'Teléfono del promotor': '47 7123 4567',
    Nombre: 'Zoé',
    Apellido: 'Núñez',
    Correo: 'zoe@zapatos.demo',
  };
  for (const [label, value] of Object.entries(values)) await opening.getByLabel(label, { exact: true }).fill(value);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Zapatos Ñuñoa', level: 1 })).toBeVisible();
  await page.getByRole('tab', { name: 'Datos y personas' }).click();
  await expect(page.getByText('Invitación enviada')).toBeVisible();
  await page.getByRole('tab', { name: 'Resumen' }).click();
  await page.getByRole('switch', { name: 'Anticipo Índice autorizado' }).click();
  const authorising = page.getByRole('dialog', { name: 'Autorizar Anticipo Índice' });
  await authorising.getByLabel('Motivo').fill('Firmó el contrato marco');
  await authorising.getByRole('button', { name: 'Autorizar Anticipo Índice' }).click();
  await page.getByRole('button', { name: 'Proponer cambio de línea Anticipo Índice MXN' }).click();
  const proposing = page.getByRole('dialog', { name: 'Proponer cambio de línea Anticipo Índice MXN' });
  const terms = { 'Límite, MXN': '5,000,000', 'Tasa anual, %': '24', 'Anticipo, %': '90', 'Tasa moratoria, %': '48' };
  for (const [label, value] of Object.entries(terms)) await proposing.getByLabel(label).fill(value);
  await proposing.getByLabel('Motivo').fill('Alta aprobada por el comité');
  await checkLooks(page, 'desk-propose');
  await proposing.getByRole('button', { name: 'Enviar a aprobación' }).click();
  const own = page.getByRole('region', { name: /Línea Anticipo Índice MXN, Zapatos Ñuñoa/ });
  await expect(own.getByText('La propusiste: la decide otra persona.')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Aprobar' })).toHaveCount(0);
  await checkLooks(page, 'desk-client');

  const second = await browser.newPage();
  await atDesk(second, 'operador2@anticipa.demo', '/lender/proposals');
  const waiting = second.getByRole('region', { name: /Línea Anticipo Índice MXN, Zapatos Ñuñoa/ });
  await expect(waiting.getByRole('row', { name: 'Límite MXN 5,000,000.00' })).toBeVisible();
  await checkLooks(second, 'desk-proposals');
  await waiting.getByRole('button', { name: 'Aprobar' }).click();
  await expect(waiting).toHaveCount(0);
  await second.close();
  await page.reload();
  await expect(page.getByText('Límite MXN 5,000,000.00')).toBeVisible();
});
