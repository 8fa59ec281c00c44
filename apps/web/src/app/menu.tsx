import { Link, useLocation, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { paths } from '../lib/paths.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import css from './menu.module.css';

export interface MenuItem {
  readonly to: (typeof paths)[keyof typeof paths];
  readonly title: string;
  readonly icon: IconName;
}

/**
 * The main menu: a list in the sidebar; on a phone a bar that scrolls sideways and marks the sides with hidden items.
 */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const list = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const hidden = useHiddenSides(list);
  const loading = useRouterState({ select: ({ status, location }) => status === 'pending' && location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every screen may need another scroll position
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!list.current || !here) return;
    const left = here.offsetLeft - (list.current.clientWidth - here.offsetWidth) / 2;
    list.current.scrollTo({ left, behavior: 'instant' });
  }, [pathname]);
  const more = (side: 'start' | 'end') =>
    hidden[side] ? (
      // For pointers only: the links themselves can be reached by keyboard and by screen readers.
      <button
        type="button"
        className={css.more}
        data-side={side}
        aria-hidden="true"
        tabIndex={-1}
        onClick={() => list.current?.scrollBy({ left: (side === 'end' ? 0.6 : -0.6) * list.current.clientWidth })}
      >
        <Icon name="chevronRight" />
      </button>
    ) : null;
  return (
    <div className={css.bar}>
      <nav ref={list} aria-label={label} className={css.menu}>
        {items.map(({ to, title, icon }) => (
          <Link
            key={to}
            to={to}
            className={css.item}
            data-loading={loading === to || undefined}
            preload={false}
            activeOptions={{ exact: true, includeSearch: false }}
          >
            <Icon name={icon} size={20} />
            {title}
          </Link>
        ))}
      </nav>
      {more('start')}
      {more('end')}
    </div>
  );
}

/** The sides on which an element has content scrolled out of view. */
function useHiddenSides(of: RefObject<HTMLElement | null>): { readonly start: boolean; readonly end: boolean } {
  const [hidden, setHidden] = useState({ start: false, end: false });
  useEffect(() => {
    const element = of.current;
    if (!element) return;
    const look = (): void => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      const start = scrollLeft > 1;
      const end = scrollLeft + clientWidth < scrollWidth - 1;
      setHidden((before) => (before.start === start && before.end === end ? before : { start, end }));
    };
    const size = new ResizeObserver(look);
    size.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [of]);
  return hidden;
}
