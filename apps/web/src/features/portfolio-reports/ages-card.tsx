import { ages } from '@anticipa/contract/portfolio';
import { decimalOf, moneyOf, sum } from '@anticipa/domain/money';
import { ageNames } from '@anticipa/texts/tables/ageing';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { Card } from '../../ui/card.tsx';
import { Bars } from '../../ui/chart/bars.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { agesQuery, type ReportDays } from './api.ts';
import { es } from './es.ts';
import { figureText, lengthsOf } from './view-model.ts';

/** The ageing of 'Cartera' on the same day, as a picture that leads there. */
export function AgesCard({ days }: { days: ReportDays }) {
  const { data, error, refetch } = useQuery(agesQuery(days));
  const { currency, asOf, knownOn } = days;
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.agesFailed} lines={5} />;
  if (data.length === 0) return null;
  const owed = (age: (typeof ages)[number]): string =>
    decimalOf(
      sum(
        currency,
        data.map((group) => moneyOf(group.ages[age] ?? '0.00', currency)),
      ),
    );
  const lengthOf = lengthsOf(ages.map(owed));
  return (
    <Card title={es.ages}>
      <p className="quiet">{es.agesHelp}</p>
      <Bars
        label={es.ages}
        headings={[es.age, es.amount]}
        bars={ages.map((age) => ({
          key: age,
          label: ageNames[age],
          length: lengthOf(owed(age)),
          cells: [figureText('money', owed(age), currency)],
        }))}
      />
      <p>
        <Link
          to={lenderPaths.portfolio}
          search={{ cola: 'asof', hasta: asOf, moneda: currency, ...(knownOn && { conocido: knownOn }) }}
        >
          {es.openAges}
        </Link>
      </p>
    </Card>
  );
}
