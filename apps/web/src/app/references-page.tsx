import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { ReferencesScreen } from '../features/references/references-screen.tsx';
import { paths } from '../lib/paths.ts';
import { useUser } from '../lib/session.ts';
import { ClientsOnly } from './clients-only.tsx';
import { es } from './es.ts';
import css from './page.module.css';

const route = getRouteApi('/private/paymentReferences');

/** [REF-01] The payment references of the client. */
export function ReferencesPage() {
  const { clientId } = useUser();
  const { buscar = '' } = route.useSearch();
  const navigate = useNavigate();
  const search = (typed: string): void =>
    void navigate({
      to: paths.paymentReferences,
      search: typed ? { buscar: typed } : {},
      replace: true,
      resetScroll: false,
    });
  return (
    <ClientsOnly>
      <div className={css.page}>
        <h1 tabIndex={-1}>{es.menu.paymentReferences}</h1>
        {clientId ? (
          <ReferencesScreen
            clientId={clientId}
            search={buscar}
            onSearch={search}
            toCredit={(text) => (
              <Link to={paths.home} search={{ estado: 'credito' }}>
                {text}
              </Link>
            )}
          />
        ) : null}
      </div>
    </ClientsOnly>
  );
}
