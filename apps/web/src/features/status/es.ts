/** Texts of the status dashboard and its tables. */
import type { DueLight } from '@anticipa/domain/invoice';
import type { ProductCode } from '@anticipa/domain/product';
import type { Tone } from '../../ui/feedback/status-badge.tsx';
import type { StatusSlug } from './view-model/address.ts';

interface Step {
  readonly who: string;
  readonly what: string;
}

export const es = {
  extendedFrom: (day: string) => `antes ${day}`,
  sales: 'Mis ventas',
  title: 'Estado de tus facturas',
  products: 'Producto',
  chart: (product: string) => `Facturas de ${product} por estado`,
  noun: 'facturas',
  emptyTitle: 'No hay facturas',
  empty: (product: string) =>
    `Cuando subas facturas de ${product}, aquí verás en qué van y quién da el siguiente paso.`,
  failed: 'No se pudo leer el estado de tus facturas',
  nextTitle: 'Qué sigue',
  next: {
    pendientes: {
      who: 'Le toca a la financiera',
      what: 'Revisa a los pagadores para autorizarlos. No hace falta esperar: ya puedes vender estas facturas.',
    },
    autorizadas: { who: 'Te toca a ti', what: 'Véndelas para recibir el anticipo.' },
    validacion: { who: 'Le toca a la financiera', what: 'Valida las facturas y deposita el anticipo en tu cuenta.' },
    credito: {
      who: 'Le toca al pagador',
      what: 'Paga cada factura en su vencimiento, con su referencia o a la CLABE de tu cliente.',
    },
    rechazadas: { who: 'Te toca a ti', what: 'Revisa el motivo de cada una y qué hacer.' },
  } satisfies Record<StatusSlug, Step>,
  answerTime: {
    BI: 'En día hábil de 8:00 a 14:00 (hora de Chihuahua), en menos de 4 horas; a otra hora, en menos de 24 horas o el siguiente día hábil.',
    FB: 'De 4 a 6 días hábiles después de la venta.',
  } satisfies Record<ProductCode, string>,
  rejectedAgain: 'Las de hoy que se puedan corregir se venden de nuevo hoy mismo.',
  overdue: (count: string) => ({
    who: 'Te toca a ti',
    what: 'Si tu cliente no ha pagado, paga las vencidas con una referencia o a la CLABE de tu cliente: causan recargos desde el día siguiente.',
    when: `${count}.`,
  }),
  firstDue: (day: string) => `La primera vence el ${day}.`,
  sellBy: (day: string) => `La más antigua se puede vender hasta el ${day}.`,
  someTooOld: 'Algunas ya no se pueden vender: su pago pasaría de 180 días desde la emisión.',
  dayInWords: (date: string, relative: string) => `${date} (${relative})`,
  light: {
    red: { tone: 'bad', word: 'Vencida' },
    yellow: { tone: 'warn', word: 'Por vencer' },
    green: { tone: 'good', word: 'Al corriente' },
  } satisfies Record<DueLight, { tone: Tone; word: string }>,
  news: {
    disbursed: (one: boolean, count: string) => `${count} ${one ? 'pasó' : 'pasaron'} a En crédito.`,
    rejected: (one: boolean, count: string) => `${count} ${one ? 'fue rechazada' : 'fueron rechazadas'}.`,
    settled: (one: boolean, count: string) => `${count} ${one ? 'quedó liquidada' : 'quedaron liquidadas'}.`,
    open: 'Ver',
  },
  table: {
    sellAgain: 'Vender',
    sell: (folio: string) => `Vender la factura ${folio}`,
    label: (status: string, product: string) => `Facturas ${status} de ${product}`,
    search: 'Buscar folio, UUID, pagador o referencia',
    currencies: 'Moneda',
    dated: 'fecha de emisión',
    failed: 'No se pudieron leer estas facturas',
    reloadFailed: 'Ocurrió un error al recargar los datos',
    retry: 'Reintentar',
    emptyTitle: 'No hay facturas',
    empty: (status: string, product: string) => `Ninguna factura de ${product} está en «${status}».`,
    notFoundTitle: 'Ninguna factura coincide',
    notFound: 'Cambia la búsqueda o quita los filtros.',
    clear: 'Quitar filtros',
    download: (folio: string) => `Descargar el XML de la factura ${folio}`,
    xml: 'XML',
    downloadFailed: 'No se pudo descargar el XML. Intenta de nuevo.',
    none: '—',
  },
  rejectedViews: {
    label: 'Mostrar',
    recientes: 'Últimos 7 días',
    anteriores: 'Anteriores',
    eliminadas: 'Eliminadas',
  },
  tooOld: 'Ya no se puede vender',
  automatic: 'Pago automático',
  seeClabe: 'Ver CLABE',
  openClabe: (folio: string) => `Ver la CLABE para pagar la factura ${folio}`,
  noReference: 'Sin referencia',
  reference: {
    none: 'Ninguna factura seleccionada',
    why: 'Las referencias son para facturas en crédito.',
    toCredit: 'Ver las que están en crédito',
    make: 'Generar referencia de pago',
  },
  openReference: (reference: string) => `Ver la referencia de pago ${reference}`,
  unknownRemedy: 'Contacta a tu asesor.',
  writeAdviser: 'Escribirle por WhatsApp',
  toAdviser: (folio: string, reason: string) => `Hola, tengo una duda sobre la factura ${folio}: ${reason}.`,
  breakdown: {
    interest: 'Cómo se calcula el interés',
    deposit: 'Cómo se calcula el depósito',
    total: 'Importe de la factura',
    days: 'Días',
    rate: 'Tasa anual',
    basis: 'Días del año',
    interestResult: 'Interés, sin IVA',
    formula: 'Importe × días × tasa ÷ días del año.',
    aforo: (percent: string) => `− Aforo (${percent} %)`,
    aforoPlain: '− Aforo',
    minusInterest: '− Interés',
    depositResult: 'Depósito en tu cuenta',
    iva: (amount: string) => `El IVA del interés (${amount}) se liquida contra el aforo al final.`,
  },
} as const;
