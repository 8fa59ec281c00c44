/**
 * Records the portal as single frames, each with its own duration. The length of a film therefore depends only on its
 * captions, not on the machine, and each caption starts with the action it describes.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { PickedFile } from '../invoices.ts';
import { drop } from '../portal.ts';

const PER_SECOND = 10;
const FRAME = 1 / PER_SECOND;
/** Reading speed of captions, and their minimum duration. */
const CHARACTERS_PER_SECOND = 15;
const MIN_CAPTION_SECONDS = 2.4;
const TRAVEL_FRAMES = 7;
const TYPED_AT_ONCE = 2;

interface Cue {
  readonly from: number;
  readonly text: string;
}

/** Actions of a recording, shown with a pointer. */
export interface Film {
  readonly page: Page;
  /** Shows a caption, acts, and holds the result until the caption has been read. */
  caption(text: string, act?: () => Promise<unknown>): Promise<void>;
  click(target: Locator, options?: { readonly modifiers?: readonly 'Shift'[] }): Promise<void>;
  /** Moves the pointer to the target and highlights it. */
  point(target: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  pick(button: Locator, files: readonly PickedFile[]): Promise<void>;
  drop(files: readonly PickedFile[]): Promise<void>;
  /** Waits for the target without adding to the film's length. */
  waitFor(target: Locator): Promise<void>;
  /** Shows a page outside the portal; no scripts may run there, so there is no pointer. */
  showPage(address: string): Promise<void>;
  /** Opens another page, keeping the pointer's position. */
  visit(address: string): Promise<void>;
  /** The film so far: length in seconds, captions (WebVTT) and list of frames. */
  cut(): { readonly seconds: number; readonly captions: string; readonly frames: string };
}

/** Draws the pointer, an arrow with an optional ring. Runs in the page. */
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
  // Reopening raises it above all other popovers.
  if (box.matches(':popover-open')) box.hidePopover();
  box.showPopover();
}

/** Resolves when all animations have ended, or after half a second. Runs in the page. */
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

/** Starts recording a page; its frames are stored in `folder`. */
export async function record(page: Page, folder: string): Promise<Film> {
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

  /** Scrolls a target into view and moves the pointer to it. */
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
    caption: async (text, act) => {
      const from = now;
      cues.push({ from, text });
      await shoot(6);
      await act?.();
      await rest();
      const left = Math.max(MIN_CAPTION_SECONDS, text.length / CHARACTERS_PER_SECOND) - (now - from);
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
    waitFor: async (target) => {
      await target.first().waitFor({ timeout: 60_000 });
      await rest();
      await shoot(5);
    },
    showPage: async (address) => {
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
      frames: concatList(pictures),
    }),
  };
  return film;
}

/** WebVTT; each caption lasts until the next. */
const captionsOf = (cues: readonly Cue[], end: number): string =>
  [
    'WEBVTT',
    ...cues.map(({ from, text }, index) => `${stamp(from)} --> ${stamp(cues[index + 1]?.from ?? end)}\n${text}`),
    '',
  ].join('\n\n');

/** Input for ffmpeg's concat demuxer, which ignores the duration of the last frame unless it is listed again. */
const concatList = (pictures: readonly { readonly file: string; readonly seconds: number }[]): string =>
  [
    'ffconcat version 1.0',
    ...pictures.map(({ file, seconds }) => `file ${file}\nduration ${seconds.toFixed(1)}`),
    `file ${pictures.at(-1)?.file}`,
  ].join('\n');

/** Whether ffmpeg is installed. */
export const canEncode = (): boolean => spawnSync('ffmpeg', ['-version'], { stdio: 'ignore' }).status === 0;

/** Writes `<to>.webm` (VP9) and `<to>.vtt`; returns the length in seconds. */
export async function encode(film: Film, { from, to }: { from: string; to: string }): Promise<number> {
  const { seconds, captions, frames } = film.cut();
  const list = join(from, 'frames.txt');
  await writeFile(list, frames);
  const input = ['-f', 'concat', '-i', list, '-t', seconds.toFixed(1), '-vf', `fps=${PER_SECOND},format=yuv420p`];
  const codec = ['-c:v', 'libvpx-vp9', '-crf', '38', '-b:v', '0', '-g', '80', '-cpu-used', '4', '-row-mt', '1'];
  const made = spawnSync(
    'ffmpeg',
    ['-y', '-loglevel', 'error', ...input, ...codec, '-cues_to_front', '1', `${to}.webm`],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  if (made.status !== 0) throw new Error('ffmpeg failed; see its error above');
  await writeFile(`${to}.vtt`, captions);
  return seconds;
}
