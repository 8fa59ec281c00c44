import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { es } from './es.ts';

const folder = join(import.meta.dirname, '../../../public/help');

/** Matroska ids of the time unit (nanoseconds) and of the duration, each with the size that encoders write. */
const TIMESTAMP_SCALE = Buffer.from('2ad7b183', 'hex');
const DURATION = Buffer.from('448988', 'hex');

/** Length of a video in seconds, from its header. */
const secondsOf = (webm: Buffer): number => {
  const scale = webm.readUIntBE(webm.indexOf(TIMESTAMP_SCALE) + TIMESTAMP_SCALE.length, 3);
  return (webm.readDoubleBE(webm.indexOf(DURATION) + DURATION.length) * scale) / 1e9;
};

it.each(es.faqs.map(({ id }) => id))('[AYU-02] the video of %s is 15 to 40 seconds long and has captions', (id) => {
  const seconds = secondsOf(readFileSync(join(folder, `${id}.webm`)));
  expect(seconds).toBeGreaterThanOrEqual(15);
  expect(seconds).toBeLessThanOrEqual(40);
  const captions = readFileSync(join(folder, `${id}.vtt`), 'utf8');
  expect(captions).toMatch(/^WEBVTT/);
  expect(captions.match(/ --> /g)?.length).toBeGreaterThanOrEqual(3);
});

it('each question has a video and captions, and there is no other', () => {
  const wanted = es.faqs.flatMap(({ id }) => [`${id}.vtt`, `${id}.webm`]);
  expect(readdirSync(folder).toSorted()).toEqual(wanted.toSorted());
});
