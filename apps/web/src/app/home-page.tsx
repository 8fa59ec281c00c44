import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CreditPanels } from '../features/credit/credit-panels.tsx';
import { UploadButton, UploadDrop } from '../features/files/upload-button.tsx';
import { UploadPanel } from '../features/files/upload-panel.tsx';
import { InvoiceTiles } from '../features/sales/tiles-screen.tsx';
import { paths } from '../lib/paths.ts';
import { useUser } from '../lib/session.ts';
import { es } from './es.ts';
import { HomeStatus } from './home-status.tsx';
import { OperatorHome } from './operator-home.tsx';
import css from './page.module.css';

const route = getRouteApi('/private/');

/** Leads to where a sale can be followed, once the closing dialog has given the focus back. */
const showStatus = (): void => {
  setTimeout(() => document.getElementById('estado')?.scrollIntoView());
};

/** [RUT-01] The dashboard: it composes the features, which do not know each other. */
export function HomePage() {
  const user = useUser();
  const { vista } = route.useSearch();
  const navigate = useNavigate();
  const authorised = user.isAuthBI || user.isAuthFB;
  const active = (user.isAuthBI && user.isActiveBI) || (user.isAuthFB && user.isActiveFB);
  if (user.kind === 'operator') return <OperatorHome />;
  return (
    <div className={css.page}>
      <h1 tabIndex={-1}>{es.menu.home}</h1>
      <CreditPanels />
      {authorised ? <UploadPanel /> : null}
      <InvoiceTiles
        tab={vista ? 'preapproved' : 'mine'}
        onTab={(tab) =>
          void navigate({
            to: paths.home,
            search: ({ vista: _, ...rest }) => (tab === 'preapproved' ? { ...rest, vista: 'preaprobadas' } : rest),
            replace: true,
            resetScroll: false,
          })
        }
        upload={<UploadButton disabledReason={active ? null : es.uploadBlocked} />}
        onFollow={showStatus}
      />
      <HomeStatus />
      <UploadDrop blocked={!active} />
    </div>
  );
}
