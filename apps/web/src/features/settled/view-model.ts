/** Settled invoices as rows. */
import type { Invoice } from '@anticipa/contract/invoices';
import { type Currency, type Money, money, moneyOf, subtract, sum } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import { es } from './es.ts';

export interface SettledRow {
  readonly id: string;
  readonly payer: string;
  readonly folio: string;
  /** The product's display name in capitals. */
  readonly product: string;
  readonly emittedOn: string;
  readonly fechaDeposito: string;
  readonly dueDate: string;
  readonly paymentDate: string;
  readonly total: Money;
  /** 'Anticipo' of this screen: what reached the client's account at the beginning. */
  readonly initialDeposit: Money;
  readonly comision: Money;
  readonly recargos: Money;
  readonly finalDeposit: Money;
  readonly returned: ReturnFigures;
  /** How a BI invoice was paid and from which bank; null for FB. */
  readonly automatic: string | null;
}

/** What the devolución is made of. */
interface ReturnFigures {
  readonly aforo: Money;
  /** What was paid beyond the total. */
  readonly beyond: Money;
  readonly ivaRecargos: Money;
  readonly iva: Money;
  /** What the aforo did not cover. */
  readonly balanceDue: Money;
}

/** [LIQ-02] The rows of settled invoices, in their order; whatever is not settled is none. */
export const settledRowsOf = (invoices: readonly Invoice[]): readonly SettledRow[] => invoices.flatMap(rowsOfOne);

function rowsOfOne(invoice: Invoice): SettledRow[] {
  const { fechaDeposito, dueDate, paymentDate, Product, source, bank } = invoice;
  if (fechaDeposito === null || dueDate === null || paymentDate === null) return [];
  const amount = (text: string | null): Money => moneyOf<Currency>(text ?? '0.00', invoice.currency);
  const figures = { recargos: amount(invoice.recargos), finalDeposit: amount(invoice.finalDeposit) };
  const parts = {
    aforo: amount(invoice.aforo),
    beyond: subtract<Currency>(amount(invoice.paidAmount), amount(invoice.total)),
    ivaRecargos: amount(invoice.ivaRecargos),
    iva: amount(invoice.iva),
  };
  return [
    {
      id: invoice.documentId,
      payer: invoice.receiverName,
      folio: formatFolio(invoice),
      product: Product.name.toLocaleUpperCase('es-MX'),
      emittedOn: invoice.emittedOn,
      fechaDeposito,
      dueDate,
      paymentDate,
      total: amount(invoice.total),
      initialDeposit: amount(invoice.initialDeposit),
      comision: amount(invoice.comision),
      ...figures,
      returned: { ...parts, balanceDue: balanceOf({ ...parts, ...figures }) },
      automatic: Product.code === 'BI' && source !== null ? es.automatic(source, bank ?? es.none) : null,
    },
  ];
}

type Settled = Omit<ReturnFigures, 'balanceDue'> & Pick<SettledRow, 'recargos' | 'finalDeposit'>;

/** What goes out less what came in: above 0 only where the aforo did not cover it. */
function balanceOf({ aforo, beyond, recargos, ivaRecargos, iva, finalDeposit }: Settled): Money {
  const { currency } = aforo;
  const out = sum<Currency>(currency, [recargos, ivaRecargos, iva, finalDeposit]);
  return money(out.cents - aforo.cents - beyond.cents, currency);
}
