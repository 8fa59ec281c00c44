import type { TransferTrouble } from '@anticipa/domain/transfer-order';

const troubles: Readonly<Record<TransferTrouble, string>> = {
  failed: 'Rechazada',
  returned: 'Devuelta',
  unknown: 'Sin respuesta',
  late: 'Demorada',
  lost: 'Perdida',
  closed: 'Cerrada',
};

/** Next step, without and with an operator. */
const advice: Readonly<Record<TransferTrouble, string>> = {
  failed: 'El banco no la pagó. Se puede ordenar de nuevo.',
  returned: 'El dinero regresó. Se puede ordenar de nuevo.',
  unknown: 'Puede estar en el banco. El portal le pregunta antes de repetirla.',
  late: 'El banco la tiene desde hace más de un día. Pregunta al banco.',
  lost: 'Nunca apareció en el banco. Se puede cerrar.',
  closed: 'Se puede ordenar de nuevo.',
};

/** Texts of the transfers in trouble, for the lender's operators. */
export const es = {
  explained:
    'Pagos que siguen pendientes porque su última transferencia no llegó. Las demás transferencias siguen su curso solas. Aparecen hasta 500, la más antigua primero.',
  label: 'Transferencias con problemas',
  troubles,
  advice,
  columns: {
    sale: 'Pago',
    amount: 'Importe',
    trouble: 'Problema',
    ordered: 'Ordenada',
    action: 'Acción',
  },
  none: '—',
  sale: (number: number) => `Venta ${number}`,
  purposes: { deposit: 'Depósito', payout: 'Devolución', return: 'Dinero por regresar' },
  again: {
    open: 'Ordenar de nuevo',
    openOf: (name: string) => `Ordenar de nuevo: ${name}`,
    title: 'Ordenar de nuevo',
    text: (amount: string, client: string) => `El banco transferirá ${amount} a ${client}, con otra clave de rastreo.`,
    confirm: 'Ordenar transferencia',
    done: (name: string) => `Se ordenó otra transferencia: ${name}.`,
    proposed: 'Se propuso. Otra persona de tesorería lo aprueba en Propuestas.',
  },
  close: {
    open: 'Cerrar',
    openOf: (name: string) => `Cerrar la transferencia: ${name}`,
    title: 'Cerrar transferencia',
    text: (key: string) => `Antes de cerrar ${key} se pregunta al banco. Si la tiene, sigue abierta.`,
    message: 'Motivo',
    help: 'Queda en la bitácora.',
    missing: 'Escribe el motivo, de 5 caracteres o más.',
    confirm: 'Preguntar y cerrar',
    done: (name: string) => `Se cerró la transferencia: ${name}. Ya se puede ordenar de nuevo.`,
    failed: 'No se pudo cerrar',
  },
  failed: 'No se pudieron leer las transferencias',
  emptyTitle: 'Ninguna transferencia con problemas',
  empty: 'Aquí aparecen las rechazadas, devueltas o perdidas.',
} as const;
