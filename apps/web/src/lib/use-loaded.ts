import { useEffect, useState } from 'react';

/** Code that is loaded when first needed; null until then. If that fails, it is tried again when next needed. */
export function useLoaded<T>(load: () => Promise<T>, isNeeded: boolean): T | null {
  const [loaded, setLoaded] = useState<T | null>(null);
  const isMissing = isNeeded && loaded === null;
  useEffect(() => {
    if (!isMissing) return;
    let isMounted = true;
    load().then(
      (code) => isMounted && setLoaded(code),
      () => undefined,
    );
    return () => {
      isMounted = false;
    };
  }, [load, isMissing]);
  return loaded;
}
