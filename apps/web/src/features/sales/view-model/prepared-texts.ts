/** Texts of sales that one person prepares and another one accepts. */
import { MEXICO_CITY } from '@anticipa/domain/calendar';
import { formatCount } from '../../../lib/format.ts';

const names = new Intl.ListFormat('es-MX', { type: 'disjunction' });
const all = new Intl.ListFormat('es-MX');

const clock = new Intl.DateTimeFormat('es-MX', {
  timeZone: MEXICO_CITY,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export const preparedTexts = {
  /** HH:MM */
  timeOf: (instant: string) => clock.format(new Date(instant)),
  title: 'Por aceptar',
  intro: 'Ventas que una persona de tu empresa preparó y otra acepta. No apartan crédito ni precio.',
  failed: 'No se pudieron leer las ventas por aceptar',
  emptyTitle: 'No hay ventas por aceptar',
  empty: 'Cuando alguien de tu empresa deje una venta por aceptar, aquí aparece con su precio de hoy.',
  toHome: 'Ir al tablero',
  acceptors: (people: readonly string[]) => `En tu empresa aceptan: ${all.format(people)}.`,
  upTo: (name: string, amount: string) => `${name} (hasta ${amount})`,
  states: {
    waiting: 'Por aceptar',
    returned: 'Regresada',
    accepted: 'Aceptada',
    withdrawn: 'Retirada',
    expired: 'Vencida',
  },
  of: (count: number) => formatCount(count, 'factura', 'facturas'),
  prepared: (name: string, at: string) => `Preparó ${name}, ${at}`,
  preparedByYou: (at: string) => `La preparaste tú, ${at}`,
  returnedBy: (name: string, at: string) => `La regresó ${name}, ${at}`,
  until: (date: string) => `Se puede aceptar antes del ${date}`,
  open: 'Ver y aceptar',
  see: 'Ver',
  note: (text: string) => `Nota: ${text}`,
  reason: (text: string) => `Motivo: ${text}`,
  leave: {
    next: 'Continuar',
    heading: 'Revisa lo que dejas por aceptar',
    holdsNothing: 'No aparta crédito ni precio',
    holdsNothingText:
      'Quien la acepte ve el precio de ese día. Mientras tanto, las facturas siguen en tu lista y alguien más las puede vender.',
    whoAccepts: (people: readonly string[]) => `La puede aceptar ${names.format(people)}. Le avisamos por correo.`,
    nobody: 'Nadie en tu empresa puede aceptar este importe. Pide a un administrador que le dé permiso a alguien.',
    rightOnly: 'Tu permiso es de preparar: otra persona acepta la venta.',
    above: (amount: string, upTo: string) =>
      `La venta es de ${amount} y tú aceptas hasta ${upTo}: la acepta otra persona.`,
    note: 'Nota para quien la acepte (opcional)',
    back: 'Regresar y corregir',
    submit: 'Dejar por aceptar',
    busy: 'Guardando',
  },
  left: {
    title: 'La venta quedó por aceptar',
    told: (people: readonly string[]) => `Avisamos por correo a ${all.format(people)}.`,
    next: [
      'Quien acepta la abre en Por aceptar y ve el precio de ese día.',
      'Puede quitarle facturas, aceptarla con su contrato o regresártela con un motivo.',
      'Mientras nadie la acepte, la puedes retirar.',
    ],
    follow: 'Ver ventas por aceptar',
    close: 'Cerrar',
  },
  sheet: {
    missing: 'Esta venta por aceptar no existe.',
    back: 'Por aceptar',
    price: {
      now: 'Recibes hoy',
      before: (amount: string, at: string) => `Al prepararla, ${at}: ${amount}`,
      less: (amount: string) => `${amount} menos que al prepararla`,
      more: (amount: string) => `${amount} más que al prepararla`,
      same: 'Igual que al prepararla',
      nothing: 'Nada de esta venta se puede vender hoy.',
    },
    changes: 'Qué cambió desde que se preparó',
    gone: 'Ya no está en la lista de facturas por vender.',
    elsewhere: {
      held: (until: string, by: string) => `La tiene apartada ${by} hasta las ${until}.`,
      heldByYou: (until: string) => `La tienes apartada hasta las ${until}.`,
      sold: (number: number) => `Está en la venta ${number}.`,
      seeSale: 'Ver la venta',
      deleted: 'Alguien de tu empresa la borró de la lista.',
      cancelled: 'Está cancelada ante el SAT.',
      rejected: (reason: string) => `Está rechazada: ${reason}`,
    },
    accepting: {
      own: (until: string) => `Empezaste a aceptarla: sus facturas están apartadas a tu nombre hasta las ${until}.`,
      ownNext: 'Continúa aquí, con el precio de este momento. Si no la terminas, a esa hora quedan libres.',
      other: (by: string, until: string) => `${by} la está aceptando: apartó sus facturas hasta las ${until}.`,
      otherNext: (mayAccept: boolean) =>
        `Si no la termina, a esa hora quedan libres${mayAccept ? ' y la puedes aceptar tú' : ''}. Esta pantalla lo muestra sola.`,
      resume: 'Continuar y aceptar',
      wait: (by: string, until: string) => `${by} la está aceptando. Si no la termina, queda libre a las ${until}.`,
      /** The effect of a return or a withdrawal now. */
      stops: (by: string, until: string) =>
        `${by} la está aceptando ahora. Si sigues, ya no la podrá terminar; sus facturas quedan libres a más tardar a las ${until}.`,
      stopsOwn: (until: string) =>
        `La estás aceptando. Si sigues, ya no la podrás terminar; sus facturas quedan libres a más tardar a las ${until}.`,
    },
    exceeds: 'No cabe en tu crédito disponible.',
    out: 'La quitaste de la venta.',
    columns: {
      invoice: 'Factura',
      total: 'Importe',
      due: 'Fecha de pago',
      before: 'Recibías',
      now: 'Recibes hoy',
      state: 'Situación',
      take: 'En la venta',
    },
    ready: 'Lista',
    table: 'Facturas de la venta preparada',
    take: (folio: string) => `Vender la factura ${folio}`,
    accept: 'Revisar y aceptar',
    holding: 'Apartando facturas',
    none: 'Deja al menos una factura que se pueda vender hoy.',
    mayNot: (people: readonly string[]) =>
      people.length === 0
        ? 'Nadie en tu empresa puede aceptar este importe.'
        : `La puede aceptar ${names.format(people)}.`,
    aboveOwn: (upTo: string, people: readonly string[]) =>
      `Tú aceptas hasta ${upTo}. ${people.length === 0 ? 'Quita facturas.' : `Quita facturas, o la acepta ${names.format(people)}.`}`,
    return: 'Regresar con motivo',
    returnTitle: 'Regresar la venta a quien la preparó',
    returnText: (name: string) => `${name} recibe el motivo por correo y puede prepararla otra vez.`,
    returnReason: 'Motivo',
    returnNeeded: 'Escribe el motivo',
    returned: 'La venta se regresó a quien la preparó.',
    withdraw: 'Retirar',
    withdrawTitle: '¿Retirar esta venta?',
    withdrawText: 'Nadie la podrá aceptar. Las facturas siguen en tu lista.',
    withdrawn: 'La venta se retiró.',
    keep: 'Dejarla',
    again: 'Preparar otra vez',
    ended: {
      accepted: (name: string, at: string) => `${name} la aceptó, ${at}.`,
      withdrawn: (name: string, at: string) => `${name} la retiró, ${at}.`,
      returned: (name: string, at: string) => `${name} la regresó, ${at}.`,
      expired: (at: string) => `Venció con las fechas de sus facturas, ${at}.`,
    },
  },
} as const;
