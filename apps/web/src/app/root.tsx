import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { I18nProvider } from 'react-aria/I18nProvider';
import { keepFocus } from '../ui/overlay/kept-focus.ts';

const APP = 'Anticipa';

/** What every page has: the title of the window follows the page's heading, which takes the focus on a change of page. */
export function Root() {
  useEffect(keepFocus, []);
  const page = useRouterState({
    select: ({ resolvedLocation: at }) => at && `${at.pathname} ${at.search.ver ?? ''}`,
  });
  // A title that says more than the name is left by the sign-in page, in whose place the portal was opened.
  const shown = useRef(document.title === APP ? undefined : document.title);
  useEffect(() => {
    if (!page) return;
    const heading = document.querySelector<HTMLElement>('h1');
    document.title = heading?.textContent ? `${heading.textContent} · ${APP}` : APP;
    // The first page keeps the browser's own focus, so that a field with autofocus has it.
    if (shown.current !== undefined && shown.current !== page) heading?.focus({ preventScroll: true });
    shown.current = page;
  }, [page]);
  return (
    <I18nProvider locale="es-MX">
      <Outlet />
    </I18nProvider>
  );
}
