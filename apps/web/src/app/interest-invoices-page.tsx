import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { InvoicesScreen } from '../features/interest/invoices-screen.tsx';
import { paths } from '../lib/paths.ts';
import { ClientsOnly } from './clients-only.tsx';

const route = getRouteApi('/private/invoicesHistory');

/** [RUT-01] The interest invoices, with its month in the address. */
export function InvoicesPage() {
  const { mes } = route.useSearch();
  const navigate = useNavigate();
  return (
    <ClientsOnly>
      <InvoicesScreen
        month={mes}
        onMonth={(month) => void navigate({ to: paths.invoicesHistory, search: { mes: month }, replace: true })}
      />
    </ClientsOnly>
  );
}
