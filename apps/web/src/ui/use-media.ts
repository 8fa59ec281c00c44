import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

/** Windows with a sidebar. */
export const DESKTOP = '(min-width: 64em)';

/** Whether a media query matches, kept current. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

/**
 * The breakpoint at which tables become cards and dialogs become sheets; the style sheets use the same width. An upright
 * sheet of paper is narrower and takes a table.
 */
export const usePhone = (): boolean => useMedia('screen and (max-width: 47.99em)');

/**
 * Whether the page is being printed. Renders before `beforeprint` returns: the browser lays out the paper immediately.
 */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const before = (): void => flushSync(() => setPrinting(true));
    const after = (): void => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}
