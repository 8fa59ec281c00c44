import { useState } from 'react';
import { TextArea } from '../../../ui/field/field.tsx';
import { announce } from '../../../ui/overlay/announcer.ts';
import css from '../sale.module.css';
import { setOrders } from '../use-draft.ts';
import { orderTexts } from '../view-model/needs.ts';
import { folioOf, type Offer } from '../view-model/offer.ts';
import { ordersByFolio } from '../view-model/orders.ts';

const MOST_NAMED = 5;

/** [VTA-07] Takes the purchase orders of all receivers at once, as a table with their folios. */
export function OrderTable({ offers }: { offers: readonly Offer[] }) {
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
