import { expect, test } from 'vitest';
import { z } from 'zod';
import { orderedId } from './ordered-id.ts';

const at = (text: string) => new Date(text);

test('begins with its time, as in the example of RFC 9562, so that later ids sort behind earlier ones', () => {
  const [early, later] = [orderedId(at('2022-02-22T19:22:22.000Z')), orderedId(at('2022-02-22T19:22:22.001Z'))];
  expect(early.slice(0, 15)).toBe('017f22e2-79b0-7');
  expect(later > early).toBe(true);
});

test('is a UUID of version 7, another one at each call', () => {
  const ids = Array.from({ length: 200 }, () => orderedId(at('2026-03-10T12:00:00Z')));
  expect(ids.filter((id) => !z.uuidv7().safeParse(id).success)).toEqual([]);
  expect(new Set(ids).size).toBe(ids.length);
});
