import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { LoginScreen } from './login-screen.tsx';

afterEach(() => vi.restoreAllMocks());

it.each([false, true])(
  '[SES-01] explains that a reload ends the session if cookies are blocked (allowed: %s)',
  async (allowed) => {
    vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(allowed);
    const screen = await renderScreen(
      <LoginScreen email={undefined} footer="" onSignedIn={async () => {}} onForgotten={() => {}} />,
    );
    await expect.element(screen.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible();
    expect(screen.getByText(/^Tu navegador bloquea las cookies/).length).toBe(allowed ? 0 : 1);
  },
);
