import { addDays, dateOf, holidayName } from '@anticipa/domain/calendar';
import { MAX_TERM_DAYS } from '@anticipa/domain/product';
import { choiceProblem } from '@anticipa/domain/sale';
import { offerTexts } from '@anticipa/texts/offer-texts';
import { type MouseEvent, memo } from 'react';
import { formatAmountShort, formatDate, formatMoney, relativeDay } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/field/date-field.tsx';
import { TextField } from '../../../ui/field/field.tsx';
import { DeleteInvoice } from '../../../ui/invoice/delete-invoice.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx';
import css from '../sale.module.css';
import { choose, setDate, setOrder, unchoose } from '../use-draft.ts';
import type { Market } from '../view-model/market.ts';
import { depositUntil, folioOf, type Offer } from '../view-model/offer.ts';
import { totalText } from '../view-model/situation.ts';
import { stepTexts } from '../view-model/step-texts.ts';
import { targets } from '../view-model/validation.ts';
import { DepositFigure } from './price.tsx';

/** One invoice of the sale: date, purchase order and price, with errors in place. */
export const SaleRow = memo(function SaleRow(props: {
  offer: Offer;
  market: Market;
  dateError: string | null;
  orderError: string | null;
  onRemove: (offer: Offer) => void;
  /** Whether the row is a card. */
  isCard: boolean;
  /** Takes a pasted text; false if it is to be pasted as usual. */
  onPasteOrders: (offer: Offer, text: string) => boolean;
}) {
  const { offer, market, dateError, orderError, onRemove, isCard, onPasteOrders } = props;
  const folio = folioOf(offer);
  const remove = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    leaveRow(currentTarget);
    onRemove(offer);
  };
  const isFb = offer.product === 'FB';
  return (
    <tr className={css.row}>
      <td data-label={stepTexts.columns.folio}>
        <strong className={css.folio}>{folio}</strong>
        <span className={css.quiet}>{market.products.get(offer.product)?.displayName}</span>
      </td>
      <td data-label={stepTexts.columns.total} className={css.end}>
        {totalText(offer)}
      </td>
      <td data-label={stepTexts.columns.emitted}>{formatDate(offer.invoice.emittedOn)}</td>
      <td data-label={stepTexts.columns.due} className={css.wide}>
        {isFb ? <FixedDate offer={offer} market={market} error={dateError} /> : null}
        {isFb ? null : <DueDate offer={offer} market={market} error={dateError} />}
      </td>
      <td data-label={stepTexts.columns.order} className={css.wide} data-empty={!isFb || undefined}>
        {isFb ? (
          <TextField
            id={targets.order(offer.id)}
            label={<VisuallyHidden>{stepTexts.sale.orderOf(folio)}</VisuallyHidden>}
            error={orderError}
            help={offer.orderSource && stepTexts.sale.orderSources[offer.orderSource]}
            value={offer.purchaseOrder}
            autoComplete="off"
            maxLength={60}
            onChange={(event) => setOrder(offer.id, event.target.value)}
            onPaste={(event) => {
              if (onPasteOrders(offer, event.clipboardData.getData('text'))) event.preventDefault();
            }}
          />
        ) : null}
      </td>
      <td data-label={stepTexts.columns.deposit} className={css.end}>
        <DepositFigure offer={offer} />
        {offer.price ? (
          <span className={css.quiet}>
            {stepTexts.columns.cost} {unbroken(formatMoney(offer.price.interest))}
          </span>
        ) : null}
      </td>
      <td className={css.removal}>
        <Button
          variant="quiet"
          icon="close"
          size={isCard ? 'regular' : 'small'}
          aria-label={stepTexts.sale.remove(folio)}
          title={stepTexts.sale.removeMeaning}
          onClick={remove}
        >
          {stepTexts.sale.removeShort}
        </Button>
        <DeleteInvoice
          inWords
          documentId={offer.id}
          folio={folio}
          {...(isCard ? {} : { size: 'small' })}
          onStart={leaveRow}
          onDeleted={() => unchoose([offer.id])}
          onRestored={() => choose(offer.id)}
        />
      </td>
    </tr>
  );
});

function DueDate({ offer, market, error }: { offer: Offer; market: Market; error: string | null }) {
  const emittedOn = dateOf(offer.invoice.emittedOn);
  const { today, holidays } = market;
  const calendar = { today, holidays };
  const allowed = (date: string): boolean =>
    choiceProblem({ product: offer.product, emittedOn, dueDate: dateOf(date), purchaseOrder: '' }, calendar) === null;
  const own = offer.problem && offer.problem !== 'PURCHASE_ORDER_MISSING' ? offerTexts[offer.problem] : null;
  return (
    <>
      <DateField
        id={targets.date(offer.id)}
        label={<VisuallyHidden>{stepTexts.sale.dueOf(folioOf(offer))}</VisuallyHidden>}
        value={offer.dueDate}
        onChange={(date) => setDate(offer.id, date ?? '')}
        today={today}
        min={addDays(today, 1)}
        max={addDays(emittedOn, MAX_TERM_DAYS)}
        allowed={allowed}
        holiday={(date) => holidayName(dateOf(date), holidays)}
        brings={{
          caption: stepTexts.sale.bringsCaption(offer.currency ?? ''),
          on: (date) => {
            const deposit = depositUntil(offer, dateOf(date), today);
            return deposit && { short: formatAmountShort(deposit), full: stepTexts.sale.brings(formatMoney(deposit)) };
          },
        }}
        error={error ?? own}
        {...(offer.dueDate && !own ? { help: relativeDay(offer.dueDate, today) } : {})}
      />
      {offer.dateChosen && offer.dueDate !== offer.calculatedDate && offer.calculatedDate > today ? (
        <Button size="small" variant="quiet" onClick={() => setDate(offer.id, null)}>
          {stepTexts.sale.calculated} ({formatDate(offer.calculatedDate)})
        </Button>
      ) : null}
    </>
  );
}

/** The payment date of FB cannot be chosen. */
function FixedDate({ offer, market, error }: { offer: Offer; market: Market; error: string | null }) {
  return (
    <span id={targets.date(offer.id)} tabIndex={-1} className={css.fixed}>
      {offer.dueDate ? formatDate(offer.dueDate) : null}
      <span className={css.quiet}>{offer.dueDate ? relativeDay(offer.dueDate, market.today) : null}</span>
      {error ? <span className={css.fieldError}>{error}</span> : null}
    </span>
  );
}

/** Moves the focus from a control about to remove its table row to the same control in the adjacent row. */
function leaveRow(control: HTMLButtonElement): void {
  const row = control.closest('tr');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  if (!row || !beside) return;
  const buttons = [...row.querySelectorAll('button')];
  // Counted from the end: rows may have different numbers of buttons.
  const position = buttons.indexOf(control) - buttons.length;
  [...beside.querySelectorAll('button')].at(position)?.focus();
}
