import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { tabStorage } from './tab-storage.ts';
import { clearTab } from './tab-texts.ts';
import { aStorage } from './test-builders.ts';

const chosen = z.codec(z.array(z.string()), z.set(z.string()), {
  decode: (ids) => new Set(ids),
  encode: (ids) => [...ids],
});

describe('a value in the tab', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is read as it was written, until it is removed', () => {
    vi.stubGlobal('sessionStorage', aStorage());
    const storage = tabStorage('chosen', chosen);
    expect(storage.read()).toBeNull();
    storage.write(new Set(['a', 'b']));
    expect(tabStorage('chosen', chosen).read()).toEqual(new Set(['a', 'b']));
    storage.write(null);
    expect(storage.read()).toBeNull();
  });

  it.each(['', '{', 'null', '[1]', '{"0":"a"}'])('is ignored when it holds %j', (text) => {
    vi.stubGlobal('sessionStorage', aStorage({ 'anticipa.chosen': text }));
    expect(tabStorage('chosen', chosen).read()).toBeNull();
  });

  it.each([
    ['forbids storage', undefined],
    [
      'has no room',
      {
        ...aStorage(),
        setItem: () => {
          throw new DOMException('full', 'QuotaExceededError');
        },
      },
    ],
  ])('lasts until the page is left where the browser %s', (_case, forbidding) => {
    vi.stubGlobal('sessionStorage', forbidding);
    const storage = tabStorage('chosen', chosen);
    expect(storage.read()).toBeNull();
    storage.write(new Set(['a']));
    expect(storage.read()).toEqual(new Set(['a']));
    storage.write(null);
    expect(storage.read()).toBeNull();
  });

  it('is removed with everything else of the portal in the tab', () => {
    const { stored, ...storage } = aStorage({ 'anticipa.chosen': '["a"]', 'of something else': '1' });
    vi.stubGlobal('sessionStorage', Object.assign(Object.fromEntries(stored), storage));
    clearTab();
    expect([...stored.keys()]).toEqual(['of something else']);
  });
});
