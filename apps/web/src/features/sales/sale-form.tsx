import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { formatCount, formatMoney } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { ErrorSummary } from '../../ui/field/error-summary.tsx';
import { TextArea } from '../../ui/field/field.tsx';
import { announce } from '../../ui/overlay/announcer.ts';
import { AlertDialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { ExceedingNotice } from './components/choice.tsx';
import { HabitForAll } from './components/habit-controls.tsx';
import { ReceiverPanel } from './components/receiver-panel.tsx';
import { SaleSummary } from './components/sale-summary.tsx';
import { es } from './es.ts';
import css from './sale.module.css';
import { choose, setDate, setHabits, setOrders, unchoose } from './use-draft.ts';
import type { Portfolio } from './use-offers.ts';
import type { SaleAttempt } from './use-sale-attempt.ts';
import { useServerQuote } from './use-server-quote.ts';
import { productNames } from './view-model/market.ts';
import { needsOf, needTexts, orderTexts } from './view-model/needs.ts';
import { folioOf, type Offer } from './view-model/offer.ts';
import { ordersByFolio } from './view-model/orders.ts';
import { preparedTexts } from './view-model/prepared-texts.ts';
import type { SaleProblem } from './view-model/sale-problem.ts';
import { receiversOf } from './view-model/selection.ts';
import { stepTexts } from './view-model/step-texts.ts';
import { totalsOf } from './view-model/totals.ts';
import { errorCount, mergeErrors, noErrors, summaryOf, targets } from './view-model/validation.ts';

/** [VTA-03 … VTA-10] The first step: dates, terms and purchase orders of the chosen invoices, with their prices. */
export function SaleForm(props: {
  portfolio: Portfolio;
  attempt: SaleAttempt;
  problem: SaleProblem | null;
  dropped: readonly string[];
  invalidFiles: ReactNode;
}) {
  const { portfolio, attempt, problem, dropped, invalidFiles } = props;
  const { market, selected } = portfolio;
  const { offers } = selected;
  const quote = useServerQuote(offers);
  useFocusOnMissingOrder(attempt.inPlace);
  const { local } = attempt;
  const errors = useMemo(
    () => mergeErrors([problem?.rows ?? noErrors, quote.errors, local]),
    [problem, quote.errors, local],
  );
  const receivers = useMemo(() => receiversOf(attempt.inPlace), [attempt.inPlace]);
  const totals = useMemo(() => totalsOf(selected.groups), [selected.groups]);
  const biReceivers = receivers.filter(([, members]) => members.some(({ product }) => product === 'BI'));
  const isAsked = biReceivers.some(([, members]) => members.some(({ habitSource }) => habitSource === null));
  const chosenDates = biReceivers.flatMap(([, members]) =>
    members.filter((offer) => offer.dateChosen && offer.dueDate !== offer.calculatedDate),
  );
  const count = errorCount(local);
  // Decided as the sale opens: it stays while it is filled.
  const [hasManyOrders] = useState(needsOf(offers).orders.length > 1);
  return (
    <div className={css.workspace}>
      <div className={css.receivers}>
        <ErrorSummary
          key={attempt.turn}
          title={stepTexts.sale.fix(formatCount(count, 'dato', 'datos'))}
          errors={count > 0 ? summaryOf(local, attempt.inPlace) : []}
        />
        {dropped.length > 0 ? (
          <Notice tone="warn" title={es.sale.droppedTitle}>
            {es.sale.dropped(dropped.join(', '))}
          </Notice>
        ) : null}
        {invalidFiles}
        {attempt.vanished.length > 0 && !problem ? (
          <Notice
            tone="warn"
            title={stepTexts.sale.vanishedTitle}
            action={
              <Button size="small" onClick={() => unchoose(attempt.vanished.map(({ id }) => id))}>
                {es.exceeds.dismiss}
              </Button>
            }
          >
            {stepTexts.sale.vanished(attempt.vanished.map(folioOf).join(', '))}
          </Notice>
        ) : null}
        {problem ? null : (
          <ExceedingNotice
            offers={selected.exceeding}
            onDismiss={() => unchoose(selected.exceeding.map(({ id }) => id))}
          />
        )}
        {biReceivers.length > 1 && isAsked ? (
          <HabitForAll
            count={formatCount(biReceivers.length, 'cliente', 'clientes')}
            keptDates={chosenDates.length}
            onApply={(habit) => setHabits(keysOf(biReceivers), habit)}
            onCalculate={() => {
              for (const { id } of chosenDates) setDate(id, null);
            }}
          />
        ) : null}
        {hasManyOrders ? <OrderTable offers={attempt.inPlace} /> : null}
        {receivers.map(([key, members]) => (
          <ReceiverPanel
            key={key}
            receiverKey={key}
            offers={members}
            market={market}
            errors={errors}
            open={attempt.open.has(key)}
            onToggle={attempt.toggle}
            onRemove={removeWithUndo}
          />
        ))}
        {receivers.length === 0 ? <EmptyState drawing="papers" title={stepTexts.sale.pickClient} /> : null}
        {attempt.empty ? (
          <AlertDialog title={es.sale.errorTitle} onClose={attempt.dismissEmpty}>
            {es.sale.nothingSelected}
          </AlertDialog>
        ) : null}
      </div>
      <SaleSummary groups={totals} names={productNames(market)} lines={selected.lines} quote={quote} market={market} />
    </div>
  );
}

/** Starts on the first purchase order to fill, so that a copied column can be pasted at once. */
function useFocusOnMissingOrder(offers: readonly Offer[]): void {
  const [missing] = useState(() => offers.find(({ problem }) => problem === 'PURCHASE_ORDER_MISSING'));
  useEffect(() => {
    if (missing) document.getElementById(targets.order(missing.id))?.focus({ preventScroll: true });
  }, [missing]);
}

const keysOf = (receivers: readonly (readonly [string, unknown])[]): readonly string[] => receivers.map(([key]) => key);

/** Removes an invoice from the sale. Can be undone, so it does not ask. */
function removeWithUndo(offer: Offer): void {
  unchoose([offer.id]);
  showToast({
    text: stepTexts.sale.removed(folioOf(offer)),
    action: { label: stepTexts.sale.undo, run: () => choose(offer.id) },
  });
}

/** The main action of the first step, named after its effect. */
export function SaleFormFooter(props: {
  portfolio: Portfolio;
  busy: boolean;
  /** Whether the sale is left to another person. */
  isLeft: boolean;
  /** Sells these. */
  onSubmit: (offers: readonly Offer[]) => void;
}) {
  const { portfolio, busy, isLeft, onSubmit } = props;
  const { offers, deposits, undated } = portfolio.selected;
  const needs = needsOf(offers);
  const rest = offers.filter((offer) => !needs.orders.includes(offer));
  const sellRest = (): void => {
    unchoose(needs.orders.map(({ id }) => id));
    showToast({ text: orderTexts.leftOut(needs.orders.length) });
    onSubmit(rest);
  };
  return (
    <>
      <span className={css.quiet} role="status">
        {[
          formatCount(offers.length, 'factura', 'facturas'),
          deposits.length > 0 ? es.tiles.deposit(deposits.map(formatMoney).join(' y ')) : '',
          undated > 0 ? es.bar.unpriced(undated) : '',
          ...needTexts(needs),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {needs.orders.length > 0 && rest.length > 0 ? (
        <Button busy={busy} onClick={sellRest}>
          {orderTexts.sellWithout(rest.length)}
        </Button>
      ) : null}
      <Button variant="primary" busy={busy} onClick={() => onSubmit(offers)}>
        {busy ? stepTexts.sale.busy : isLeft ? preparedTexts.leave.next : stepTexts.sale.submit}
      </Button>
    </>
  );
}

const MOST_NAMED = 5;

/** [VTA-07] Takes the purchase orders of all receivers at once, as a table with their folios. */
function OrderTable({ offers }: { offers: readonly Offer[] }) {
  const [result, setResult] = useState<string | null>(null);
  const fill = (text: string): void => {
    const factored = offers.filter(({ product }) => product === 'FB');
    const named = factored.map((offer) => ({
      id: offer.id,
      purchaseOrder: offer.purchaseOrder,
      names: [folioOf(offer), offer.invoice.folio ?? ''].filter(Boolean),
    }));
    const { orders, unknown } = ordersByFolio(text, named);
    setOrders(orders);
    const filled = orderTexts.filled(orders.size, [
      ...unknown.slice(0, MOST_NAMED),
      ...(unknown.length > MOST_NAMED ? ['…'] : []),
    ]);
    setResult(filled);
    announce(filled);
  };
  return (
    <div className={css.orderTable}>
      <TextArea
        label={orderTexts.table}
        help={result ?? orderTexts.tableHelp}
        rows={2}
        onPaste={(event) => fill(event.clipboardData.getData('text'))}
        onChange={({ target }) => fill(target.value)}
      />
    </div>
  );
}
