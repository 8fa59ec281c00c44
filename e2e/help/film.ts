/**
 * A film of the portal that keeps its own time: every picture says for how long it stands. So a film lasts as long as
 * its words need, whatever the machine, and each caption begins with what it speaks of.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { PickedFile } from '../invoices.ts';
import { drop } from '../portal.ts';

const PER_SECOND = 10;
const FRAME = 1 / PER_SECOND;
/** How fast captions are read, in characters a second, and the least that one stands. */
const READING = 15;
const LEAST_SECONDS = 2.4;
const TRAVEL_FRAMES = 7;
const TYPED_AT_ONCE = 2;

interface Cue {
  readonly from: number;
  readonly text: string;
}

/** What a recording does on the screen, with a pointer that shows where. */
export interface Film {
  readonly page: Page;
  /** Shows a caption, acts, and lets the result stand until the caption can be read. */
  say(text: string, act?: () => Promise<unknown>): Promise<void>;
  click(target: Locator, options?: { readonly modifiers?: readonly 'Shift'[] }): Promise<void>;
  /** Only shows something: the pointer goes there and rings it. */
  point(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  pick(button: Locator, files: readonly PickedFile[]): Promise<void>;
  drop(files: readonly PickedFile[]): Promise<void>;
  /** Waits until something is on the screen, however long that takes: it costs no time of the film. */
  see(target: Locator): Promise<void>;
  /** Shows a page that is not the portal's, where no script may run and so no pointer is drawn. */
  glance(address: string): Promise<void>;
  /** Opens another page, the pointer staying where it was. */
  visit(address: string): Promise<void>;
  /** The film so far: its length in seconds, its captions and its pictures. */
  cut(): { readonly seconds: number; readonly captions: string; readonly reel: string };
}

/** Draws the pointer: an arrow and, while something is shown or pressed, a ring. Runs in the page. */
function drawPointer({ x, y, ring }: { x: number; y: number; ring: boolean }): void {
  const id = 'help-pointer';
  const svg = 'http://www.w3.org/2000/svg';
  let box = document.getElementById(id);
  if (!box) {
    box = document.createElement('div');
    box.id = id;
    box.popover = 'manual';
    box.setAttribute('aria-hidden', 'true');
    Object.assign(box.style, {
      position: 'fixed',
      inset: 'auto',
      margin: '0',
      padding: '0',
      border: '0',
      overflow: 'visible',
      background: 'transparent',
      pointerEvents: 'none',
      width: '64px',
      height: '64px',
    });
    const drawing = document.createElementNS(svg, 'svg');
    drawing.setAttribute('viewBox', '-32 -32 64 64');
    const circle = document.createElementNS(svg, 'circle');
    for (const [name, value] of Object.entries({ r: '20', fill: '#f5b30055', stroke: '#d97800', 'stroke-width': '3' }))
      circle.setAttribute(name, value);
    const arrow = document.createElementNS(svg, 'path');
    const shape = 'M0 0 L0 22 L5.5 17 L9.5 26 L13.5 24.3 L9.6 15.6 L17 15.2 Z';
    for (const [name, value] of Object.entries({ d: shape, fill: '#111', stroke: '#fff', 'stroke-width': '1.6' }))
      arrow.setAttribute(name, value);
    drawing.append(circle, arrow);
    box.append(drawing);
    document.body.append(box);
  }
  box.style.left = `${x - 32}px`;
  box.style.top = `${y - 32}px`;
  box.querySelector('circle')?.setAttribute('visibility', ring ? 'visible' : 'hidden');
  // Shown anew it is above everything that was opened since.
  if (box.matches(':popover-open')) box.hidePopover();
  box.showPopover();
}

/** Resolves when nothing moves any more, or after half a second of something that does not end. Runs in the page. */
async function isAtRest(): Promise<void> {
  const paint = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await paint();
  for (
    let frame = 0;
    frame < 30 && document.getAnimations().some(({ playState }) => playState === 'running');
    frame += 1
  )
    await paint();
  await paint();
}

/** `HH:MM:SS.mmm`. */
const stamp = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);

