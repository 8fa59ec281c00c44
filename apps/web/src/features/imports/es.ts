import type { ImportKind, ImportProblem } from '@anticipa/domain/import-rows';
import { MAX_IMPORTED } from '@anticipa/domain/import-rows';
import { formatCount } from '../../lib/format.ts';

const problems: Readonly<Record<ImportProblem, string>> = {
  INVOICE_UNNAMED: 'Falta el UUID o el folio.',
  UUID_UNREADABLE: 'El UUID no está completo.',
  ORDER_MISSING: 'Falta la orden de compra.',
  ORDER_TOO_LONG: 'La orden pasa de 60 letras.',
  ORDER_SHORTENED: 'Excel acortó el número: da formato de texto a la columna y escríbelo otra vez.',
  RFC_UNREADABLE: 'El RFC no está completo.',
  RFC_SHARED: 'Los clientes del extranjero comparten este RFC: guarda su plazo en la venta.',
  TERM_UNREADABLE: 'El plazo debe ser un número de días.',
  TERM_OUT_OF_RANGE: 'El plazo va de 1 a 180 días.',
  WEEKDAY_UNREADABLE: 'El día de pago va de lunes a viernes, con su nombre.',
  INVOICE_UNKNOWN: 'No tienes una factura abierta con este nombre.',
  INVOICE_AMBIGUOUS: 'Hay varias facturas con este folio: usa el UUID.',
  INVOICE_NOT_SELLABLE: 'Ya está en una venta, o no se puede vender.',
  RECEIVER_UNKNOWN: 'No tienes un cliente con este RFC.',
  LISTED_TWICE: 'Está dos veces en la tabla; cuenta la primera.',
};

const rows = (count: number): string => formatCount(count, 'renglón', 'renglones');
const changes = (count: number): string => formatCount(count, 'cambio', 'cambios');

export const es = {
  title: 'Órdenes y plazos',
  intro: 'Trae de Excel o CSV las órdenes de compra de tus facturas y los plazos en que pagan tus clientes.',
  back: 'Volver al tablero',
  tabs: { orders: 'Órdenes de compra', terms: 'Plazos de pago' } satisfies Record<ImportKind, string>,
  /** In the address. */
  address: { orders: '', terms: 'plazos' } satisfies Record<ImportKind, string>,
  tabsLabel: 'Qué traes',
  explained: {
    orders: `Una factura por renglón, con su UUID o su serie y folio, y la orden de compra. Hasta ${formatCount(MAX_IMPORTED, 'renglón', 'renglones')}. La plantilla trae las facturas a las que les falta.`,
    terms: `Un cliente por renglón, con su RFC, el plazo en días y, si lo sabes, el día de pago. Hasta ${formatCount(MAX_IMPORTED, 'renglón', 'renglones')}. La plantilla trae a tus clientes con lo que ya guardaste.`,
  } satisfies Record<ImportKind, string>,
  table: 'Tu tabla',
  choose: 'Elegir archivo',
  paste: 'O pégala desde Excel',
  pasteHelp: 'Con sus encabezados. Nada se guarda hasta que lo confirmas.',
  pastedName: 'pegado.csv',
  checkPasted: 'Revisar lo pegado',
  checkAgain: 'Revisar otra vez',
  checkFailed: 'No se pudo revisar la tabla',
  saveFailed: 'No se pudo guardar',
  preview: 'Revisión',
  noun: ['renglón', 'renglones'],
  columns: {
    row: 'Renglón',
    name: { orders: 'Factura', terms: 'Cliente' },
    before: 'Ahora',
    after: 'Queda',
    state: 'Resultado',
  },
  state: { changes: 'Cambia', saved: 'Guardado', same: 'Ya estaba guardado', wrong: 'Error' },
  problem: (problem: ImportProblem) => problems[problem],
  days: (count: number) => formatCount(count, 'día', 'días'),
  summary: (changed: number, same: number, wrong: number) =>
    [
      changed > 0 ? changes(changed) : null,
      same > 0 ? `${rows(same)} sin cambio` : null,
      wrong > 0 ? `${rows(wrong)} con error` : null,
    ]
      .filter((part) => part !== null)
      .join(', '),
  nothing: 'Esta tabla no cambia nada: ya está todo guardado.',
  nothingGood: 'No hay ningún renglón que se pueda guardar.',
  save: (count: number) => `Guardar ${changes(count)}`,
  saved: (count: number) => `${count === 1 ? 'Se guardó' : 'Se guardaron'} ${changes(count)}.`,
  wrongLeft: (count: number) =>
    `${rows(count)} con error no se ${count === 1 ? 'guarda' : 'guardan'}: corrige y trae la tabla otra vez.`,
} as const;
