import type { ReactNode } from 'react';
import { Facts } from '../../../ui/facts.tsx';
import { es } from '../es.ts';
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
        <Facts
          className={css.facts}
          facts={[
            [es.company.rfc, rfc],
            [es.company.regime, es.regimes[taxRegime]],
          ]}
        />
      </div>
      {action}
    </section>
  );
}

const drawings = {
  /** A person. */
  PF: (
    <>
      <circle cx="32" cy="25" r="10" className={css.front} />
      <path d="M13 54c1.5-11 9-17 19-17s17.5 6 19 17Z" className={css.front} />
    </>
  ),
  /** A person with a briefcase. */
  PFAE: (
    <>
      <circle cx="28" cy="22" r="9" className={css.front} />
      <path d="M10 52c1.4-11 8-16.5 18-16.500S44.6 41 46 52Z" className={css.front} />
      <path d="M40 41v-2.500a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2V41" className={css.line} />
      <rect x="33" y="41" width="24" height="15" rx="2.5" className={css.back} />
      <path d="M33 47.500h24M45 46v3" className={css.line} />
    </>
  ),
  /** A building. */
  PM: (
    <>
      <rect x="14" y="14" width="22" height="40" rx="2" className={css.front} />
      <rect x="36" y="26" width="15" height="28" rx="2" className={css.back} />
      <path d="M20 22h4m3 0h4M20 29h4m3 0h4M20 36h4m3 0h4M22 54v-8h6v8M42 34h4m-4 7h4m-4 7h4" className={css.line} />
    </>
  ),
} as const;

/** [PER-01] The drawing of a tax regime, decorative: the text beside it names the regime. */
function Avatar({ regime }: { regime: keyof typeof drawings }) {
  return (
    <svg viewBox="0 0 64 64" width="72" height="72" className={css.avatar} aria-hidden="true" data-regime={regime}>
      <circle cx="32" cy="32" r="32" className={css.ground} />
      {drawings[regime]}
    </svg>
  );
}
