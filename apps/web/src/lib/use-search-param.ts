import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DaysSearch } from './desk-search.ts';

/** A parameter of the screen's address and its setter, which replaces the history entry; '' removes it. */
export function useSearchParam(name: 'mes' | 'buscar' | 'cola' | 'ajuste' | keyof DaysSearch) {
  const value = useSearch({ strict: false })[name];
  const navigate = useNavigate();
  const set = useCallback(
    (next: string): void =>
      void navigate({
        to: '.',
        search: ({ [name]: _, ...others }) => (next ? { ...others, [name]: next } : others),
        replace: true,
        resetScroll: false,
      }),
    [name, navigate],
  );
  return [value, set] as const;
}
