import { type ActivityEntry, exportActivity, listActivity } from '@anticipa/contract/activity';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { Activity } from './activity.tsx';

const entry = (over: Partial<ActivityEntry>): ActivityEntry => ({
  id: '2',
  at: '2026-03-10T17:00:00Z',
  by: 'Tomás Iglesias',
  action: 'sale.request',
  subject: 'Venta 12',
  changes: [{ field: 'preparedBy', before: null, after: 'Paula Medina' }],
  reason: null,
  ...over,
});

it('[DER-15] says in words who did what and when, and saves it as a file', async () => {
  await signInAs(aUser());
  answer(listActivity).with(() => ({
    data: [
      entry({}),
      entry({
        id: '1',
        action: 'user.updated',
        subject: 'Paula Medina',
        changes: [{ field: 'saleRight', before: 'accept', after: 'prepare' }],
      }),
    ],
    next: null,
  }));
  const files = answer(exportActivity).with(() => new Response('a', { status: 422 }));
  const screen = await renderScreen(<Activity />);
  await expect.element(screen.getByText('Aceptó una venta')).toBeVisible();
  await expect.element(screen.getByText('preparó: Paula Medina')).toBeVisible();
  await expect.element(screen.getByText('Cambió los datos o permisos de un usuario')).toBeVisible();
  await expect.element(screen.getByText('permiso para vender: acepta → prepara')).toBeVisible();
  await screen.getByRole('button', { name: 'Descargar Excel' }).click();
  await expect.poll(() => files.map(({ query }) => query.format)).toEqual(['xlsx']);
});
