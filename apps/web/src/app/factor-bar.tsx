import { Link } from '@tanstack/react-router';
import { formatDate } from '../lib/format.ts';
import { paths } from '../lib/paths.ts';
import { useUser } from '../lib/session.ts';
import { StatusBar } from '../ui/feedback/status-bar.tsx';
import { es } from './later-es.ts';

/** [FAC-08] Leads a person without a second factor to one, before the lender asks for it at the sign-in. */
export function FactorBar() {
  const { factorDueOn } = useUser();
  return factorDueOn === null ? null : (
    <StatusBar icon="alert" action={<Link to={paths.profile}>{es.factorDue.make}</Link>}>
      {es.factorDue.text(formatDate(factorDueOn))}
    </StatusBar>
  );
}
