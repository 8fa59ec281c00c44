import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { OpenSessions } from '../features/session/open-sessions.tsx';
import { UsersScreen } from '../features/users/users-screen.tsx';
import { paths } from '../lib/paths.ts';
import { useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { es } from './es.ts';
import css from './page.module.css';
import { PayersPage } from './payers-page.tsx';

const route = getRouteApi('/private/profile');

/** [PER-01] The company, its people and one's own sessions; the lender's operators have only the last. */
export function ProfilePage() {
  const { client } = useUser();
  const { ver, buscar = '' } = route.useSearch();
  const navigate = useNavigate();
  if (client && ver === 'clientes') return <PayersPage client={client} search={buscar} />;
  const toPayers = (
    <Button icon="list" onClick={() => void navigate({ to: paths.profile, search: { ver: 'clientes' } })}>
      {es.payers.title}
    </Button>
  );
  return (
    <div className={css.page}>
      <h1 tabIndex={-1}>{es.menu.profile}</h1>
      {client ? <UsersScreen key={client.rfc} rfc={client.rfc} companyAction={toPayers} /> : null}
      <OpenSessions />
    </div>
  );
}
