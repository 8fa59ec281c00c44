/** Texts of choosing and selling invoices. Those fixed by the specification are verbatim. */
import type { DepositPromise } from '@anticipa/domain/deposit-message';
import type { Obstacle } from '@anticipa/domain/receiving';
import type { habitProblem } from '@anticipa/domain/sale';

type HabitProblem = NonNullable<ReturnType<typeof habitProblem>>;

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

export const es = {
  tiles: {
    foreignLetters: 'Letras de otro alfabeto: revisa el RFC',
    tabs: { label: 'Tus facturas', mine: 'Mis Facturas', preapproved: 'Facturas Preaprobadas' },
    newOnes: (count: string) => `Por ${count} recibes`,
    newUndated: (count: number) => `Sin fecha de pago válida: ${count.toLocaleString('es-MX')}.`,
    newBeyond: (count: number) =>
      count === 1 ? 'Otra no cabe en tu crédito.' : `Otras ${count.toLocaleString('es-MX')} no caben en tu crédito.`,
    sellNew: 'Vender las nuevas',
    sellThese: (count: number) =>
      count === 1 ? 'Vender esta factura' : `Vender estas ${count.toLocaleString('es-MX')} facturas`,
    noneNew: 'Ninguna de las facturas nuevas se puede vender hoy.',
    leftOutOfLastSale: (folios: string) => `Sin fecha de pago válida, fuera de la selección: ${folios}.`,
    selectAll: (count: string) => `Seleccionar todo (${count})`,
    pickOfLastSale: 'Elegir los de tu última venta',
    selectOfLastSale: (count: string) => `Clientes de tu última venta (${count})`,
    open: (name: string) => `Ver las facturas de ${name}`,
    close: (name: string) => `Cerrar las facturas de ${name}`,
    pick: (name: string) => `Seleccionar las facturas de ${name}`,
    nothingToPick: 'Ninguna de sus facturas se puede vender. Ábrelo para ver por qué.',
    nothingToSell: 'Nada por vender',
    refused: ({ count, reason }: { count: number; reason: string | null }) =>
      `${count} no se ${count === 1 ? 'puede' : 'pueden'} vender${reason === null ? '' : `: ${reason}`}`,
    heldBack: {
      PRODUCT_NOT_AUTHORISED: () => 'de un producto sin autorizar',
      PRODUCT_INACTIVE: () => 'de un producto deshabilitado',
      NO_CREDIT_LINE: (currency) => `sin línea en ${currency}`,
      CREDIT_LINE_ENDED: (currency) => `sin línea vigente en ${currency}`,
      NO_ACCOUNT: (currency) => `sin cuenta en ${currency}`,
      EXCHANGE_RATE_MISSING: () => 'sin tipo de cambio',
      CREDIT_USED_UP: (currency) => `sin crédito en ${currency}`,
      ACCOUNT_HELD: () => '',
      ACCOUNT_BLOCKED: () => '',
    } satisfies Record<Obstacle, (currency: string) => string>,
    list: (name: string) => `Facturas de ${name}`,
    deposit: (amounts: string) => `Recibes ${amounts}`,
    emptyTitle: 'Todavía no tienes facturas',
    empty: 'Sube los archivos XML de tus facturas y aquí verás cuánto recibes por cada una.',
    emptyNowTitle: 'No tienes facturas subidas por vender',
    emptyNow: 'Sube más archivos XML y aquí verás cuánto recibes por cada factura.',
    emptyNowPreapproved: 'Las facturas que llegaron del SAT están en Facturas Preaprobadas.',
    showPreapproved: 'Ver facturas preaprobadas',
    score: (score: number) => `Peso en tus facturas: ${5 - score} de 4`,
    filters: {
      search: 'Buscar cliente, RFC o folio',
      currencies: 'Moneda',
      companies: 'Empresas',
      approved: 'Empresas Preaprobadas',
      others: 'Otras empresas',
      order: 'Ordenar por',
      orders: { importe: 'Importe', nombre: 'Nombre', facturas: 'Facturas' },
      noneTitle: 'Ningún cliente coincide',
      none: 'Cambia la búsqueda o quita los filtros.',
      clear: 'Quitar filtros',
    },
    firstSteps: [
      ['Sube tus XML', 'Uno o cientos a la vez; también puedes arrastrarlos a esta pantalla.'],
      ['Mira cuánto recibes', 'El precio de cada factura aparece antes de vender nada.'],
      ['Recibe el dinero', 'Aceptas los términos y se deposita en tu cuenta.'],
    ],
    emptyPreapprovedTitle: 'No hay facturas preaprobadas',
    emptyPreapproved: 'Las facturas preaprobadas llegan del SAT. Mientras tanto puedes subirlas manualmente.',
    lastSync: (at: string) => `Última sincronización con el SAT: ${at}`,
    noAccessTitle: 'Tu empresa todavía no tiene acceso al servicio',
    noAccess: 'Escribe a tu promotor para activarlo.',
    promoter: (phone: string) => `Enviar mensaje al ${phone}`,
    loadFailed: 'No se pudieron leer tus facturas',
  },
  bar: {
    label: 'Selección',
    selected: 'Seleccionadas',
    announced: (count: string, deposits: string) => `${count} en la selección, recibes ${deposits}`,
    depositIn: (when: string) => `Recibes ${when}`,
    cost: 'Costo',
    left: 'Crédito que queda',
    unpriced: (count: number) => `${count} sin fecha válida, todavía sin precio`,
    withoutAccount: (count: number) =>
      `${count} sin cuenta bancaria: no ${count === 1 ? 'entra' : 'entran'} en la venta`,
    clear: 'Quitar selección',
    sell: 'Vender',
  },
  arrival: {
    times: {
      'under-4-hours': 'en menos de 4 horas',
      'under-24-hours': 'en menos de 24 horas',
      'next-business-day': 'el siguiente día hábil',
      '4-to-6-business-days': 'en 4 a 6 días hábiles',
      '24-to-72-hours': 'en 24 a 72 horas',
    } satisfies Record<DepositPromise, string>,
    when: (when: string) => `Llega ${when}`,
    after: (instant: string) => `después del ${instant}`,
    byTime: (day: string, time: string) => `antes del ${day}, ${time}`,
    byDay: (day: string) => `a más tardar el ${day}`,
    where: (accounts: string) => `a ${accounts}`,
    condition: (left: string) => `${left}.`.replace(/^./, (first) => first.toUpperCase()),
    left: (minutes: number, clock: string) =>
      minutes === 1
        ? 'si vendes en el próximo minuto'
        : `si vendes en ${minutes < 60 ? 'los próximos' : 'las próximas'} ${clock}`,
  },
  exceeds: {
    title: 'No cabe en tu crédito disponible',
    text: (names: string) => `Se quitó de la selección: ${names}.`,
    more: (count: number) => ` y ${count.toLocaleString('es-MX')} más`,
    remedy: 'Quita otras facturas o espera a que se libere crédito.',
    dismiss: 'Entendido',
  },
  sale: {
    errorTitle: 'Error!',
    nothingSelected: 'Selecciona las facturas que deseas vender',
    droppedTitle: 'Facturas fuera de la venta',
    dropped: (currencies: string) =>
      `Las facturas en ${currencies} no pudieron ser procesadas porque no se ha asociado una cuenta bancaria en esa moneda.`,
  },
  problem: {
    declined: 'No se vendió nada. Tus facturas siguen en la lista.',
    unreachable: 'No hay conexión con el servidor y no se sabe si la operación llegó. Al reintentar no se repite.',
    unexpected: 'Ocurrió un error inesperado. Nada de lo escrito se perdió.',
    mismatch: 'El servidor contestó algo que no corresponde a tu venta. No se aceptó nada.',
    mismatchSent: 'El servidor contestó algo que no corresponde a tu venta. No sabemos si la venta se envió.',
    retry: 'Reintentar',
    removeThese: (count: string) => `Quitar ${count} y continuar`,
    backToInvoices: 'Volver a las facturas',
    readAgain: 'Leer los términos de nuevo',
    leftBehind: 'Una venta quedó a medias y se canceló. Las facturas y el crédito están libres otra vez.',
  },
  outcome: {
    sales: (numbers: readonly number[]) =>
      numbers.length === 1
        ? `la venta ${numbers[0]}`
        : `las ventas ${new Intl.ListFormat('es-MX').format(numbers.map(String))}`,
    requested: (sales: string, count: number) =>
      `${capital(sales)} ya se ${count === 1 ? 'envió' : 'enviaron'} a la financiera.`,
    answered: (sales: string) => `La financiera ya contestó ${sales}.`,
    disbursed: (sales: string, count: number) => `${capital(sales)} ya se ${count === 1 ? 'depositó' : 'depositaron'}.`,
    unknownHold: 'No sabemos si tus facturas quedaron apartadas. Seguimos preguntando.',
    unknownCancel: (sales: string, count: number) =>
      `No sabemos si se ${count === 1 ? 'canceló' : 'cancelaron'} ${sales}. Seguimos preguntando.`,
    unknownSent: (sales: string, count: number) =>
      `No sabemos si se ${count === 1 ? 'envió' : 'enviaron'} ${sales} a la financiera. Seguimos preguntando.`,
  },
  habit: {
    TERM_NOT_A_NUMBER: 'Debe haber un número',
    TERM_TOO_SHORT: 'El plazo mínimo es de 1 día',
    TERM_TOO_LONG: 'El plazo no puede ser mayor a 180 días',
    NO_WEEKDAY: 'Debe seleccionar al menos un día de la semana',
  } satisfies Record<HabitProblem, string>,
} as const;
