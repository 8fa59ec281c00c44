import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { I18nProvider } from 'react-aria/I18nProvider';
import { brand } from '../lib/brand.ts';
import { keepFocus } from '../ui/overlay/kept-focus.ts';

const APP = brand.name;

/** Common to all pages: the window title follows the page's heading, which takes the focus when the page changes. */
export function Root() {
  useEffect(keepFocus, []);
  const page = useRouterState({
    select: ({ resolvedLocation: at }) => at && `${at.pathname} ${at.search.ver ?? ''}`,
  });
  // The sign-in page sets a longer title before it mounts the portal.
  const shown = useRef(document.title === APP ? undefined : document.title);
  useEffect(() => {
    if (!page) return;
    const heading = document.querySelector<HTMLElement>('h1');
    document.title = heading?.textContent ? `${heading.textContent} · ${APP}` : APP;
    // The first page keeps the browser's own focus, for a field with autofocus.
    if (shown.current !== undefined && shown.current !== page) heading?.focus({ preventScroll: true });
    shown.current = page;
  }, [page]);
  return (
    <I18nProvider locale="es-MX">
      <Outlet />
    </I18nProvider>
  );
}
