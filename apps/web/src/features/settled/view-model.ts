/** Settled invoices as rows. */
import type { Invoice } from '@anticipa/contract/invoices';
import { type Currency, type Money, money, moneyOf, subtract, sum } from '@anticipa/domain/money';

export interface SettledRow {
  readonly id: string;
  readonly invoice: Invoice;
  readonly recargos: Money;
  readonly finalDeposit: Money;
  readonly returned: ReturnFigures;
}

/** The parts of the devolución. */
interface ReturnFigures {
  readonly aforo: Money;
  /** Paid in excess of the total. */
  readonly beyond: Money;
  /** Given for early payment. */
  readonly rebate: Money;
  readonly ivaRecargos: Money;
  readonly iva: Money;
  /** Amount not covered by the aforo. */
  readonly balanceDue: Money;
}

/** [LIQ-02] The rows of settled invoices, in the given order; others are skipped. */
export const settledRowsOf = (invoices: readonly Invoice[]): readonly SettledRow[] => invoices.flatMap(rowsOfOne);

function rowsOfOne(invoice: Invoice): SettledRow[] {
  if (invoice.paymentDate === null) return [];
  const amount = (text: string | null): Money => moneyOf<Currency>(text ?? '0.00', invoice.currency);
  const figures = { recargos: amount(invoice.recargos), finalDeposit: amount(invoice.finalDeposit) };
  const parts = {
    aforo: amount(invoice.aforo),
    beyond: subtract<Currency>(amount(invoice.paidAmount), amount(invoice.total)),
    rebate: amount(invoice.rebate),
    ivaRecargos: amount(invoice.ivaRecargos),
    iva: amount(invoice.iva),
  };
  return [
    {
      id: invoice.documentId,
      invoice,
      ...figures,
      returned: { ...parts, balanceDue: balanceOf({ ...parts, ...figures }) },
    },
  ];
}

type Settled = Omit<ReturnFigures, 'balanceDue'> & Pick<SettledRow, 'recargos' | 'finalDeposit'>;

/** Outflow less inflow; above 0 only if the aforo was not enough. */
function balanceOf({ aforo, beyond, rebate, recargos, ivaRecargos, iva, finalDeposit }: Settled): Money {
  const { currency } = aforo;
  const out = sum<Currency>(currency, [recargos, ivaRecargos, iva, finalDeposit]);
  return money(out.cents - aforo.cents - beyond.cents - rebate.cents, currency);
}
