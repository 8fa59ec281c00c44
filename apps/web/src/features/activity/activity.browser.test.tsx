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
      entry({
        id: '0',
        action: 'invoice.message',
        subject: 'Factura A-1',
        changes: [
          { field: 'messageId', before: null, after: 'a73ff15c-0000-4000-8000-000000000001' },
          { field: 'documents', before: null, after: '1' },
          { field: 'isHandled', before: null, after: 'false' },
        ],
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
  await expect.element(screen.getByText('documentos: 1', { exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Descargar Excel' }).click();
  await expect.poll(() => files.map(({ query }) => query.format)).toEqual(['xlsx']);
});
