import type { MonthCut } from '@anticipa/contract/interest';

type State = MonthCut['cfdi'][number]['state'];

const states: Readonly<Record<State, string>> = {
  pending: 'Sin timbrar',
  issued: 'Vigente',
  cancelling: 'Cancelándose',
  kept: 'Cancelación rechazada',
  cancelled: 'Cancelado',
};

/** Texts of the CFDI of a month, for the lender's operators. */
export const es = {
  month: 'Mes',
  failed: 'No se pudo leer el mes',
  states,
  kinds: {
    interest: 'Interés',
    credit: 'Nota de crédito',
    'late-charges': 'Recargos',
    commission: 'Comisión por apertura',
  },
  columns: {
    folio: 'Folio',
    client: 'Cliente',
    emitted: 'Estado',
    subTotal: 'Subtotal',
    iva: 'IVA',
    total: 'Total',
    missing: 'Qué falta',
  },
  toCut: {
    label: 'Clientes por facturar',
    title: 'Por facturar',
    text: 'El mes se factura solo en las primeras horas del siguiente, y cada noche lo que falte. Aquí quedan los que no se pudieron facturar.',
    noun: ['cliente', 'clientes'] as const,
    current: 'El mes no ha terminado. Se listan los clientes con interés sin facturar de los anteriores.',
    none: 'Nada por facturar.',
    lacks: 'Su régimen fiscal o su código postal',
    ready: 'Nada: se puede facturar',
    cut: 'Facturar',
    cutOf: (client: string) => `Facturar el mes de ${client}`,
    ask: (client: string) => `Facturar · ${client}`,
    question: (month: string) =>
      `Se emite y se timbra un CFDI por cada producto y moneda con el interés ganado hasta ${month} que no se ha facturado. Un CFDI timbrado solo se corrige cancelándolo.`,
    confirm: 'Facturar',
    done: (count: number) => (count === 1 ? 'Ya hay 1 CFDI del mes.' : `Ya hay ${count} CFDI del mes.`),
    failed: 'No se pudo facturar',
  },
  cfdi: {
    label: 'CFDI del mes',
    noun: ['CFDI', 'CFDI'] as const,
    search: 'Buscar folio o cliente',
    limited: (most: number) => `Se muestran los ${most.toLocaleString('es-MX')} más recientes.`,
    emptyTitle: 'Ningún CFDI de este mes',
    empty: 'Los CFDI de interés, recargos y notas de crédito aparecen aquí cuando se numeran.',
    notFound: 'Ningún CFDI coincide',
    cancel: 'Cancelar',
    cancelOf: (folio: string) => `Cancelar ${folio}`,
  },
  reverse: {
    action: 'Deshacer corte',
    actionOf: (client: string) => `Deshacer corte de ${client}`,
    title: (month: string, client: string) => `Deshacer el corte de ${month} · ${client}`,
    second: 'Otra persona debe aprobarlo.',
    submit: 'Enviar a aprobación',
    dismiss: 'Volver',
    done: 'Se envió a aprobación.',
  },
  cancel: {
    title: (folio: string) => `Cancelar ${folio}`,
    motive: 'Motivo ante el SAT',
    motives: {
      '01': '01 · Con errores, con relación: se sustituye',
      '02': '02 · Con errores, sin relación',
      '03': '03 · No se llevó a cabo la operación',
      '04': '04 · Operación nominativa en una factura global',
    },
    effect: {
      '01': 'El sustituto lleva los datos fiscales de hoy: si están mal, corrígelos antes.',
      other: 'Cuando el SAT lo confirme, su interés se factura de nuevo en el siguiente corte.',
      note: 'Cuando el SAT lo confirme, la bonificación se acredita de nuevo en el siguiente corte.',
    },
    confirm: 'Pedir cancelación',
    dismiss: 'Volver',
    cancelled: (folio: string) => `El SAT canceló ${folio}.`,
    done: (folio: string) => `Se pidió cancelar ${folio}. El SAT puede tardar hasta 72 horas.`,
  },
  steps: {
    action: 'Avance',
    actionOf: (folio: string) => `Avance de la cancelación de ${folio}`,
    title: (folio: string) => `Cancelación de ${folio}`,
    label: 'Pasos de la cancelación',
    failed: 'No se pudieron leer los pasos',
    explained: 'Cada paso empieza cuando termina el anterior. Lo que falta se intenta cada diez minutos.',
    over: 'No queda ningún paso.',
    again: 'Pedir otra vez',
    /** Sentences for the steps of a cancellation that is not requested yet. */
    planned: {
      complement: (folio: string | null) => `Se cancela el complemento ${folio ?? ''}, con motivo 02.`,
      substitute: () => 'Se timbra un CFDI que lo sustituye.',
      invoice: (folio: string | null) => `Se cancela ${folio ?? ''} cuando el SAT lo confirma.`,
      'new-complement': () => 'El sustituto recibe un complemento con la fecha de los pagos.',
      'other-complement': (folio: string | null) => `${folio ?? ''}, que está en el mismo complemento, recibe otro.`,
    },
    names: {
      complement: (folio: string | null) => `Cancelar el complemento ${folio ?? ''}`,
      substitute: (folio: string | null) => `Timbrar el sustituto ${folio ?? ''}`.trim(),
      invoice: (folio: string | null) => `Cancelar el CFDI ${folio ?? ''}`,
      'new-complement': (folio: string | null) => `Emitir el complemento del sustituto ${folio ?? ''}`.trim(),
      'other-complement': (folio: string | null) => `Emitir otro complemento de ${folio ?? ''}`,
    },
    states: {
      planned: 'Espera a los pasos anteriores',
      sending: 'Por enviar al proveedor de CFDI',
      'with-authority': 'Espera al SAT',
      refused: 'Rechazado',
    },
  },
} as const;
