import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from './button.tsx';
import { usePhone } from './use-media.ts';

/** Rows of a long list that a phone shows at first. */
const FIRST = 5;
/** A list of up to this number of rows is shown whole: few would remain. */
const WHOLE_UP_TO = 8;

interface ShortList {
  /** The list whose children are the rows. */
  readonly list: RefObject<HTMLUListElement | null>;
  /** How many rows are shown. */
  readonly count: number;
  /** The button for the others; null once they are shown. */
  readonly more: ReactNode;
}

/** [DIN-110] Keeps a long list short on a phone until its other rows are asked for; the focus then goes to the first of them. */
export function useShortList(length: number, isScrolled = false): ShortList {
  const phone = usePhone();
  const list = useRef<HTMLUListElement>(null);
  const [isWhole, setWhole] = useState(false);
  if (!phone || isScrolled || isWhole || length <= WHOLE_UP_TO) return { list, count: length, more: null };
  const unfold = (): void => {
    flushSync(() => setWhole(true));
    const next = list.current?.children[FIRST];
    if (!(next instanceof HTMLElement)) return;
    next.tabIndex = -1;
    next.focus({ preventScroll: true });
  };
  const more = <Button onClick={unfold}>{`Mostrar ${(length - FIRST).toLocaleString('es-MX')} más`}</Button>;
  return { list, count: FIRST, more };
}
