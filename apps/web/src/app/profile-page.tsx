import { OpenSessions } from '../features/session/open-sessions.tsx';
import { UsersScreen } from '../features/users/users-screen.tsx';
import { useUser } from '../lib/session.ts';
import { es } from './es.ts';
import css from './page.module.css';

/** [PER-01] The company, its people and one's own sessions; the lender's operators have only the last. */
export function ProfilePage() {
  const { client } = useUser();
  return (
    <div className={css.page}>
      <h1 tabIndex={-1}>{es.menu.profile}</h1>
      {client ? <UsersScreen key={client.rfc} rfc={client.rfc} /> : null}
      <OpenSessions />
    </div>
  );
}