/** Starts a film of a page; its pictures go to `folder`. */
export async function startFilm(page: Page, folder: string): Promise<Film> {
  await mkdir(folder, { recursive: true });
  const pictures: { readonly file: string; seconds: number }[] = [];
  const cues: Cue[] = [];
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  let at = { x: width / 2, y: height * 0.7 };
  let now = 0;

  const take = async (frames: number): Promise<void> => {
    const file = `${String(pictures.length).padStart(4, '0')}.jpg`;
    await page.screenshot({ path: join(folder, file), type: 'jpeg', quality: 95, caret: 'initial' });
    pictures.push({ file, seconds: frames * FRAME });
    now += frames * FRAME;
  };
  const shoot = async (frames: number, ring = false): Promise<void> => {
    await page.evaluate(drawPointer, { ...at, ring });
    await take(frames);
  };
  const rest = async (): Promise<void> => void (await page.evaluate(isAtRest));

  /** Brings a target into view and the pointer to it. */
  const travel = async (target: Locator): Promise<void> => {
    await target.waitFor();
    await target.evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      const shown = top >= 70 && bottom <= innerHeight - 90 && left >= 0 && right <= innerWidth - 40;
      if (!shown) element.scrollIntoView({ block: 'center', inline: 'center' });
    });
    await rest();
    const box = await target.boundingBox();
    if (!box) throw new Error(`nothing to point at: ${target}`);
    const from = at;
    const to = { x: box.x + Math.min(box.width / 2, 120), y: box.y + Math.min(box.height / 2, 120) };
    for (let frame = 1; frame <= TRAVEL_FRAMES; frame += 1) {
      const part = frame / TRAVEL_FRAMES;
      const eased = part * part * (3 - 2 * part);
      at = { x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * eased };
      await shoot(1);
    }
    await page.mouse.move(at.x, at.y);
    await shoot(4, true);
  };

  const film: Film = {
    page,
    say: async (text, act) => {
      const from = now;
      cues.push({ from, text });
      await shoot(6);
      await act?.();
      await rest();
      const left = Math.max(LEAST_SECONDS, text.length / READING) - (now - from);
      await shoot(Math.max(8, Math.ceil(left * PER_SECOND)));
    },
    click: async (target, options) => {
      await travel(target);
      await target.click({ modifiers: [...(options?.modifiers ?? [])] });
      await rest();
      await shoot(5);
    },
    point: async (target) => {
      await travel(target);
      await shoot(8, true);
    },
    type: async (target, text) => {
      await travel(target);
      await target.fill('');
      for (let start = 0; start < text.length; start += TYPED_AT_ONCE) {
        await target.pressSequentially(text.slice(start, start + TYPED_AT_ONCE));
        await shoot(1);
      }
      await rest();
      await shoot(4);
    },
    pick: async (button, files) => {
      await travel(button);
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button.click()]);
      await chooser.setFiles([...files]);
      await rest();
      await shoot(4);
    },
    drop: async (files) => {
      await drop(page, files, async () => {
        await rest();
        await shoot(15, true);
      });
      await rest();
      await shoot(4);
    },
    see: async (target) => {
      await target.first().waitFor({ timeout: 60_000 });
      await rest();
      await shoot(5);
    },
    glance: async (address) => {
      await page.goto(address);
      await take(30);
    },
    visit: async (address) => {
      await page.goto(address);
      await rest();
      await shoot(5);
    },
    cut: () => ({
      seconds: now,
      captions: captionsOf(cues, now),
      reel: reelOf(pictures),
    }),
  };
  return film;
}

/** WebVTT; each caption stands until the next. */
const captionsOf = (cues: readonly Cue[], end: number): string =>
  [
    'WEBVTT',
    ...cues.map(({ from, text }, index) => `${stamp(from)} --> ${stamp(cues[index + 1]?.from ?? end)}\n${text}`),
    '',
  ].join('\n\n');

/** The list of pictures as ffmpeg's concat demuxer reads it, which drops the last one's time unless it is named again. */
const reelOf = (pictures: readonly { readonly file: string; readonly seconds: number }[]): string =>
  [
    'ffconcat version 1.0',
    ...pictures.map(({ file, seconds }) => `file ${file}\nduration ${seconds.toFixed(1)}`),
    `file ${pictures.at(-1)?.file}`,
  ].join('\n');

/** Whether the program that makes films of pictures is installed. */
export const canDevelop = (): boolean => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** Makes `<name>.webm` (VP9) and `<name>.vtt` of a film, beside each other; returns the length in seconds. */
export async function develop(film: Film, { from, to }: { from: string; to: string }): Promise<number> {
  const { seconds, captions, reel } = film.cut();
  const list = join(from, 'reel.txt');
  await writeFile(list, reel);
  const input = ['-f', 'concat', '-i', list, '-t', seconds.toFixed(1), '-vf', `fps=${PER_SECOND},format=yuv420p`];
  const codec = ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-g', '80', '-cpu-used', '4', '-row-mt', '1'];
  const made = spawnSync(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...input, ...codec, '-cues_to_front', '1', `${to}.webm`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (made.status !== 0) throw new Error('ffmpeg could not make the film; its reason is above');
  await writeFile(`${to}.vtt`, captions);
  return seconds;
}
