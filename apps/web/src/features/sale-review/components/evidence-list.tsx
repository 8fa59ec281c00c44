import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatTableDate } from '../../../lib/format.ts';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { RelatedLines } from '../../../ui/invoice/related-cfdi.tsx';
import { Lines } from '../../../ui/lines.tsx';
import { Expansion } from '../../../ui/overlay/expansion.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import { foundBy } from '../view-model/check-text.ts';
import { type Check, type Checks, findingsOf, type Item, inOrder, openOf, type Related } from '../view-model/review.ts';

const tones = { failed: 'bad', unknown: 'info', warning: 'warn', passed: 'good' } as const satisfies Readonly<
  Record<Check['result'], Tone>
>;

/** The checks of an invoice: what did not pass first, then related CFDI, what passed folded. */
export function EvidenceList(props: {
  checks: Checks;
  related?: Related | undefined;
  item: Item;
  /** Every check that did not pass was on the screen. */
  onSeen?: (() => void) | undefined;
}) {
  const { checks, related, item, onSeen } = props;
  const [isOpen, setOpen] = useState(false);
  const ordered = inOrder(checks);
  const passed = ordered.filter(({ result }) => result === 'passed');
  const open = useRef<HTMLDivElement>(null);
  const findings = findingsOf(checks);
  useSeen(open, findings, onSeen);
  return (
    <>
      <div ref={open}>
        <Rows checks={openOf(ordered)} item={item} />
      </div>
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

/** Calls `onSeen` once each row has been whole within the window; again when other rows replace them. */
function useSeen(list: RefObject<HTMLElement | null>, findings: string, onSeen: (() => void) | undefined): void {
  const seen = useEffectEvent(() => onSeen?.());
  useEffect(() => {
    const left = new Set<Element>(findings === '' ? [] : list.current?.querySelectorAll('li'));
    if (left.size === 0) return;
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) if (isIntersecting) left.delete(target);
        if (left.size > 0) return;
        observer.disconnect();
        seen();
      },
      // The bars at the lower edge cover rows.
      { threshold: 0.9, rootMargin: '0px 0px -20% 0px' },
    );
    for (const row of left) observer.observe(row);
    return () => observer.disconnect();
  }, [list, findings]);
}

const Rows = ({ checks, item }: { checks: Checks; item: Item }) => (
  <ul className={css.checks}>
    {checks.map((check) => (
      <li key={check.rule}>
        <StatusBadge tone={tones[check.result]}>{es.results[check.result]}</StatusBadge>
        <span className={css.rule}>
          <strong>{es.rules[check.rule].name}</strong> {foundBy(check, item)}
        </span>
        <span className={css.source}>
          {es.rules[check.rule].source}
          {check.at === null ? null : unbroken(` · ${formatTableDate(check.at)}`)}
        </span>
      </li>
    ))}
  </ul>
);
