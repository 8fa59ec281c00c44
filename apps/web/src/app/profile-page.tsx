import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Activity } from '../features/activity/activity.tsx';
import { NoticeChoices } from '../features/notices/choices.tsx';
import { es as payers } from '../features/payers/es.ts';
import { PayersScreen } from '../features/payers/payers-screen.tsx';
import { es as programs } from '../features/programs/es.ts';
import { ProgramsScreen } from '../features/programs/programs-screen.tsx';
import { FactorRules } from '../features/session/factor-rules.tsx';
import { OpenSessions } from '../features/session/open-sessions.tsx';
import { OwnFactor } from '../features/session/own-factor.tsx';
import { Movements } from '../features/statement/movements.tsx';
import { UsersScreen } from '../features/users/users-screen.tsx';
import { ClientViews } from '../features/views/client-views.tsx';
import { isPermitted } from '../lib/actions.ts';
import { paths } from '../lib/paths.ts';
import { screens } from '../lib/screens.ts';
import { useUser } from '../lib/session.ts';
import { Button } from '../ui/button.tsx';
import { ButtonRow } from '../ui/button-row.tsx';
import { Page } from '../ui/page.tsx';

const route = getRouteApi('/private/profile');

/** [PER-01] The company, its users, and the user's own second factor and sessions. */
export function ProfilePage() {
  const user = useUser();
  const { client, isAdmin, view, readsUntil } = user;
  const { ver } = route.useSearch();
  const navigate = useNavigate();
  if (client && ver === 'clientes')
    return <PayersScreen rfc={client.rfc} adviser={client.promoterPhone || null} actions={<Movements />} />;
  if (client && isAdmin && ver === 'llaves') return <ProgramsScreen />;
  const furtherScreens = (
    <ButtonRow>
      <Button icon="list" onClick={() => void navigate({ to: paths.profile, search: { ver: 'clientes' } })}>
        {payers.title}
      </Button>
      {isAdmin ? (
        <Button icon="plug" onClick={() => void navigate({ to: paths.profile, search: { ver: 'llaves' } })}>
          {programs.title}
        </Button>
      ) : null}
    </ButtonRow>
  );
  return (
    <Page title={screens.profile.title}>
      {client ? <UsersScreen key={client.rfc} rfc={client.rfc} companyAction={furtherScreens} /> : null}
      {view ? null : <OwnFactor />}
      {view === null && isAdmin && readsUntil === null ? <FactorRules /> : null}
      {isPermitted(user, 'chooseNotices') ? <NoticeChoices /> : null}
      {view ? null : <OpenSessions />}
      <ClientViews />
      {isAdmin ? <Activity /> : null}
    </Page>
  );
}
