/** Light or dark, as the device prefers or the user chose. The colours follow `color-scheme`. */
import { deviceSetting } from './device-setting.ts';

export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const theme = deviceSetting<Theme>('theme', themes);

function apply(): void {
  const chosen = theme.get();
  if (chosen === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.media ?? meta.media;
    meta.dataset.media = own;
    // There is one element per scheme; a chosen theme enables one and disables the other.
    meta.media = chosen === 'auto' ? own : own.includes(chosen) ? 'all' : 'not all';
  }
}

/** Applies the theme now and on every change. Call once, before drawing. */
export function followTheme(): void {
  apply();
  theme.subscribe(apply);
}
