import type { DisputeOutcome, PromiseState } from '@anticipa/domain/promise';

const states: Readonly<Record<PromiseState, string>> = {
  open: 'Vigente',
  kept: 'Cumplida',
  broken: 'Incumplida',
  replaced: 'Corregida',
};

const outcomes: Readonly<Record<DisputeOutcome, string>> = {
  owed: 'Se debe completa',
  'credit-note': 'Se reduce con una nota de crédito',
  recourse: 'La recompra el cliente',
  mistaken: 'Se registró por error',
};

/** Texts of promises, disputes and extensions, for the lender's operators. */
export const es = {
  title: 'Seguimiento',
  failed: 'No se pudo leer el seguimiento',
  states,
  outcomes,
  promise: {
    title: 'Promesa de pago',
    none: 'Nadie ha prometido un pago.',
    record: 'Registrar promesa',
    correct: 'Corregir promesa',
    takeBack: 'Retirar promesa',
    of: (amount: string, day: string) => `${amount} para el ${day}`,
    by: (who: string) => `Prometió ${who}`,
    recorded: (who: string, when: string) => `Registró ${who} · ${when}`,
    wasTakenBack: 'Se retiró la promesa',
    amount: 'Importe prometido',
    amountWrong: 'Escribe un importe mayor que cero, como 116000.00.',
    payOn: 'Día prometido',
    payOnHelp: 'Se cumple con el dinero que llegue con fecha valor hasta ese día.',
    payOnWrong: 'Elige hoy u otro día.',
    who: 'Quién lo prometió',
    whoHelp: 'Nombre y puesto. Ni el cliente ni el receptor lo leen.',
    whoMissing: 'Escribe quién lo prometió.',
    note: 'Nota',
    noteHelp: 'Opcional.',
    noteShort: 'Escribe 5 letras o más, o déjala vacía.',
    done: 'Se registró la promesa.',
    takenBack: 'Se retiró la promesa.',
  },
  extension: {
    title: 'Vencimiento',
    now: (day: string) => `Vence el ${day}.`,
    none: 'No se ha prorrogado.',
    propose: 'Proponer prórroga',
    of: (before: string, now: string) => `Del ${before} al ${now}`,
    rate: (rate: string) => `Los días agregados causan ${rate} % anual más IVA`,
    agreed: (by: string, approvedBy: string, when: string) => `Propuso ${by} · aprobó ${approvedBy} · ${when}`,
    dueDate: 'Vencimiento nuevo',
    dueDateHelp: 'Un día hábil, hasta 90 días después.',
    dueDateWrong: 'Elige un día posterior al vencimiento actual y a hoy.',
    reasonHelp: 'Lo lee quien aprueba. Escribe con quién se acordó.',
    pricing: 'Calculando…',
    owed: 'Se debe, sin recargos',
    perDay: (rate: string) => `Interés por día, ${rate} % anual`,
    interest: (days: number) =>
      `Interés de ${days === 1 ? '1 día' : `${days} días`}, si se paga en el vencimiento nuevo`,
    iva: 'IVA de ese interés',
    lateCharges: 'Recargos hasta hoy, que se quedan',
    effect:
      'Se cobra por los días que se usen y se descuenta del aforo. Los recargos corren desde el día siguiente al vencimiento nuevo. Otra persona debe aprobarlo; entonces el cliente recibe un correo.',
    submit: 'Enviar a aprobación',
    done: 'Se envió a aprobación.',
  },
  reminders: {
    title: 'Recordatorios enviados',
    none: 'No se ha enviado ninguno.',
    readers: { client: 'al cliente', receiver: 'al receptor' },
    of: (day: string, reader: string) => `${day}, ${reader}`,
    step: (days: number) => {
      const count = Math.abs(days) === 1 ? '1 día' : `${Math.abs(days)} días`;
      return days < 0 ? `${count} antes del vencimiento` : `${count} después del vencimiento`;
    },
  },
  dispute: {
    title: 'Disputa',
    none: 'El receptor no disputa la factura.',
    open: 'Abrir disputa',
    close: 'Cerrar disputa',
    since: (day: string) => `En disputa desde el ${day}`,
    of: (who: string, reason: string) => `${who}: ${reason}`,
    opened: (who: string, day: string) => `Abrió ${who} · ${day}`,
    ended: (outcome: string, day: string) => `${outcome} · ${day}`,
    closed: (who: string, note: string) => `Cerró ${who}: ${note}`,
    effect:
      'Mientras está abierta no se envían recordatorios de la factura. Ningún saldo cambia y los recargos siguen.',
    who: 'Quién la disputa',
    whoMissing: 'Escribe quién la disputa.',
    reasonHelp: 'El cliente lo lee en su factura.',
    outcome: 'Resultado',
    booked: 'Cerrar no registra dinero: la nota de crédito y la recompra tienen su propia acción.',
    thenBooked: 'Cerrar no registra dinero. Después se abre el diálogo que lo registra, y puedes dejarlo para luego.',
    noteHelp: 'Queda en la historia y en la bitácora.',
    openedDone: 'Se abrió la disputa.',
    closedDone: 'Se cerró la disputa.',
  },
} as const;
