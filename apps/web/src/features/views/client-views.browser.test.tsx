import { listViews } from '@anticipa/contract/views';
import { expect, it } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { ClientViews } from './client-views.tsx';

it('[OPE-09] lists when and why the lender has seen the portal', async () => {
  const view = {
    viewId: '00000000-0000-4000-8000-000000000001',
    startedAt: '2026-03-10T18:00:00.000Z',
    endsAt: '2026-03-10T18:15:00.000Z',
    reason: 'preguntó por su depósito',
  };
  answer(listViews).with(() => ({ data: [view] }));
  const screen = await renderScreen(<ClientViews />);
  await expect.element(screen.getByText('preguntó por su depósito')).toBeVisible();
  await expect.element(screen.getByText('De 10-mar-2026 12:00 pm a 10-mar-2026 12:15 pm')).toBeVisible();
});

it('names the absence of views, and a failure to read them', async () => {
  answer(listViews).with(() => ({ data: [] }));
  const screen = await renderScreen(<ClientViews />);
  await expect.element(screen.getByText(/Hasta ahora nadie lo ha hecho/)).toBeVisible();
  await screen.unmount();
  answer(listViews).with(() => new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'));
  const failed = await renderScreen(<ClientViews />);
  await expect.element(failed.getByText('No se pudieron leer las consultas')).toBeVisible();
});
