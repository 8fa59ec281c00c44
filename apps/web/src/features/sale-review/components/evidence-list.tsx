import { useState } from 'react';
import { formatTableDate } from '../../../lib/format.ts';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { RelatedLines } from '../../../ui/invoice/related-cfdi.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { Expansion } from '../../../ui/overlay/expansion.tsx';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import { foundBy } from '../view-model/check-text.ts';
import { type Check, type Checks, type Item, inOrder, type Related } from '../view-model/review.ts';

const tones = { failed: 'bad', unknown: 'info', warning: 'warn', passed: 'good' } as const satisfies Readonly<
  Record<Check['result'], Tone>
>;

/** The checks of an invoice: what did not pass first, then related CFDI, what passed folded. */
export function EvidenceList({ checks, related, item }: { checks: Checks; related?: Related | undefined; item: Item }) {
  const [isOpen, setOpen] = useState(false);
  const ordered = inOrder(checks);
  const passed = ordered.filter(({ result }) => result === 'passed');
  return (
    <>
      <Rows checks={ordered.filter(({ result }) => result !== 'passed')} item={item} />
      {related?.length ? (
        <Lines>
          <RelatedLines related={related} />
        </Lines>
      ) : null}
      <Expansion title={es.passed(passed.length)} open={isOpen} onToggle={setOpen}>
        <Rows checks={passed} item={item} />
      </Expansion>
    </>
  );
}

const Rows = ({ checks, item }: { checks: Checks; item: Item }) => (
  <ul className={css.checks}>
    {checks.map((check) => (
      <li key={check.rule}>
        <StatusBadge tone={tones[check.result]}>{es.results[check.result]}</StatusBadge>
        <span className={css.rule}>
          <strong>{es.rules[check.rule]}</strong> {foundBy(check, item)}
        </span>
        <span className={css.source}>
          {es.sources[check.source]}
          {check.at === null ? null : ` · ${formatTableDate(check.at)}`}
        </span>
      </li>
    ))}
  </ul>
);
