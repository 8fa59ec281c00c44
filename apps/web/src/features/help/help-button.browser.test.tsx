import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { HelpButton } from './help-button.tsx';
import { showCaptions } from './help-centre.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('[AYU-01] the help button appears 4 s after loading, opens the help centre, and Esc closes it', async () => {
  const screen = await renderScreen(<HelpButton label="Ayuda" syncAllowed={false} adviser={null} />);
  const button = screen.getByRole('button', { name: 'Ayuda' });
  flushSync(() => vi.advanceTimersByTime(3_999));
  await expect.element(button).not.toBeInTheDocument();
  flushSync(() => vi.advanceTimersByTime(1));
  await button.click();
  const centre = screen.getByRole('dialog', { name: 'CENTRO DE AYUDA' });
  await expect.element(centre.getByRole('searchbox')).toHaveFocus();
  await centre.getByRole('searchbox').fill('mis clientes');
  await expect
    .element(centre.getByRole('link', { name: 'Mis clientes' }))
    .toHaveAttribute('href', '/profile?ver=clientes');
  await userEvent.keyboard('{Escape}');
  await expect.element(centre).not.toBeInTheDocument();
});

it.each([0, 60, 200])('[AYU-01] stays clear of the selection bar with the page scrolled by %s px', async (scrolled) => {
  await page.viewport(1440, 900);
  const screen = await renderScreen(
    <div style={{ paddingBlock: '95dvh 60dvh' }}>
      <ActionBar label="Selección" figures={<p style={{ height: 190 }}>Cuatro líneas de crédito</p>}>
        <Button>Vender</Button>
      </ActionBar>
      <HelpButton label="Ayuda" syncAllowed={false} adviser={null} />
    </div>,
  );
  flushSync(() => vi.advanceTimersByTime(4_000));
  window.scrollTo({ top: scrolled, behavior: 'instant' });
  const bar = screen.getByRole('region', { name: 'Selección' }).element();
  const help = screen.getByRole('button', { name: 'Ayuda' });
  await expect.element(help).toBeVisible();
  const isClear = () => {
    const [one, other] = [bar, help.element()].map((element) => element.getBoundingClientRect());
    return one !== undefined && other !== undefined && (other.bottom <= one.top || other.top >= one.bottom);
  };
  await expect.poll(isClear).toBe(true);
  await page.viewport(1280, 800);
});

it('[AYU-01] a video shows its captions also where the browser leaves a default track off', () => {
  const video = document.createElement('video');
  const track = video.addTextTrack('captions');
  track.mode = 'disabled';
  showCaptions(video);
  expect(track.mode).toBe('showing');
});
