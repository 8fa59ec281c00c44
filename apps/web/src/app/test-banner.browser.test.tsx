import { expect, it } from 'vitest';
import { renderScreen } from '../testing/render-screen.tsx';
import { TestBanner } from './test-banner.tsx';

it('[RUT-07] the banner of a test environment warns, when displayed, that nothing has a real effect', async () => {
  const displayed = await renderScreen(<TestBanner displayed />);
  const banner = displayed.getByRole('status');
  await expect.element(banner).toHaveTextContent('Ambiente de pruebas: lo que se haga aquí no tiene efecto real.');
  await displayed.unmount();
  await renderScreen(<TestBanner displayed={false} />);
  await expect.element(banner).not.toBeInTheDocument();
});
