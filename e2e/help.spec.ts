import { rounds } from '@anticipa/sandbox/rounds';
import { es } from '@anticipa/web/src/features/help/es.ts';
import { expect, type Page, test } from '@playwright/test';
import { aCompany } from './company.ts';
import { checkLooks, signIn } from './portal.ts';

const centre = (page: Page) => page.getByRole('dialog', { name: 'CENTRO DE AYUDA' });

/** Plays the opened video; returns its duration, number of captions and whether they are shown. */
const play = (page: Page) =>
  centre(page)
    .locator('video')
    .evaluate(async (element) => {
      const video = element as HTMLVideoElement;
      video.muted = true;
      await video.play();
      while (video.currentTime < 0.3) await new Promise((resolve) => video.addEventListener('timeupdate', resolve));
      video.pause();
      const captions = video.querySelector('track');
      if (captions?.readyState !== HTMLTrackElement.LOADED)
        await new Promise((resolve) => captions?.addEventListener('load', resolve));
      const track = captions?.track;
      return { seconds: video.duration, captions: track?.cues?.length ?? 0, mode: track?.mode };
    });

test('[AYU-01] [AYU-02] [AYU-03] the help centre finds questions and plays their videos, on the desktop only', async ({
  page,
}) => {
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/help/')) loaded.add(pathname);
  });
  await signIn(page, (await aCompany('norte')).admin);
  await page.getByRole('button', { name: 'Ayuda' }).click();
  await expect(centre(page)).toBeVisible();
  await expect(centre(page).getByRole('heading', { level: 3 })).toHaveCount(20);
  expect([...loaded]).toEqual([]);

  await test.step('[AYU-03] finds each question by its keywords', async () => {
    const search = centre(page).getByRole('searchbox');
    for (const { question, keywords } of es.faqs) {
      for (const keyword of keywords.slice(0, rounds(1, keywords.length))) {
        await search.fill(keyword.toUpperCase());
        await expect(centre(page).getByRole('button', { name: question })).toBeVisible();
      }
    }
    await search.fill('nadie pregunta esto');
    await expect(centre(page).getByText('Ninguna pregunta coincide')).toBeVisible();
    await search.fill('');
  });

  await test.step('[AYU-02] plays each video with captions, loaded only when it is opened', async () => {
    const played = es.faqs.slice(0, rounds(2, es.faqs.length));
    for (const { id, question } of played) {
      await centre(page).getByRole('button', { name: question }).click();
      await expect(centre(page).locator('video')).toHaveCount(1);
      const { seconds, captions, mode } = await play(page);
      expect(seconds, id).toBeGreaterThanOrEqual(15);
      expect(seconds, id).toBeLessThanOrEqual(40);
      expect(captions, id).toBeGreaterThanOrEqual(3);
      expect(mode, id).toBe('showing');
    }
    expect(loaded.size).toBe(2 * played.length);
  });

  await checkLooks(page, 'help');
  await page.keyboard.press('Escape');
  await expect(centre(page)).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('button', { name: 'Ayuda' })).toHaveCount(0);
});
