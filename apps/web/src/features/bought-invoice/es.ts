import type { BoughtInvoice, Movement } from '@anticipa/contract/bought-invoice';
import type { SaleItemStanding } from '@anticipa/domain/sale';

const standings: Readonly<Record<SaleItemStanding, string>> = {
  waiting: 'Por depositar',
  rejected: 'Rechazada',
  'in-credit': 'En crédito',
  overdue: 'Vencida',
  paid: 'Pagada',
  'written-off': 'Castigada',
};

const cfdiStates: Readonly<Record<BoughtInvoice['cfdi'][number]['state'], string>> = {
  pending: 'Sin timbrar',
  issued: 'Vigente',
  cancelling: 'Cancelándose',
  kept: 'Cancelación rechazada',
  cancelled: 'Cancelado',
};

const payers: Readonly<Record<NonNullable<Movement['payer']>, string>> = {
  debtor: 'Pagó el receptor',
  client: 'Pagó el cliente',
};

const days = (count: number) => (count === 1 ? '1 día' : `${count.toLocaleString('es-MX')} días`);

/** Texts of an invoice that the lender bought. */
export const es = {
  title: (folio: string) => `Factura ${folio}`,
  untitled: 'Factura',
  back: 'Cartera',
  failed: 'No se pudo leer la factura',
  actions: 'Acciones de la factura',
  standings,
  late: (count: number) => `${days(count)} tarde`,
  dueIn: (count: number) => (count === 0 ? 'vence hoy' : `en ${days(count)}`),
  owed: {
    title: 'Qué se debe',
    owed: 'Se debe',
    lateCharges: 'Recargos hasta hoy',
    amountDue: 'A pagar hoy',
    balanceDue: 'Saldo que debe el cliente',
    aforo: 'Aforo que queda',
    due: 'Vence',
    total: 'Total de la factura',
  },
  facts: {
    title: 'La factura',
    client: 'Cliente',
    receiver: 'Receptor',
    sale: 'Venta',
    saleOf: (number: number) => `Venta ${number}`,
    deposited: 'Depositada',
    notDeposited: 'Todavía no',
    uuid: 'Folio fiscal',
  },
  balances: {
    title: 'Saldos en el diario',
    none: 'Todas sus cuentas están en cero.',
    noun: ['cuenta', 'cuentas'] as const,
    account: 'Cuenta',
    debit: 'Deudor',
    credit: 'Acreedor',
  },
  movements: {
    title: 'Movimientos',
    noun: ['movimiento', 'movimientos'] as const,
    note: 'El interés que gana cada día está en los saldos, no en esta lista.',
    none: 'Sin movimientos',
    valueDate: 'Fecha valor',
    movement: 'Movimiento',
    detail: 'Detalle',
    entry: 'Asiento',
    amount: 'Importe',
    booked: (day: string) => `Registrado el ${day}`,
    number: (number: number) => `Asiento ${number}`,
    key: (key: string) => `Clave ${key}`,
    debit: (account: string, amount: string) => `${account} ${amount}`,
    credit: (account: string, amount: string) => `a ${account} ${amount}`,
    reverses: (number: number) => `Revierte el asiento ${number}`,
    reversed: 'Revertido',
    payers,
  },
  cfdi: {
    title: 'CFDI de interés y recargos',
    none: 'Todavía no se le factura interés.',
    noun: ['CFDI', 'CFDI'] as const,
    folio: 'Folio',
    kind: 'Concepto',
    kinds: {
      interest: 'Interés',
      credit: 'Nota de crédito',
      'late-charges': 'Recargos',
      commission: 'Comisión por apertura',
    },
    emitted: 'Emitido',
    state: 'Estado',
    states: cfdiStates,
    subTotal: 'Subtotal',
    iva: 'IVA',
  },
} as const;
