import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { CreditPanels } from '../features/credit/credit-panels.tsx';
import { InvalidFiles } from '../features/files/invalid-files.tsx';
import { UploadButton, UploadDrop } from '../features/files/upload-button.tsx';
import { UploadPanel } from '../features/files/upload-panel.tsx';
import { HomeAnswers } from '../features/home/home-answers.tsx';
import { InvoiceTiles } from '../features/sales/tiles-screen.tsx';
import { tileSearch } from '../features/sales/view-model/address.ts';
import { statusSearch } from '../features/status/view-model/address.ts';
import { SyncButton, SyncDialog, SyncNotice, type SyncPurpose } from '../features/sync/sync-button.tsx';
import { hasProduct, isPermitted } from '../lib/actions.ts';
import { paths } from '../lib/paths.ts';
import { homeQuery, openInvoicesQuery } from '../lib/queries.ts';
import { screens } from '../lib/screens.ts';
import { useUser } from '../lib/session.ts';
import { Page } from '../ui/page.tsx';
import { es } from './es.ts';
import css from './home-page.module.css';
import { HomeStatus } from './home-status.tsx';
import { PayOverdue } from './pay-overdue.tsx';

const route = getRouteApi('/private/');

/** [RUT-01] The dashboard, composed of features that do not import each other. */
export function HomePage() {
  const user = useUser();
  const address = route.useSearch();
  const { vista } = address;
  const search = useMemo(() => tileSearch({ ...address }), [address]);
  const navigate = useNavigate();
  const [syncPurpose, setSyncPurpose] = useState<SyncPurpose | null>(null);
  const home = useQuery(homeQuery);
  const isWaiting = home.isPending && home.failureCount === 0;
  const authorised = user.isAuthBI || user.isAuthFB;
  const active = hasProduct(user);
  const mayUpload = isPermitted(user, 'upload');
  const isNew = home.data?.hasInvoices === false;
  const upload = (
    <UploadButton
      key="upload"
      variant={isNew ? 'primary' : 'secondary'}
      disabledReason={active ? null : es.uploadBlocked}
    />
  );
  const sync = authorised && isPermitted(user, 'connect') ? <SyncButton key="sync" onOpen={setSyncPurpose} /> : null;
  // The reason why uploading is blocked comes last, not between the buttons.
  const buttons = !mayUpload ? [sync] : active ? [upload, sync] : [sync, upload];
  return (
    <Page title={screens.home.title}>
      <InvoiceTiles
        above={({ receivable, obstacles, sell, need, sellNew }) => (
          <>
            <SyncNotice onOpen={setSyncPurpose} />
            {authorised ? <UploadPanel sellNew={sellNew} /> : null}
            {authorised ? obstacles : null}
            {isNew ? (
              sell
            ) : (
              <HomeAnswers
                isWaiting={isWaiting}
                receivable={receivable}
                need={authorised ? need : null}
                actions={
                  <>
                    {sell}
                    {buttons}
                  </>
                }
                payOverdue={(overdue, today) => <PayOverdue overdue={overdue} today={today} />}
              />
            )}
            {isNew ? null : (
              <div className={css.below} hidden={isWaiting}>
                <CreditPanels />
              </div>
            )}
          </>
        )}
        isWaiting={isWaiting}
        search={search}
        onSearch={(changed) =>
          void navigate({
            to: paths.home,
            search: (now) => ({
              ...(now.vista ? { vista: now.vista } : {}),
              ...statusSearch({ ...now }),
              ...tileSearch({ ...changed }),
            }),
            replace: true,
            resetScroll: false,
          })
        }
        tab={vista ? 'preapproved' : 'mine'}
        onTab={(tab) =>
          void navigate({
            to: paths.home,
            search: ({ vista: _, ...rest }) => (tab === 'preapproved' ? { ...rest, vista: 'preaprobadas' } : rest),
            replace: true,
            resetScroll: false,
          })
        }
        upload={isNew ? buttons : null}
        invalidFiles={<InvalidFiles />}
        onFollow={(sales) => {
          const [first, second] = sales;
          if (first === undefined || second !== undefined) void navigate({ to: paths.sales });
          else void navigate({ to: paths.sale, params: { number: String(first) } });
        }}
      />
      {isNew ? (
        <BelowInvoices isWaiting={isWaiting}>
          <CreditPanels />
        </BelowInvoices>
      ) : null}
      <BelowInvoices isWaiting={isWaiting}>
        <HomeStatus />
      </BelowInvoices>
      <UploadDrop blocked={!active || !mayUpload} />
      <SyncDialog purpose={syncPurpose} onClose={() => setSyncPurpose(null)} />
    </Page>
  );
}

/** Loads its children at once and shows them below the invoices, which would otherwise push them down. */
function BelowInvoices({ isWaiting, children }: { isWaiting: boolean; children: ReactNode }) {
  const { isPending, failureCount } = useQuery(openInvoicesQuery);
  return <div hidden={isWaiting || (isPending && failureCount === 0)}>{children}</div>;
}
