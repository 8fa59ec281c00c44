import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/paths.ts';
import { Card } from '../../ui/card.tsx';
import { Clabe } from '../../ui/clabe.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { payersQuery } from './api.ts';
import { es } from './es.ts';
import css from './payers.module.css';

const text = es.clabes;

/** The CLABE of each payer that has one. */
export function PayerClabes({ rfc }: { rfc: string }) {
  const { data, error, refetch } = useQuery(payersQuery(rfc));
  const payers = data?.data.filter(({ active, isMain }) => active && !isMain);
  return (
    <Card
      title={text.title}
      aside={
        <Link to={paths.profile} search={{ ver: 'clientes' }}>
          {text.all}
        </Link>
      }
    >
      {payers ? null : <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={2} />}
      {payers?.length === 0 ? <p className={css.quiet}>{text.none}</p> : null}
      {payers && payers.length > 0 ? (
        <Rows>
          {payers.map(({ rfcPayer, stpName, clabe }) => (
            <Row key={`${rfcPayer}${clabe}`}>
              <div>
                <strong>{stpName}</strong>
                <span className={css.clabe}>
                  <Clabe of={clabe} />
                  <CopyButton what={es.clabeOf(stpName)} text={clabe} />
                </span>
              </div>
            </Row>
          ))}
        </Rows>
      ) : null}
    </Card>
  );
}
