import { useQuery } from '@tanstack/react-query';
import { ApiRefusal } from '../../lib/api-client.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Unloaded } from '../../ui/feedback/unloaded.tsx';
import { payersQuery } from './api.ts';
import { PayerTable } from './components/payer-table.tsx';
import { es } from './es.ts';

interface ScreenProps {
  readonly rfc: string;
  /** The adviser's phone; null where the lender has published none. */
  readonly adviser: string | null;
  readonly search: string;
  readonly onSearch: (typed: string) => void;
}

/** [CLI-01] [CLI-06] Who pays the company and to which CLABE, where the lender has activated it. */
export function PayersScreen({ rfc, adviser, search, onSearch }: ScreenProps) {
  const { data, error, refetch } = useQuery(payersQuery(rfc));
  if (!data) {
    return (
      <Unloaded failed={error !== null} onRetry={refetch} title={es.failed} lines={8}>
        {error instanceof ApiRefusal ? error.message : null}
      </Unloaded>
    );
  }
  if (data.stpCompany === null) {
    return (
      <EmptyState
        drawing="locked"
        level={2}
        title={es.notActivated}
        action={adviser ? <a href={`tel:${adviser.replace(/\D/g, '')}`}>{es.call(adviser)}</a> : null}
      >
        {es.askAdviser}
      </EmptyState>
    );
  }
  if (data.data.length === 0) {
    return (
      <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
        {es.empty}
      </EmptyState>
    );
  }
  return <PayerTable payers={data.data} search={search} onSearch={onSearch} />;
}
