import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { HelpButton } from './help-button.tsx';
import { showCaptions } from './help-centre.tsx';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it('[AYU-01] the help button appears 4 s after loading, opens the help centre, and Esc closes it', async () => {
  const screen = await renderScreen(<HelpButton syncAllowed={false} adviser={null} />);
  const button = screen.getByRole('button', { name: 'Ayuda' });
  flushSync(() => vi.advanceTimersByTime(3_999));
  await expect.element(button).not.toBeInTheDocument();
  flushSync(() => vi.advanceTimersByTime(1));
  await button.click();
  const centre = screen.getByRole('dialog', { name: 'CENTRO DE AYUDA' });
  await expect.element(centre.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(centre).not.toBeInTheDocument();
});

it('[AYU-01] a video shows its captions also where the browser leaves a default track off', () => {
  const video = document.createElement('video');
  const track = video.addTextTrack('captions');
  track.mode = 'disabled';
  showCaptions(video);
  expect(track.mode).toBe('showing');
});
