/** Light or dark as the device says, or as the person chose on it. The colours themselves follow `color-scheme`. */
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
    // The colour of the browser's frame is declared twice; a choice makes one of the two hold and the other never.
    meta.media = chosen === 'auto' ? own : own.includes(chosen) ? 'all' : 'not all';
  }
}

/** Puts the choice into effect now and whenever it changes. Called once, before anything is drawn. */
export function followTheme(): void {
  apply();
  theme.subscribe(apply);
}
