import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { InterestScreen } from '../features/interest/interest-screen.tsx';
import { paths } from '../lib/paths.ts';
import { ClientsOnly } from './clients-only.tsx';

const route = getRouteApi('/private/interestHistory');

/** [RUT-01] The interest detail, with its month in the address. */
export function InterestPage() {
  const { mes } = route.useSearch();
  const navigate = useNavigate();
  return (
    <ClientsOnly>
      <InterestScreen
        month={mes}
        onMonth={(month) => void navigate({ to: paths.interestHistory, search: { mes: month }, replace: true })}
      />
    </ClientsOnly>
  );
}
