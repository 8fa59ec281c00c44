import type { Adjustment } from '@anticipa/contract/adjustments';

const done: Readonly<Record<Adjustment['kind'], string>> = {
  recourse: 'Recompra pedida',
  'credit-note': 'Nota de crédito registrada',
  'paid-to-client': 'Pago del receptor al cliente',
  'write-off': 'Castigo',
  withdrawal: 'Retiro de un movimiento',
};

const about: Readonly<Record<Adjustment['kind'], string>> = {
  recourse:
    'El receptor deja de deber la factura y el cliente la recompra, según los términos que aceptó: el aforo paga su parte, y el cliente el resto con interés y recargos. Se le avisa por correo.',
  'credit-note': 'El receptor debe menos. Lo paga el aforo y, si no alcanza, el cliente. Se le avisa por correo.',
  'paid-to-client': 'El receptor deja de deber ese importe y el cliente lo envía. Se le avisa por correo.',
  'write-off':
    'El aforo paga su parte y el resto se pierde en los libros. Los recargos se devuelven, y la factura queda cerrada. Lo que llegue después es una recuperación. Se le avisa por correo, sin el importe ni el motivo. No se puede retirar.',
  withdrawal: 'Sus asientos se revierten, como si no se hubiera hecho.',
};

/** Texts of what goes wrong with an invoice in credit, for the lender's operators. */
export const es = {
  title: 'Recompra, notas de crédito y castigo',
  none: 'Nada se ha movido sin una transferencia.',
  failed: 'No se pudieron leer los movimientos',
  actions: 'Movimientos sin transferencia',
  receiver: 'Debe el receptor',
  buyBack: 'Capital por recomprar',
  toBuyBack: 'Se recompra hoy con',
  done,
  about,
  row: (amount: string, aforo: string) => `${amount}; del aforo ${aforo}`,
  payBy: (day: string) => `Último día para recomprarla: ${day}`,
  note: (uuid: string) => `CFDI ${uuid}`,
  by: (day: string, name: string, reason: string) => `${day} · ${name}: ${reason}`,
  withdraw: 'Retirar',
  withdrawOf: (what: string) => `Retirar: ${what}`,
  amount: 'Importe',
  amountWrong: 'Escribe un importe mayor que cero, como 10000.00.',
  uuid: 'Folio fiscal de la nota de crédito',
  uuidWrong: 'Escribe los 36 caracteres del folio fiscal.',
  known: (list: string) => `El portal tiene: ${list}`,
  paidOn: 'Día en que le pagó',
  paidOnWrong: 'Elige una fecha que no sea futura.',
  preview: 'Asientos que se registran',
  previewing: 'Se calcula…',
  debit: (account: string, amount: string) => `${account} ${amount}`,
  credit: (account: string, amount: string) => `a ${account} ${amount}`,
  after: 'Quedará por recomprar',
  settles: (amount: string) => `La factura queda liquidada. Devolución: ${amount}.`,
  second: 'Otra persona debe aprobarlo.',
  reasonHelp: 'Lo leen quien aprueba y el cliente, y queda en la bitácora.',
  ownReasonHelp: 'Lo lee quien aprueba, y queda en la bitácora.',
  submit: 'Registrar',
  propose: 'Enviar a aprobación',
  booked: 'Se registró.',
  proposed: 'Se envió a aprobación.',
};
