/** Texts of payment references. Those fixed by the specification are verbatim. */
import { referenceStates } from '@anticipa/texts/tables/references';
import { formatCount } from '../../lib/format.ts';

const wayToPay = (references: readonly string[]): string => {
  if (references.length === 0) return 'por CLABE';
  return `con ${references.length === 1 ? 'la referencia' : 'las referencias'} ${references.join(', ')}`;
};

export const es = {
  make: 'Generar referencia de pago',
  making: 'Generando la referencia',
  chosen: 'Seleccionadas',
  amount: 'A pagar hoy',
  withCharges: (overdue: string) => `con los recargos de ${overdue} hasta hoy`,
  clear: 'Quitar selección',
  hint: 'Selecciona las facturas que se van a pagar juntas.',
  keepOnly: (currency: string) => `Dejar solo ${currency}`,
  keepFirst: 'Dejar las primeras 1,000',
  tooMany: 'Una referencia cubre hasta 1,000 facturas.',
  removeThese: (count: number) => (count === 1 ? 'Quitar esta factura' : `Quitar estas ${count} facturas`),
  more: (count: number) => `y ${count} más`,
  unreachable:
    'No hay conexión con el servidor y no se sabe si la referencia se generó. Al reintentar no se genera otra.',
  failed: 'Ha ocurrido un error, contacta al administrador',
  retry: 'Reintentar',
  made: (reference: string) => `Referencia ${reference} generada.`,
  list: {
    label: 'Referencias de pago',
    search: 'Buscar referencia, importe o persona',
    dated: 'fecha de creación',
    open: (reference: string) => `Ver la referencia ${reference}`,
    print: (reference: string) => `Imprimir el PDF de la referencia ${reference}`,
    pdf: 'PDF',
    failed: 'No se pudieron leer las referencias de pago',
    emptyTitle: 'No hay referencias de pago',
    empty:
      'Una referencia reúne las facturas en crédito que se van a pagar juntas. Para generar la primera, selecciónalas en «En crédito», en el Tablero General.',
    toCredit: 'Ver mis facturas en crédito',
    state: 'Estado',
    left: (amount: string) => `Faltan ${amount}`,
    validUntil: (date: string) => `Hasta el ${date}`,
    notFoundTitle: 'Ninguna referencia coincide',
    stillValid: (reference: string) =>
      `La referencia ${reference} sigue siendo válida y se puede consultar en pantalla.`,
  },
  live: {
    title: 'Por pagar con referencia',
    all: 'Ver todas',
    none: 'No hay referencias por pagar.',
    pay: 'Cómo pagar',
  },
  states: referenceStates,
  payBalance: 'Pagar saldo',
  overdue: {
    title: (currency: string) => `Pagar facturas vencidas en ${currency}`,
    payOn: 'Día de pago',
    payOnHelp: 'Los recargos corren hasta el día en que pagues.',
    outOfRange: (until: string) => `Elige un día de hoy al ${until}.`,
    amount: 'A pagar ese día',
    invoices: 'Facturas que ampara',
    due: (date: string) => `venció el ${date}`,
    plus: (charges: string) => `+ ${charges}`,
    others: (count: number, references: readonly string[]) =>
      `No incluye ${
        count === 1
          ? '1 factura vencida que ya tiene cómo pagarse'
          : `${formatCount(count, 'factura', 'facturas')} vencidas que ya tienen cómo pagarse`
      }: ${wayToPay(references)}.`,
    failed: 'No se pudo calcular lo que se debe',
    notMade: 'No se generó la referencia',
  },
  cancel: {
    ask: 'Cancelar referencia',
    title: '¿Cancelar esta referencia?',
    text: 'Avisa a quien la tenga: un pago que llegue con ella queda por identificar. Sus facturas se pueden incluir en otra.',
    yes: 'Sí, cancelarla',
    no: 'No, conservarla',
    done: (reference: string) => `Referencia ${reference} cancelada.`,
  },
  dialog: {
    title: 'Referencia de pago',
    state: 'Estado',
    reference: 'Referencia',
    amount: (isPending: boolean) => (isPending ? 'Importe a pagar' : 'Importe'),
    partly: (amount: string) => `Es lo que falta: la referencia se generó por ${amount}.`,
    invoices: 'Facturas',
    madeOn: 'Generada el',
    by: (name: string) => `por ${name}`,
    ended: {
      cancelled: 'No se debe pagar con esta referencia. Un pago que llegue con ella queda por identificar.',
      expired:
        'La referencia venció. Genera otra para pagar sus facturas: un pago que llegue con esta queda por identificar.',
      paid: 'El pago llegó y sus facturas están liquidadas.',
    },
    explained:
      'Transfiere el importe exacto y escribe la referencia tal como aparece en el concepto. Las facturas se liquidan cuando el pago se identifica.',
    parts: (invoices: string, charges: string) => `${invoices} de facturas + ${charges} de recargos`,
    until: (isCharged: boolean) => (isCharged ? 'Recargos incluidos hasta' : 'Sin recargos hasta'),
    fixed: (until: string) => `Paga a más tardar el ${until}: después la referencia vence.`,
    transfer: (currency: string) => `Transferencia en ${currency}`,
    own: 'Para esta referencia',
    other: (currency: string) => `Solo para referencias en ${currency}`,
    noAccount: (currency: string) =>
      `Todavía no hay una cuenta publicada para pagar en ${currency}. Consulta a tu asesor.`,
    bank: 'Banco',
    beneficiary: 'Beneficiario',
    clabe: 'CLABE',
    account: 'Cuenta',
    swift: 'SWIFT',
    concept: 'Concepto',
    download: 'Descargar PDF',
    open: 'Abrir PDF',
    pdfFailed: '¡Error! No se pudo generar el documento, contacta al administrador',
    blocked: 'El navegador bloqueó la ventana. El PDF se descargó en su lugar.',
    loadFailed: 'No se pudo leer la referencia de pago',
  },
} as const;
