/** Concepts of the movements of a client's account statement. */
import type { StatementAccount } from '@anticipa/contract/statements';
import { daysBetween, type IsoDate } from '@anticipa/domain/calendar';
import { formatDays } from './format.ts';

/** Line of the ledger, with its account in the statement. */
export interface BookedLine {
  readonly account: StatementAccount;
  readonly event: string;
  readonly isDebit: boolean;
  /** Whether it is IVA kept back until it is invoiced. */
  readonly isWithheldIva: boolean;
  /** Folio of the interest invoice. */
  readonly cfdi: string | null;
  readonly valueDate: IsoDate;
  /** As the invoice was sold. */
  readonly dueDate: IsoDate;
  /** Whether an extension was in force. */
  readonly isExtended: boolean;
}

const ofInvoices: Readonly<Record<string, string>> = {
  authorisation: 'Anticipo de factura',
  withdrawal: 'Anticipo retirado por la financiera',
  collection: 'Cobro del deudor',
  shortfall: 'Faltante cubierto con tu aforo',
};

const ofAforo: Readonly<Record<string, string>> = {
  authorisation: 'Aforo retenido',
  withdrawal: 'Anticipo retirado por la financiera',
  shortfall: 'Faltante cubierto con tu aforo',
  release: 'Aforo liberado al liquidarse la factura',
};

function ofClient({ event, isDebit, isWithheldIva, cfdi, valueDate, dueDate, isExtended }: BookedLine): string {
  switch (event) {
    case 'interest-invoice':
      if (!isDebit) return 'Interés descontado al depositar';
      return isWithheldIva ? `IVA del interés, CFDI ${cfdi}` : `Interés e IVA, CFDI ${cfdi}`;
    case 'interest-cancellation':
      return `Cancelación del CFDI ${cfdi}`;
    case 'credit-note':
      return `IVA bonificado, nota de crédito ${cfdi}`;
    case 'rebate':
      return 'Bonificación de interés por pago anticipado';
    case 'late-charges':
      if (!isDebit) return 'Ajuste de recargos por un pago anterior';
      return `${isExtended ? 'Prórroga y recargos' : 'Recargos'} por ${formatDays(daysBetween(dueDate, valueDate))} e IVA`;
    case 'collection':
      return 'Pago por encima de la factura';
    case 'balance-payment':
      return 'Pago de tu saldo';
    default:
      if (isWithheldIva) return isDebit ? 'IVA del interés bonificado' : 'IVA del interés retenido de tu aforo';
      return isDebit ? 'Saldo a tu favor devuelto' : 'Cubierto con tu aforo';
  }
}

/** The concept of a transfer to the client: the deposit of a sale, or without one a devolución. */
export const transferConceptOf = (numberOfSale: number | null): string =>
  numberOfSale === null ? 'Devolución de aforo' : `Depósito de la venta ${numberOfSale}`;

/** The concept of a movement, in Spanish. */
export function conceptOf(line: BookedLine): string {
  if (line.account === 'yours') return ofClient(line);
  return (line.account === 'invoices' ? ofInvoices : ofAforo)[line.event] ?? line.event;
}
