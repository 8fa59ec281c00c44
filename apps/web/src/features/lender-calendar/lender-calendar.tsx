import { setHoliday } from '@anticipa/contract/lender-calendar';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../lib/may.ts';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { lenderCalendarQuery } from './api.ts';
import { es } from './es.ts';
import { ExchangeRate, PublishedRates } from './exchange-rate.tsx';
import { Holidays } from './holidays.tsx';

/** [OPE-07] The exchange rate of the day, the lender's non-business days, and the rates of the past month. */
export function LenderCalendarScreen() {
  const { data, error, refetch } = useQuery(lenderCalendarQuery);
  const may = useMay(setHoliday);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  return (
    <div className="blocks">
      {may ? null : <p className="quiet">{es.readOnly}</p>}
      <ExchangeRate calendar={data} />
      <Holidays calendar={data} />
      <PublishedRates calendar={data} />
    </div>
  );
}
