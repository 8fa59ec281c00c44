import { useEffect, useRef, useState } from 'react';

const WRITE_AFTER_MS = 300;

/** A search text that is shown immediately and kept, for example in the address, when typing pauses. */
export function useTypedSearch(kept: string | undefined, onKeep: (typed: string) => void) {
  const [typed, setTyped] = useState(kept ?? '');
  const latest = useRef({ kept, onKeep });
  useEffect(() => {
    latest.current = { kept, onKeep };
  });
  useEffect(() => {
    if (typed === (latest.current.kept ?? '')) return;
    const timer = setTimeout(() => latest.current.onKeep(typed), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
