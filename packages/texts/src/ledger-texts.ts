/** Names of the journal's accounts and events, for the lender's people. */
import type { Account, LedgerEvent } from '@anticipa/domain/ledger';

export const accountNames: Readonly<Record<Account, string>> = {
  CARTERA: 'Cartera por cobrar',
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
  rebate: 'Bonificación por pronto pago',
  release: 'Aforo liberado',
  payout: 'Devolución transferida',
};
