import { moneyOf } from '@anticipa/domain/money';
import type { SaleItemStanding } from '@anticipa/domain/sale';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { formatDate, moneyInText } from '../../../lib/format.ts';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import type { SaleUnderReview } from '../api.ts';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import { type Checks, countOf, type Item, type Mark, type Marks } from '../view-model/review.ts';

export const nameOf = ({ serie, folio, documentId }: Item): string =>
  [serie, folio].filter(Boolean).join('-') || documentId.slice(0, 8);

/** The invoices of the sale with their marks; the keys of the desk act while it has the focus. */
export function InvoiceList(props: {
  items: readonly Item[];
  checksOf: (documentId: string) => Checks;
  marks: Marks;
  /** Standings of the invoices once the sale is answered; null before. */
  standings: SaleUnderReview['standings'] | null;
  changed: ReadonlySet<string>;
  current: number;
  onCurrent: (index: number) => void;
  /** The current one was clicked. */
  onOpen: () => void;
  onKey: (key: string) => boolean;
}) {
  const { items, checksOf, marks, standings, changed, current, onCurrent, onOpen, onKey } = props;
  const list = useRef<HTMLUListElement>(null);
  const focusCurrent = () => list.current?.querySelectorAll<HTMLElement>('[data-invoice]')[current]?.focus();
  useEffect(() => {
    if (list.current?.contains(document.activeElement)) focusCurrent();
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || (event.key === 'Enter' && event.repeat)) return;
    if (onKey(event.key)) event.preventDefault();
  };
  return (
    <ul ref={list} className={css.invoices} aria-label={es.invoices}>
      {items.map((item, index) => {
        const { documentId, receiverName, total, currency } = item;
        const checks = checksOf(documentId);
        return (
          <li key={documentId}>
            <button
              type="button"
              data-invoice
              className={css.invoice}
              tabIndex={index === current ? 0 : -1}
              aria-current={index === current || undefined}
              // Runs before the focus, which would return to the current one and scroll this one away.
              onMouseDown={() => onCurrent(index)}
              onClick={() => {
                onCurrent(index);
                onOpen();
              }}
              // A closed dialog returns the focus to where it was opened.
              onFocus={index === current ? undefined : focusCurrent}
              onKeyDown={onKeyDown}
            >
              <span className={css.name}>
                <strong>{nameOf(item)}</strong> {receiverName}
              </span>
              <MoneyText amount={moneyOf(total, currency)} />
              <span className={css.conditions}>
                {es.item.short(
                  formatDate(item.dueDate),
                  es.item.days(item.paymentDays),
                  moneyInText(moneyOf(item.initialDeposit, currency)),
                )}
              </span>
              <span className={css.state}>
                {standings ? (
                  <StandingBadge standing={standings[index]?.standing} isAuthorised={marks.has(documentId)} />
                ) : (
                  <MarkBadge mark={marks.get(documentId)} />
                )}
                {(['failed', 'unknown', 'warning'] as const).map((result) => {
                  const count = countOf(checks, result);
                  return count === 0 ? null : (
                    <span key={result} className={css.count} data-result={result}>
                      {count} {es.results[result].toLowerCase()}
                    </span>
                  );
                })}
                {changed.has(documentId) ? (
                  <span className={css.count} data-result="warning">
                    {es.marks.changed}
                  </span>
                ) : null}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function MarkBadge({ mark }: { mark: Mark | undefined }) {
  if (!mark) return <StatusBadge tone="neutral">{es.marks.none}</StatusBadge>;
  return mark.authorised ? (
    <StatusBadge tone="good">{es.marks.authorised}</StatusBadge>
  ) : (
    <StatusBadge tone="bad" icon="close">
      {es.marks.rejected}
    </StatusBadge>
  );
}

const tones: Readonly<Record<SaleItemStanding, Tone>> = {
  waiting: 'good',
  rejected: 'bad',
  'in-credit': 'info',
  overdue: 'bad',
  paid: 'good',
  'written-off': 'bad',
};

/** Outcome of an invoice; one that the lender never answered was released. */
function StandingBadge({ standing, isAuthorised }: { standing: SaleItemStanding | undefined; isAuthorised: boolean }) {
  if (standing === undefined || (standing === 'waiting' && !isAuthorised))
    return <StatusBadge tone="neutral">{es.standing.released}</StatusBadge>;
  return (
    <StatusBadge tone={tones[standing]} {...(standing === 'rejected' && { icon: 'close' as const })}>
      {es.standing.labels[standing]}
    </StatusBadge>
  );
}
