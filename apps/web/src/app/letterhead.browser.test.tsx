import type {} from '@vitest/browser-playwright';
import { afterEach, expect, it } from 'vitest';
import { cdp } from 'vitest/browser';
import { formatTableDate } from '../lib/format.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { aUser } from '../testing/signed-in.ts';
import { Letterhead } from './letterhead.tsx';

afterEach(async () => {
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
});

it('each print names the company and the day, and the screen does not', async () => {
  const screen = await renderScreen(<Letterhead user={aUser()} />);
  const head = screen.container.querySelector<HTMLElement>('[data-print="letterhead"]');
  if (!head) throw new Error('a letterhead was expected');
  await expect.element(head).not.toBeVisible();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  window.dispatchEvent(new Event('beforeprint'));
  await expect.element(head).toBeVisible();
  for (const part of ['Comercial Ñandú', 'RFC', formatTableDate(new Date())]) expect(head.textContent).toContain(part);
});
