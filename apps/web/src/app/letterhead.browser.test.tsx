import type {} from '@vitest/browser-playwright';
import { expect, it, onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';
import { formatTableDate } from '../lib/format.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { aUser } from '../testing/signed-in.ts';
import { Letterhead } from './letterhead.tsx';

it('each print names the company and the day, and the screen does not', async () => {
  onTestFinished(() => cdp().send('Emulation.setEmulatedMedia', { media: '' }));
  const screen = await renderScreen(<Letterhead user={aUser()} />);
  const head = screen.container.querySelector('[data-print="letterhead"]');
  if (!head) throw new Error('a letterhead was expected');
  await expect.element(head).not.toBeVisible();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  window.dispatchEvent(new Event('beforeprint'));
  await expect.element(head).toBeVisible();
  for (const part of ['Comercial Ñandú', 'RFC', formatTableDate(new Date())]) expect(head.textContent).toContain(part);
});
