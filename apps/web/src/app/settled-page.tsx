import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SettledScreen } from '../features/settled/settled-screen.tsx';
import { paths } from '../lib/paths.ts';
import { ClientsOnly } from './clients-only.tsx';
import { es } from './es.ts';
import css from './page.module.css';

const route = getRouteApi('/private/invoices');

/** [RUT-01] The settled invoices, with their month in the address. */
export function SettledPage() {
  const { mes } = route.useSearch();
  const navigate = useNavigate();
  return (
    <ClientsOnly>
      <div className={css.page}>
        <h1 tabIndex={-1}>{es.menu.invoices}</h1>
        <SettledScreen
          month={mes}
          onMonth={(month) =>
            void navigate({ to: paths.invoices, search: { mes: month }, replace: true, resetScroll: false })
          }
        />
      </div>
    </ClientsOnly>
  );
}
