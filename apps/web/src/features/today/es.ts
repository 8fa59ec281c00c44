import type { FigureWithRows, TodayFigure } from '@anticipa/contract/today';

interface FigureTexts {
  readonly title: string;
  /** Its rows in a sentence. */
  readonly caption: string;
}

const figures: Readonly<Record<TodayFigure, FigureTexts>> = {
  promises: { title: 'Promesas por vencer', caption: 'Ventas cuyo depósito vence en una hora o ya venció.' },
  answers: { title: 'Ventas por responder', caption: 'Ventas que los clientes ya solicitaron.' },
  confirmations: {
    title: 'Respuestas por confirmar',
    caption: 'Ventas respondidas que esperan a una segunda persona.',
  },
  deposits: { title: 'Depósitos por pagar', caption: 'Se pueden pagar ahora y nadie los ha ordenado.' },
  payouts: { title: 'Devoluciones por pagar', caption: 'Lo que sobra a los clientes de facturas liquidadas.' },
  returns: { title: 'Dinero por regresar', caption: 'Se decidió regresarlo a quien lo pagó.' },
  transfers: { title: 'Transferencias en duda', caption: 'El banco no las pagó, las devolvió o no contesta.' },
  requests: { title: 'Solicitudes de clientes', caption: 'Piden más línea o proponen otra cuenta.' },
  proposals: { title: 'Propuestas para ti', caption: 'Cambios que propuso otra persona y puedes decidir.' },
  receivers: { title: 'Receptores nuevos', caption: 'Nadie ha decidido si se financian sus facturas.' },
  proposed: { title: 'Dinero con propuesta', caption: 'El portal propone a qué corresponde; falta que lo decidas.' },
  unidentified: { title: 'Dinero sin identificar', caption: 'Llegó, y no se sabe a qué corresponde.' },
  bank: { title: 'Movimientos del banco abiertos', caption: 'El banco los tiene y los libros todavía no.' },
  overdue: { title: 'Facturas vencidas', caption: 'Lo que deben los receptores, sin recargos.' },
  week: { title: 'Vencen en 7 días', caption: 'Lo que deben los receptores por estas facturas.' },
  broken: { title: 'Promesas de pago incumplidas', caption: 'El receptor no pagó el día que prometió.' },
  cfdi: { title: 'CFDI con problemas', caption: 'Sin timbrar, o con la cancelación rechazada.' },
  systems: { title: 'Sistemas suspendidos', caption: 'El portal dejó de llamarlos tras varias fallas.' },
  alerts: { title: 'Alertas abiertas', caption: 'Lo que el portal encontró y nadie ha atendido.' },
};

/** Texts of the first screen of the desk. */
export const es = {
  failed: 'No se pudo leer el día',
  at: (time: string) => `Al ${time}`,
  mine: 'Para ti',
  others: 'Para otros roles',
  emptyTitle: 'Nada te espera',
  empty: 'Lo que puedas atender aparece aquí en cuanto llegue.',
  nothing: (titles: string) => `Sin pendientes: ${titles}.`,
  figures,
  rows: {
    failed: 'No se pudieron leer los renglones',
    emptyTitle: 'Ya no hay renglones',
    empty: 'Se atendieron desde que se leyó el día.',
    sale: (number: string) => `Venta ${number}`,
    nouns: {
      promises: ['venta', 'ventas'],
      deposits: ['depósito', 'depósitos'],
      cfdi: ['CFDI', 'CFDI'],
    } satisfies Readonly<Record<FigureWithRows, readonly [string, string]>>,
    number: { promises: 'Venta', deposits: 'Venta', cfdi: 'CFDI' } satisfies Readonly<Record<FigureWithRows, string>>,
    at: { promises: 'Promesa', deposits: 'Promesa', cfdi: 'Emitido' } satisfies Readonly<
      Record<FigureWithRows, string>
    >,
    amount: { promises: 'Depósito', deposits: 'Depósito', cfdi: 'Total' } satisfies Readonly<
      Record<FigureWithRows, string>
    >,
    client: 'Cliente',
    act: { promises: 'Abrir venta', deposits: 'Ir a Por pagar', cfdi: 'Ver el mes' } satisfies Readonly<
      Record<FigureWithRows, string>
    >,
  },
} as const;
