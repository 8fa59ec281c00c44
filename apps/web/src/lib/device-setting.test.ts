import { afterEach, describe, expect, it, vi } from 'vitest';
import { deviceList, deviceSetting } from './device-setting.ts';
import { aStorage } from './test-builders.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a setting of this device', () => {
  const themes = ['auto', 'light', 'dark'] as const;

  it('is the first of its values until another one is chosen, also on the next visit', () => {
    const storage = aStorage();
    vi.stubGlobal('localStorage', storage);
    const setting = deviceSetting('theme', themes);
    expect(setting.get()).toBe('auto');
    setting.set('dark');
    expect([...storage.stored]).toEqual([['anticipa.theme', 'dark']]);
    expect(deviceSetting('theme', themes).get()).toBe('dark');
  });

  it('ignores a value that it does not have', () => {
    vi.stubGlobal('localStorage', aStorage({ 'anticipa.theme': 'sepia' }));
    expect(deviceSetting('theme', themes).get()).toBe('auto');
  });

  it('lasts for the visit where nothing can be stored', () => {
    vi.stubGlobal('localStorage', undefined);
    const setting = deviceSetting('theme', themes);
    setting.set('light');
    expect(setting.get()).toBe('light');
  });
});

it('a list of words is stored on this device under its own name', () => {
  vi.stubGlobal('localStorage', aStorage());
  deviceList('columns.credito').write(['interest', 'uuid']);
  expect([deviceList('columns.credito').read(), deviceList('columns.rechazadas').read()]).toEqual([
    ['interest', 'uuid'],
    [],
  ]);
});
