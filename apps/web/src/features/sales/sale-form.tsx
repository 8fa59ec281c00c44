import { useCallback, useMemo, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { AlertDialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.tsx';
import { HabitForAll } from './components/habit-controls.tsx';
import { ReceiverPanel } from './components/receiver-panel.tsx';
import { SaleSummary } from './components/sale-summary.tsx';
import { currentDraft, setChosen, setHabits, useDraft } from './draft-store.ts';
import { es } from './es.ts';
import type { Offer } from './offer.ts';
import css from './sale.module.css';
import { removeFromSelection } from './selection.ts';
import type { Trouble } from './trouble.ts';
import type { Portfolio } from './use-offers.ts';
import { useServerQuote } from './use-server-quote.ts';
import { errorCount, folioOf, mergeErrors, noErrors, saleErrors, summaryOf } from './validation.ts';

/** Beyond this many invoices the panels start closed, so that the receivers can be seen at all. */
const OPEN_UP_TO = 40;

export interface SaleForm {
  readonly attempt: () => readonly Offer[] | null;
  readonly body: React.ReactNode;
}

/** [VTA-03 … VTA-10] The first step: dates, terms and purchase orders of the chosen invoices, with their price. */
export function useSaleForm(portfolio: Portfolio, trouble: Trouble | null, dropped: readonly string[]): SaleForm {
  const { market, selected } = portfolio;
  const { offers } = selected;
  const draft = useDraft();
  const [submitted, setSubmitted] = useState(false);
  const [empty, setEmpty] = useState(false);
  const receivers = useMemo(() => [...Map.groupBy(offers, (offer) => offer.invoice.receiverKey)], [offers]);
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () =>
      new Set(offers.length <= OPEN_UP_TO ? receivers.map(([key]) => key) : receivers.slice(0, 1).map(([key]) => key)),
  );
  const quote = useServerQuote(offers);
  const local = useMemo(() => (submitted ? saleErrors(offers, draft) : noErrors), [submitted, offers, draft]);
  const errors = useMemo(
    () => mergeErrors([trouble?.rows ?? noErrors, quote.errors, local]),
    [trouble, quote.errors, local],
  );

  const toggle = useCallback(
    (key: string, now: boolean): void =>
      setOpen((before) => (now ? before.union(new Set([key])) : before.difference(new Set([key])))),
    [],
  );
  const remove = useCallback((offer: Offer): void => {
    setChosen(removeFromSelection(currentDraft().chosen, [offer.id]));
    showToast({
      text: es.sale.removed(folioOf(offer)),
      action: {
        label: es.sale.undo,
        run: () => setChosen(currentDraft().chosen.union(new Set([offer.id]))),
      },
    });
  }, []);

  const attempt = (): readonly Offer[] | null => {
    if (offers.length === 0) {
      setEmpty(true);
      return null;
    }
    const found = saleErrors(offers, draft);
    setSubmitted(true);
    if (errorCount(found) === 0) return offers;
    const failing = offers.filter(({ id }) => found.dates.has(id) || found.orders.has(id));
    // A closed panel has no control to lead to.
    setOpen((before) =>
      before.union(new Set([...found.habits.keys(), ...failing.map(({ invoice }) => invoice.receiverKey)])),
    );
    return null;
  };

  const biReceivers = receivers.filter(([, members]) => members.some(({ product }) => product === 'BI'));
  const count = errorCount(local);
  const body = (
    <div className={css.workspace}>
      <div className={css.receivers}>
        <ErrorSummary
          title={es.sale.fix(formatCount(count, 'dato', 'datos'))}
          errors={count > 0 ? summaryOf(local, offers) : []}
        />
        {dropped.length > 0 ? (
          <Notice tone="warn" title={es.sale.droppedTitle}>
            {es.sale.dropped(dropped.join(', '))}
          </Notice>
        ) : null}
        {biReceivers.length > 1 ? (
          <HabitForAll
            count={formatCount(biReceivers.length, 'cliente', 'clientes')}
            onApply={(habit) =>
              setHabits(
                biReceivers.map(([key]) => key),
                habit,
              )
            }
          />
        ) : null}
        {receivers.map(([key, members]) => (
          <ReceiverPanel
            key={key}
            receiverKey={key}
            offers={members}
            market={market}
            habit={draft.habits.get(key)}
            errors={errors}
            open={open.has(key)}
            onToggle={toggle}
            onRemove={remove}
          />
        ))}
        {receivers.length === 0 ? <EmptyState drawing="papers" title={es.sale.pickClient} /> : null}
        {empty ? (
          <AlertDialog title={es.sale.errorTitle} onClose={() => setEmpty(false)}>
            {es.sale.nothingSelected}
          </AlertDialog>
        ) : null}
      </div>
      <SaleSummary groups={selected.groups} names={productNames(portfolio)} lines={selected.lines} quote={quote} />
    </div>
  );
  return { attempt, body };
}

const productNames = ({ market }: Portfolio): ReadonlyMap<string, string> =>
  new Map([...market.products.values()].map(({ code, displayName }) => [code, displayName]));

/** The main action of the first step, naming what it will do. */
export function SaleFormFooter(props: { portfolio: Portfolio; busy: boolean; onSubmit: () => void }) {
  const { portfolio, busy, onSubmit } = props;
  const { offers } = portfolio.selected;
  return (
    <>
      <span className={css.quiet} role="status">
        {formatCount(offers.length, 'factura', 'facturas')}
      </span>
      <Button variant="primary" busy={busy} onClick={onSubmit}>
        {busy ? es.sale.busy : es.sale.submit}
      </Button>
    </>
  );
}
