import type { ReactNode } from 'react';
import { es } from '../es.ts';
import { Avatar } from './avatar.tsx';
import css from './company.module.css';

/** [PER-01] The company: avatar, name, tax id, tax regime. */
export function CompanyCard(props: {
  entityName: string;
  rfc: string;
  taxRegime: keyof typeof es.regimes;
  action: ReactNode;
}) {
  const { entityName, rfc, taxRegime, action } = props;
  return (
    <section className={css.company} aria-labelledby="empresa">
      <Avatar regime={taxRegime} />
      <div className={css.text}>
        <h2 id="empresa">{entityName}</h2>
        <dl className={css.facts}>
          <div>
            <dt>{es.company.rfc}</dt>
            <dd>{rfc}</dd>
          </div>
          <div>
            <dt>{es.company.regime}</dt>
            <dd>{es.regimes[taxRegime]}</dd>
          </div>
        </dl>
      </div>
      {action}
    </section>
  );
}
