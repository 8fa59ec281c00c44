/** Concepts of the movements of a client's account statement. */
import type { StatementAccount } from '@anticipa/contract/statements';
import { daysBetween, type IsoDate } from '@anticipa/domain/calendar';
import { formatDays } from './format.ts';

/** Line of the ledger, with its account in the statement. */
export interface BookedLine {
  /** Whether it is capital that the client must buy back. */
  readonly isBuyBack: boolean;
  readonly account: StatementAccount;
  readonly event: string;
  readonly isDebit: boolean;
  /** Whether it cancels an earlier line, with the other side. */
  readonly isReversal: boolean;
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
  opening: 'Saldo anterior de la factura',
  collection: 'Cobro del deudor',
  shortfall: 'Faltante cubierto con tu aforo',
  recourse: 'El receptor ya no la paga: la recompras',
  'supplier-credit': 'Tu nota de crédito al receptor',
  'paid-to-client': 'El receptor te la pagó a ti',
  'write-off': 'Castigada en los libros de la financiera',
};

/** Capital that the client must buy back. */
const ofBuyBack: Readonly<Record<string, readonly [charge: string, credit: string]>> = {
  collection: ['Recompra', 'Pago de tu recompra'],
  recourse: ['Capital por recomprar', 'Recompra cubierta con tu aforo o tu saldo'],
  'supplier-credit': ['Tu nota de crédito, por encima del aforo', 'Tu nota de crédito'],
  'paid-to-client': ['Por enviar: lo que te pagó el receptor', 'Lo que te pagó el receptor'],
  'write-off': ['Castigo', 'Castigada en los libros de la financiera'],
};

const ofAforo: Readonly<Record<string, string>> = {
  authorisation: 'Aforo retenido',
  withdrawal: 'Anticipo retirado por la financiera',
  opening: 'Saldo anterior del aforo',
  shortfall: 'Faltante cubierto con tu aforo',
  release: 'Aforo liberado al liquidarse la factura',
  recourse: 'Aforo aplicado a tu recompra',
  'supplier-credit': 'Aforo aplicado a tu nota de crédito',
  'write-off': 'Aforo aplicado a la factura castigada',
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
    case 'recourse':
      return 'Saldo a tu favor aplicado a tu recompra';
    case 'write-off':
      return 'Castigado en los libros de la financiera';
    case 'payout-owed':
      return 'Devolución de aforo ya pagada, a tu cargo';
    case 'opening':
      return 'Saldo anterior: IVA y recargos';
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
  if (line.isReversal) return `Se deshizo: ${conceptOf({ ...line, isReversal: false, isDebit: !line.isDebit })}`;
  if (line.account === 'yours') return ofClient(line);
  if (line.isBuyBack) {
    const [charge, credit] = ofBuyBack[line.event] ?? [line.event, line.event];
    return line.isDebit ? charge : credit;
  }
  return (line.account === 'invoices' ? ofInvoices : ofAforo)[line.event] ?? line.event;
}
