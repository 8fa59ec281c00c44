/** Names of the journal's accounts and events, for the lender's people. */
import type { BookAccount, LenderEvent } from '@anticipa/domain/chart';
import type { LedgerEvent } from '@anticipa/domain/ledger';

export const accountNames: Readonly<Record<BookAccount, string>> = {
  CARTERA: 'Cartera por cobrar',
  RECOMPRA: 'Por recomprar',
  AFORO_POR_DEVOLVER: 'Aforo por devolver',
  INTERES_POR_DEVENGAR: 'Interés por devengar',
  POR_DEPOSITAR: 'Por depositar al cliente',
  BANCOS: 'Bancos',
  ENTRE_DIARIOS: 'Dinero que estaba sin identificar',
  CLIENTE: 'Saldo del cliente',
  IVA_POR_FACTURAR: 'IVA por facturar',
  IVA_NO_COBRADO: 'IVA no cobrado',
  IVA_COBRADO: 'IVA cobrado',
  INGRESO_INTERES: 'Interés ganado',
  RECARGOS: 'Recargos',
  RECUPERACIONES: 'Recuperaciones',
  ESTIMACION: 'Estimación de lo que no se cobra',
  DEUDORES: 'Deudores',
  APERTURA: 'Apertura de cartera anterior',
  COBROS_POR_IDENTIFICAR: 'Cobros por identificar',
  QUEBRANTOS: 'Quebrantos',
  GASTOS_BANCARIOS: 'Comisiones bancarias',
  IVA_ACREDITABLE: 'IVA acreditable',
  ACREEDORES: 'Acreedores diversos',
  OTROS_INGRESOS: 'Otros ingresos',
  GASTOS_GENERALES: 'Gastos generales',
  RESULTADO: 'Resultado de los ejercicios',
};

export const eventNames: Readonly<Record<LedgerEvent, string>> = {
  authorisation: 'Compra de la factura',
  withdrawal: 'Compra retirada',
  disbursement: 'Depósito al cliente',
  accrual: 'Interés ganado',
  'accrual-reversal': 'Interés ganado de más',
  'interest-invoice': 'CFDI de interés',
  'credit-note': 'Nota de crédito de interés',
  'interest-cancellation': 'CFDI de interés cancelado',
  'late-charges-invoice': 'CFDI de recargos',
  'late-charges-cancellation': 'CFDI de recargos cancelado',
  'invoice-payment': 'Pago de un CFDI de recargos',
  collection: 'Pago recibido',
  'balance-payment': 'Pago del saldo del cliente',
  'late-charges': 'Recargos',
  shortfall: 'Faltante cubierto con el aforo',
  'early-payment': 'Interés de los días que faltaban',
  rebate: 'Bonificación de interés',
  release: 'Aforo liberado',
  payout: 'Devolución transferida',
  recourse: 'Recompra pedida al cliente',
  'supplier-credit': 'Nota de crédito del cliente',
  'paid-to-client': 'Pago del receptor al cliente',
  'write-off': 'Castigo',
  recovery: 'Recuperación de lo castigado',
  opening: 'Apertura: ya estaba en crédito',
  forward: 'Pago después de la recompra, para el cliente',
  'payout-owed': 'Devolución transferida, a cargo del cliente',
};

/** Names of the events of both journals. */
export const bookEventNames: Readonly<Record<LedgerEvent | LenderEvent, string>> = {
  ...eventNames,
  unidentified: 'Cobro sin identificar',
  identification: 'Cobro identificado',
  'send-back': 'Cobro por devolver a quien pagó',
  return: 'Cobro devuelto a quien pagó',
  refund: 'Pago nuestro que regresó',
  'wrong-account': 'Pago a una cuenta ajena',
  'wrong-account-loss': 'Pago a una cuenta ajena, dado por perdido',
  'wrong-account-recovery': 'Pago a una cuenta ajena, recuperado',
  'short-payment': 'Parte del pago que el banco no movió',
  'short-payment-rest': 'Resto de un pago, transferido',
  'bank-fee': 'Comisión del banco',
  'bank-fee-iva': 'IVA de una comisión del banco',
  manual: 'Asiento manual',
  'year-end': 'Cierre del ejercicio',
};

/** In place of a bank account that is not known. */
export const unknownBank = 'Sin asignar';
