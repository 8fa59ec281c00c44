import { memo, useCallback, useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Expansion } from '../../../ui/overlay/expansion.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import { DESKTOP, useMedia } from '../../../ui/use-media.ts';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import css from '../sale.module.css';
import { setHabits, setOrders } from '../use-draft.ts';
import type { Market } from '../view-model/market.ts';
import { needsOf, needTexts } from '../view-model/needs.ts';
import type { Offer } from '../view-model/offer.ts';
import { pastedOrders, repeatedOrder } from '../view-model/orders.ts';
import { stepTexts } from '../view-model/step-texts.ts';
import { type SaleErrors, targets } from '../view-model/validation.ts';
import { Habit } from './habit-controls.tsx';
import { SaleRow } from './sale-row.tsx';

const headings = ['folio', 'total', 'emitted', 'due', 'order', 'deposit'] as const;

/** One receiver of the sale: its payment habit and its invoices. */
export const ReceiverPanel = memo(function ReceiverPanel(props: {
  receiverKey: string;
  offers: readonly Offer[];
  market: Market;
  errors: SaleErrors;
  open: boolean;
  onToggle: (key: string, open: boolean) => void;
  onRemove: (offer: Offer) => void;
}) {
  const { receiverKey, offers, market, errors, open, onToggle, onRemove } = props;
  const isWide = useMedia(DESKTOP);
  const name = offers[0]?.invoice.receiverName ?? receiverKey;
  const bi = offers.find(({ product }) => product === 'BI');
  const factored = offers.filter(({ product }) => product === 'FB');
  const hasFb = factored.length > 0;
  const repeated = repeatedOrder(factored);
  const latest = useRef(factored);
  useEffect(() => {
    latest.current = factored;
  });
  // Stable, so that a typed key renders one row.
  const pasteOrders = useCallback((offer: Offer, text: string): boolean => {
    const pasted = pastedOrders(text, latest.current, offer.id);
    if (!pasted) return false;
    setOrders(pasted.orders);
    const { unused } = pasted;
    showToast({ text: stepTexts.sale.pastedOrders(pasted.orders.size, unused), tone: unused > 0 ? 'bad' : 'good' });
    return true;
  }, []);
  const wrong =
    offers.filter(({ id }) => errors.dates.has(id) || errors.orders.has(id)).length +
    (errors.habits.has(receiverKey) ? 1 : 0);
  return (
    <Expansion
      id={targets.receiver(receiverKey)}
      open={open}
      onToggle={(now) => onToggle(receiverKey, now)}
      title={
        <span className={css.receiver}>
          <strong title={name}>{name}</strong>
          <span className={css.quiet}>{offers[0]?.invoice.receiverRFC}</span>
        </span>
      }
      aside={
        <span className={css.aside}>
          {wrong > 0 ? (
            <StatusBadge tone="bad">{stepTexts.sale.toFix(wrong)}</StatusBadge>
          ) : (
            needTexts(needsOf(offers)).map((text) => (
              <StatusBadge key={text} tone="warn">
                {text}
              </StatusBadge>
            ))
          )}
          <span className={css.quiet}>{formatCount(offers.length, 'factura', 'facturas')}</span>
        </span>
      }
    >
      <div className={css.panelBody}>
        {bi ? (
          <Habit
            termId={targets.term(receiverKey)}
            habit={bi.habit}
            source={bi.habitSource}
            error={errors.habits.get(receiverKey) ?? null}
            onChange={(habit) => setHabits([receiverKey], habit)}
          />
        ) : null}
        {hasFb ? <p className={css.quiet}>{stepTexts.sale.fixedTerm}</p> : null}
        {factored.length > 1 ? (
          <p className={css.known}>
            <span className={css.quiet}>{stepTexts.sale.pasteOrders}</span>
            {repeated.size > 0 ? (
              <Button size="small" variant="quiet" onClick={() => setOrders(repeated)}>
                {stepTexts.sale.repeatOrder(repeated.size)}
              </Button>
            ) : null}
          </p>
        ) : null}
        <table className={css.table} aria-label={stepTexts.sale.ofReceiver(name)} data-orders={hasFb || undefined}>
          <thead>
            <tr className={css.headings}>
              {headings.map((heading) =>
                heading === 'order' && !hasFb ? (
                  <td key={heading} />
                ) : (
                  <th key={heading} scope="col" data-heading={heading}>
                    {stepTexts.columns[heading]}
                  </th>
                ),
              )}
              <th scope="col">
                <VisuallyHidden>{stepTexts.sale.removeShort}</VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {offers.map((offer) => (
              <SaleRow
                key={offer.id}
                offer={offer}
                market={market}
                dateError={errors.dates.get(offer.id) ?? null}
                orderError={errors.orders.get(offer.id) ?? null}
                onRemove={onRemove}
                isCard={!isWide}
                onPasteOrders={pasteOrders}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Expansion>
  );
});
