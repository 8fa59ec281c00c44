import { getCreditInformation } from '@anticipa/contract/credit';
import { expect, it } from 'vitest';
import { call, ServerUnreachable } from '../../lib/api-client.ts';
import { currentSession } from '../../lib/session.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { NothingFound } from './empty-state.tsx';
import { LoadFallback } from './load-fallback.tsx';
import { QueryFallback } from './query-fallback.tsx';

it('[SES-06] offers to sign in instead of a retry that cannot succeed once the session has ended', async () => {
  await signInAs(aUser());
  const screen = await renderScreen(
    <QueryFallback failed onRetry={() => {}} lines={1}>
      No se pudo leer
    </QueryFallback>,
  );
  await expect.element(screen.getByRole('button', { name: 'Reintentar' })).toBeVisible();
  answer(getCreditInformation).with(() => new Refusal(401, 'NO_SESSION', 'Tu sesión terminó.'));
  await call(getCreditInformation, { query: {} }).catch(() => null);
  await expect.element(screen.getByRole('button', { name: 'Reintentar' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Iniciar sesión' }).click();
  expect(currentSession()).toMatchObject({ status: 'ended', asking: true });
});

it('gives the reason of a failed reading, without words about a form', async () => {
  await signInAs(aUser());
  const unreachable = 'No hay conexión con el servidor. Revisa tu conexión e intenta de nuevo.';
  const screen = await renderScreen(<LoadFallback error={new ServerUnreachable()} onRetry={() => {}} lines={1} />);
  await expect.element(screen.getByText(unreachable, { exact: true })).toBeVisible();
});

it('an empty search keeps its title, text and button together in a tall table', async () => {
  const screen = await renderScreen(
    <div style={{ display: 'grid', height: 700 }}>
      <NothingFound title="Nada con «zzz»" onClear={() => undefined} />
    </div>,
  );
  const box = (element: Element) => element.getBoundingClientRect();
  const title = box(screen.getByText('Nada con «zzz»').element());
  const button = box(screen.getByRole('button').element());
  expect(button.top - title.bottom).toBeGreaterThan(0);
  expect(button.top - title.bottom).toBeLessThan(80);
});
