import { moneyOf } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { referencesQuery } from './api.ts';
import { es } from './es.ts';

const text = es.live;

/** The references that still have to be paid, the first to expire first; each opens with the account to pay to. */
export function LiveReferences({ clientId, onOpen }: { clientId: string; onOpen: (reference: string) => void }) {
  const { data, error, refetch } = useQuery(referencesQuery(clientId));
  const live = data
    ?.filter(({ state }) => state === 'pending')
    .toSorted((one, other) => one.validUntil.localeCompare(other.validUntil));
  return (
    <Card title={text.title} aside={<Link to={paths.references}>{text.all}</Link>}>
      {live ? null : <LoadFallback error={error} onRetry={refetch} title={es.list.failed} lines={2} />}
      {live?.length === 0 ? <p className="quiet">{text.none}</p> : null}
      {live && live.length > 0 ? (
        <Rows>
          {live.map(({ id, reference, left, currency, validUntil }) => (
            <Row key={id}>
              <div>
                <strong>{reference}</strong>
                <MoneyText amount={moneyOf(left, currency)} />
                <span className="quiet">{es.list.validUntil(formatDate(validUntil))}</span>
              </div>
              <Button size="small" aria-label={es.list.open(reference)} onClick={() => onOpen(reference)}>
                {text.pay}
              </Button>
            </Row>
          ))}
        </Rows>
      ) : null}
    </Card>
  );
}
