import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds, kept current. */
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

/** Where tables become cards and dialogs become sheets; the style sheets use the same width. */
export const usePhone = (): boolean => useMedia('(max-width: 47.99em)');
