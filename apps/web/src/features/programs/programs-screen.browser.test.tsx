import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '@anticipa/contract/api-keys';
import {
  changeWebhook,
  createWebhook,
  type Delivery,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  testWebhook,
  type Webhook,
} from '@anticipa/contract/webhooks';
import { expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { ProgramsScreen } from './programs-screen.tsx';

const erp: ApiKey = {
  keyId: '00000000-0000-4000-8000-000000000001',
  name: 'ERP',
  prefix: 'ak_live_Ab3x',
  mode: 'live',
  scopes: ['read', 'upload'],
  addresses: ['203.0.113.0/24'],
  ownerName: 'Ana Ruiz',
  state: 'live',
  createdAt: '2026-03-01T16:00:00.000Z',
  expiresAt: '2026-06-01T06:00:00.000Z',
  lastUsedAt: '2026-03-10T16:00:00.000Z',
  lastUsedAddress: '203.0.113.7',
  revokedAt: null,
};
const old: ApiKey = { ...erp, keyId: '00000000-0000-4000-8000-000000000002', name: 'Prueba', state: 'ended' };

const endpoint: Webhook = {
  webhookId: '00000000-0000-4000-8000-000000000003',
  url: 'https://erp.example.com/avisos',
  mode: 'live',
  types: [],
  isOn: true,
  isGivenUp: false,
  createdAt: '2026-03-01T16:00:00.000Z',
  failures: 0,
  retryAt: null,
  waiting: 0,
};

const show = async (keys: readonly ApiKey[] = [erp, old], webhooks: readonly Webhook[] = []) => {
  await signInAs(aUser());
  answer(listWebhooks).with(() => ({ data: [...webhooks] }));
  let data = keys;
  answer(listApiKeys).with(() => ({ today: '2026-03-10', data: [...data] }));
  const revoked = answer(revokeApiKey).with(() => {
    data = data.map((key) => (key.keyId === erp.keyId ? { ...key, state: 'revoked' as const } : key));
    return { key: { ...erp, state: 'revoked' as const } };
  });
  return { screen: await renderScreen(<ProgramsScreen />), revoked };
};

it('[LLA-06] a key says what it may do, from where, until when and when it was used; an ended one is apart', async () => {
  const { screen } = await show();
  const live = screen.getByRole('listitem').filter({ hasText: 'ERP' });
  for (const text of [
    'ak_live_Ab3x…',
    'Consultar, Subir facturas',
    '203.0.113.0/24',
    /^31-may-2026/,
    /desde 203\.0\.113\.7$/,
  ])
    await expect.element(live.getByText(text)).toBeVisible();
  const ended = screen.getByRole('listitem').filter({ hasText: 'Prueba' });
  await expect.element(ended.getByText('Terminó con el acceso de su dueño')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Revocar Prueba' })).not.toBeInTheDocument();
});

it('[LLA-06] a new key is checked, sent as it was chosen, and shown once', async () => {
  const { screen } = await show([]);
  const token = `ak_live_${'A'.repeat(43)}`;
  const calls = answer(createApiKey).with(() => ({ token, key: erp }));
  await screen.getByRole('button', { name: 'Crear llave' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Crear llave' });
  await dialog.getByRole('switch', { name: 'Consultar' }).click();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Direcciones permitidas' }), '203.0.113.0/24\n10.0.0.999');
  // A field that is left says what is wrong with it, which moves the button.
  await userEvent.keyboard('{Tab}');
  await dialog.getByRole('button', { name: 'Crear llave' }).click();
  const described = (name: string) => expect.element(dialog.getByRole('textbox', { name }));
  await described('Nombre').toHaveAccessibleDescription(/Escribe un nombre de hasta 60 letras/);
  await described('Direcciones permitidas').toHaveAccessibleDescription(/No es una dirección: 10\.0\.0\.999/);
  await expect.element(dialog.getByRole('alert').getByText('Elige al menos un permiso.')).toBeVisible();
  expect(calls).toHaveLength(0);
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nombre' }), 'ERP');
  await dialog.getByRole('switch', { name: 'Subir facturas' }).click();
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Vence el' }), '31/05/2026');
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Direcciones permitidas' }), '203.0.113.0/24');
  await dialog.getByRole('button', { name: 'Crear llave' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Llave creada' }).getByText(token)).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([
    { name: 'ERP', scopes: ['upload'], mode: 'live', addresses: ['203.0.113.0/24'], expiresOn: '2026-05-31' },
  ]);
  await screen.getByRole('button', { name: 'Ya la guardé' }).click();
  await expect.element(screen.getByText(token)).not.toBeInTheDocument();
});

it('[LLA-09] a test key is made by a switch, and told apart by a badge', async () => {
  const { screen } = await show([{ ...erp, name: 'Ensayo', prefix: 'ak_test_Ab3x', mode: 'test' }]);
  const row = screen.getByRole('listitem').filter({ hasText: 'Ensayo' });
  await expect.element(row.getByText('De prueba', { exact: true })).toBeVisible();
  const calls = answer(createApiKey).with(() => ({ token: `ak_test_${'A'.repeat(43)}`, key: erp }));
  await screen.getByRole('button', { name: 'Crear llave' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Crear llave' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nombre' }), 'Ensayo');
  await dialog.getByRole('switch', { name: 'De prueba' }).click();
  await dialog.getByRole('button', { name: 'Crear llave' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Llave creada' })).toBeVisible();
  expect(calls.map(({ body }) => body)).toMatchObject([{ name: 'Ensayo', mode: 'test' }]);
});

it('[LLA-06] a key is revoked after a question', async () => {
  const { screen, revoked } = await show();
  await screen.getByRole('button', { name: 'Revocar ERP' }).click();
  const question = screen.getByRole('dialog', { name: '¿Revocar la llave ERP?' });
  await question.getByRole('button', { name: 'Revocar' }).click();
  await expect.element(screen.getByText('Revocaste la llave ERP.')).toBeVisible();
  await expect.element(screen.getByText('Tu empresa no tiene llaves.')).toBeVisible();
  expect(revoked.map(({ params }) => params)).toEqual([{ keyId: erp.keyId }]);
});

it('[WEB-07] an endpoint is added with the events that were chosen, and its secret is shown once', async () => {
  const { screen } = await show();
  const calls = answer(createWebhook).with(() => ({ secret: 'whsec_abc', webhook: endpoint }));
  await screen.getByRole('button', { name: 'Agregar dirección' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Agregar dirección' });
  await dialog.getByRole('button', { name: 'Agregar dirección' }).click();
  const address = dialog.getByRole('textbox', { name: 'Dirección' });
  await expect.element(address).toHaveAccessibleDescription(/Escribe una dirección/);
  await userEvent.fill(address, endpoint.url);
  await dialog.getByRole('checkbox', { name: 'Venta depositada' }).click();
  await dialog.getByRole('button', { name: 'Agregar dirección' }).click();
  await expect.element(screen.getByText('whsec_abc')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ url: endpoint.url, mode: 'live', types: ['sale.disbursed'] }]);
});

it('[WEB-09] an endpoint for tests is added by a switch, and told apart by a badge', async () => {
  const { screen } = await show([], [{ ...endpoint, mode: 'test' }]);
  const row = screen.getByRole('listitem').filter({ hasText: endpoint.url });
  await expect.element(row.getByText('De prueba', { exact: true })).toBeVisible();
  const calls = answer(createWebhook).with(() => ({ secret: 'whsec_abc', webhook: endpoint }));
  await screen.getByRole('button', { name: 'Agregar dirección' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Agregar dirección' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Dirección' }), endpoint.url);
  await dialog.getByRole('switch', { name: 'De prueba' }).click();
  await dialog.getByRole('button', { name: 'Agregar dirección' }).click();
  await expect.element(screen.getByText('whsec_abc')).toBeVisible();
  expect(calls.map(({ body }) => body)).toEqual([{ url: endpoint.url, mode: 'test', types: [] }]);
});

it('[WEB-13] an endpoint shows its events by name, and gets others', async () => {
  const { screen } = await show([], [{ ...endpoint, types: ['sale.disbursed', 'invoice.settled'] }]);
  const changes = answer(changeWebhook).with(() => ({ webhook: endpoint }));
  await screen.getByText('2 tipos').click();
  await expect.element(screen.getByText('Venta depositada')).toBeVisible();
  await screen.getByRole('button', { name: `Cambiar avisos a ${endpoint.url}` }).click();
  const dialog = screen.getByRole('dialog', { name: 'Cambiar avisos' });
  await expect.element(dialog.getByRole('checkbox', { name: 'Factura liquidada' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Factura liquidada' }).click();
  await dialog.getByRole('checkbox', { name: 'Venta autorizada' }).click();
  await dialog.getByRole('button', { name: 'Guardar' }).click();
  await expect.element(screen.getByText(/^Cambiaste los avisos/)).toBeVisible();
  expect(changes.map(({ body }) => body)).toEqual([{ types: ['sale.answered', 'sale.disbursed'] }]);
});

it('[WEB-07] an endpoint that fails says so; it is tested, turned off, and its log is read and sent again', async () => {
  const { screen } = await show([], [{ ...endpoint, failures: 4, waiting: 2 }]);
  const sent: Delivery = {
    deliveryId: '00000000-0000-4000-8000-000000000004',
    eventId: '00000000-0000-4000-8000-000000000005',
    type: 'sale.disbursed',
    object: '/v1/sales/12',
    state: 'failed',
    createdAt: '2026-03-10T16:00:00.000Z',
    attempts: 24,
    nextAt: null,
    status: 503,
    error: null,
    answer: 'mantenimiento',
    tookMs: 120,
    isReplay: false,
  };
  answer(listDeliveries).with(() => ({ data: [sent], next: null }));
  const tests = answer(testWebhook).with(() => ({ deliveryId: sent.deliveryId }));
  const changes = answer(changeWebhook).with(() => ({ webhook: { ...endpoint, isOn: false } }));
  const replays = answer(replayDelivery).with(() => ({ deliveryId: sent.deliveryId }));
  await expect.element(screen.getByText('4 fallos seguidos')).toBeVisible();
  await screen.getByRole('button', { name: /^Enviar prueba/ }).click();
  await expect.element(screen.getByText(/Enviamos un aviso de prueba/)).toBeVisible();
  await screen.getByRole('button', { name: /^Apagar/ }).click();
  await expect.element(screen.getByText(/Apagaste la dirección/)).toBeVisible();
  expect([tests.length, changes.map(({ body }) => body)]).toEqual([1, [{ isOn: false }]]);
  await screen.getByRole('button', { name: /^Ver envíos/ }).click();
  const log = screen.getByRole('dialog', { name: 'Envíos' });
  for (const text of [
    'Venta depositada',
    'No se pudo entregar',
    'Respondió 503 en 120 ms',
    'mantenimiento',
    /24 intentos/,
  ])
    await expect.element(log.getByText(text)).toBeVisible();
  await log.getByRole('button', { name: /^Enviar de nuevo/ }).click();
  await expect.poll(() => replays.length).toBe(1);
});
