import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { choose } from '../features/sales/use-draft.ts';
import { StatusDashboard } from '../features/status/status-dashboard.tsx';
import type { StatusSearch } from '../features/status/view-model/address.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { paths, SELL_ANCHOR } from '../lib/paths.ts';

const StatusTables = lazyPart(() => import('./status-tables.tsx'), 'StatusTables');
const ReferenceDialog = lazyPart(() => import('../features/references/reference-dialog.tsx'), 'ReferenceDialog');
const route = getRouteApi('/private/');

/** [EST-01, EST-02, RPG-02] The status dashboard with its tables, one of which creates payment references. */
export function HomeStatus() {
  const { producto, estado, moneda, buscar, ver, ...tiles } = route.useSearch();
  const filters = {
    ...(producto ? { producto } : {}),
    ...(moneda ? { moneda } : {}),
    ...(buscar ? { buscar } : {}),
    ...(ver ? { ver } : {}),
  };
  const navigate = useNavigate();
  const [reference, setReference] = useState<string | null>(null);
  const go = (next: StatusSearch, replace: boolean): void =>
    void navigate({ to: paths.home, search: { ...tiles, ...next }, replace, resetScroll: false });
  const sell = useCallback(
    (documentId: string): void => {
      choose(documentId);
      void navigate({ to: paths.home, hash: SELL_ANCHOR });
    },
    [navigate],
  );
  const kept: StatusSearch = producto ? { producto } : {};
  return (
    <section>
      <StatusDashboard
        product={producto}
        onProduct={(product) => go({ producto: product }, true)}
        onOpen={(slug, product) => go({ producto: product, estado: slug }, estado !== undefined)}
        onSettled={() => void navigate({ to: paths.settled })}
      />
      {estado ? (
        <StatusTables
          key={estado}
          search={{ ...filters, estado }}
          onFilter={(changed) => go({ ...kept, estado, ...changed }, true)}
          onClose={() => go(kept, true)}
          onReference={setReference}
          onSell={sell}
          onCredit={() => go({ ...kept, estado: 'credito' }, true)}
        />
      ) : null}
      {reference ? <ReferenceDialog reference={reference} onClose={() => setReference(null)} /> : null}
    </section>
  );
}
