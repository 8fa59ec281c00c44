import { expect, it } from 'vitest';
import { ApiRefusal } from '../lib/api-client.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { Failure } from './failure.tsx';

it('an outage of the server asks for some minutes and names the adviser', async () => {
  const refusal = { code: 'SERVICE_UNAVAILABLE', message: 'No disponible.', details: [], requestId: 'r' };
  const screen = await renderScreen(
    <Failure error={new ApiRefusal(503, refusal)} onRetry={() => {}} wayBack={<a href="/">Inicio</a>} />,
  );
  await expect.element(screen.getByRole('heading', { name: 'El portal no está disponible' })).toBeVisible();
  await expect.element(screen.getByText(/en unos minutos.*llama a tu asesor/)).toBeVisible();
});
