import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '@anticipa/contract/api-keys';
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

const show = async (keys: readonly ApiKey[] = [erp, old]) => {
  await signInAs(aUser());
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
    { name: 'ERP', scopes: ['upload'], addresses: ['203.0.113.0/24'], expiresOn: '2026-05-31' },
  ]);
  await screen.getByRole('button', { name: 'Ya la guardé' }).click();
  await expect.element(screen.getByText(token)).not.toBeInTheDocument();
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
