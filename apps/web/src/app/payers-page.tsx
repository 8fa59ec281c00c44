import { Link, useNavigate } from '@tanstack/react-router';
import { PayersScreen } from '../features/payers/payers-screen.tsx';
import { paths } from '../lib/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { es } from './es.ts';
import css from './page.module.css';

interface PageProps {
  readonly client: { readonly rfc: string; readonly promoterPhone: string };
  readonly search: string;
}

/** [RUT-06] 'Mis clientes': a screen of the profile, without an address of its own. */
export function PayersPage({ client, search }: PageProps) {
  const navigate = useNavigate();
  const write = (typed: string): void =>
    void navigate({
      to: paths.profile,
      search: { ver: 'clientes', ...(typed ? { buscar: typed } : {}) },
      replace: true,
      resetScroll: false,
    });
  return (
    <div className={css.page}>
      <div>
        <Link to={paths.profile} className={css.back}>
          <Icon name="arrowLeft" size={16} />
          {es.payers.back}
        </Link>
        <h1 tabIndex={-1}>{es.payers.title}</h1>
      </div>
      <PayersScreen rfc={client.rfc} adviser={client.promoterPhone || null} search={search} onSearch={write} />
    </div>
  );
}
