/** The reports of the portfolio: their names, those of their figures with what they mean, and their tables in exported files. */
import {
  type FigureUnit,
  type PortfolioReport,
  type ReportFigure,
  type ReportGroup,
  type ReportName,
  type ReportRow,
  reportFigures,
} from '@anticipa/contract/portfolio-reports';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { everyRow, integerColumn, moneyColumns, type TableColumn, textColumn } from './table.ts';

export const reportTitles: Readonly<Record<ReportName, string>> = {
  portfolio: 'Cartera',
  concentration: 'Concentración',
  yield: 'Rendimiento',
  reserve: 'Aforo',
  dilution: 'Dilución',
  stages: 'Tiempos',
  collected: 'Cobrado contra vencido',
  losses: 'Pérdidas',
};

/** The name of each figure, and how it is computed. */
export const figureTexts: Readonly<Record<ReportFigure, readonly [name: string, meaning: string]>> = {
  gross: ['Cartera', 'Lo que deben los receptores.'],
  unearned: ['Interés por devengar', 'Interés cobrado por adelantado que aún no se gana.'],
  netOfUnearned: ['Cartera sin interés por devengar', 'Cartera menos interés por devengar.'],
  clientDebt: ['A cargo de clientes', 'Lo que deben los clientes además de sus facturas.'],
  aforo: ['Aforo retenido', 'Aforo de facturas que todavía no se devuelve.'],
  undeposited: ['Por depositar', 'Depósitos autorizados que aún no se pagan.'],
  net: [
    'Exposición neta',
    'Cartera, más lo que deben los clientes, menos aforo, interés por devengar y depósitos sin pagar.',
  ],
  buyBack: ['Por recomprar', 'Lo que los clientes deben recomprar. No es parte de la cartera.'],
  cashInUse: ['Dinero en uso', 'Depósitos pagados de facturas abiertas, menos lo que se cobró de ellas.'],
  clientExposure: ['Exposición de clientes', 'Exposición neta de los clientes que la tienen.'],
  clientFive: ['Cinco clientes mayores', 'Su parte de la exposición.'],
  clientIndex: ['Índice Herfindahl de clientes', 'Suma de los cuadrados de las partes: 10,000 si uno solo tiene todo.'],
  receiverExposure: ['Cartera de receptores', 'Lo que deben los receptores.'],
  receiverFive: ['Cinco receptores mayores', 'Su parte de la cartera.'],
  receiverIndex: [
    'Índice Herfindahl de receptores',
    'Suma de los cuadrados de las partes: 10,000 si uno solo debe todo.',
  ],
  interest: ['Interés ganado', 'Interés devengado en el periodo.'],
  lateCharges: ['Recargos', 'Recargos y prórrogas del periodo.'],
  cashDays: ['Dinero en uso por día', 'El dinero en uso al empezar cada día del periodo, sumado.'],
  averageCash: ['Dinero en uso, promedio', 'El promedio de los días del periodo.'],
  nominalYield: ['Rendimiento nominal', 'Interés y recargos entre el dinero en uso, al año.'],
  effectiveYield: [
    'Rendimiento efectivo',
    'El nominal, si cada vuelta se presta otra vez en los días que tarda en volver.',
  ],
  contractRate: ['Tasa pactada', 'Promedio de las tasas de la cartera, sobre el total de cada factura.'],
  daysOutstanding: ['Días hasta el cobro', 'Del depósito al pago, de lo cerrado en tres meses.'],
  daysLate: ['Días tarde', 'Del vencimiento al pago, de lo cerrado en tres meses; antes es negativo.'],
  turn: ['Vueltas al año', '365 entre los días hasta el cobro.'],
  aforoBefore: ['Al empezar', 'Aforo retenido antes del periodo.'],
  aforoWithheld: ['Retenido', 'De las facturas compradas en el periodo.'],
  aforoReleased: ['Liberado', 'Al liquidarse las facturas en el periodo.'],
  aforoApplied: ['Aplicado', 'Pagó faltantes, notas de crédito, recompras o castigos.'],
  aforoTied: ['Detenido', 'De facturas vencidas, en disputa o pagadas en parte.'],
  releasable: ['Por devolver', 'Devoluciones liberadas que no se han transferido.'],
  aforoRate: ['Aforo de la cartera', 'Aforo retenido entre el saldo de sus facturas.'],
  closedFace: ['Facturas cerradas', 'Total de las que se cerraron en tres meses.'],
  paidByReceiver: ['Pagado por receptores', 'En dinero, hasta el total de cada factura.'],
  lostFace: ['Castigado', 'Es pérdida y no cuenta como dilución.'],
  creditNotes: ['Notas de crédito', 'Lo que acreditaron los proveedores.'],
  otherDilution: ['Faltantes y recompras', 'Lo que cubrieron el aforo o el cliente.'],
  diluted: ['Diluido', 'Lo que los receptores no pagaron en dinero, sin castigos.'],
  dilution: ['Dilución', 'Diluido entre facturas cerradas.'],
  worstDilution: ['Peor mes', 'La mayor dilución mensual de un año. Si pasa del aforo, el aforo no alcanza.'],
  answerMedian: ['Respuesta, mediana', 'De la solicitud a la respuesta.'],
  answerMost: ['Respuesta, percentil 90', 'Nueve de cada diez tardan esto o menos.'],
  depositMedian: ['Depósito, mediana', 'De la respuesta al depósito.'],
  depositMost: ['Depósito, percentil 90', 'Nueve de cada diez tardan esto o menos.'],
  collectionMedian: ['Cobro, mediana', 'Del depósito al pago del receptor.'],
  collectionMost: ['Cobro, percentil 90', 'Nueve de cada diez tardan esto o menos.'],
  returnMedian: ['Devolución, mediana', 'De la liquidación a la transferencia.'],
  returnMost: ['Devolución, percentil 90', 'Nueve de cada diez tardan esto o menos.'],
  promised: ['Ventas con promesa', 'Vendidas, con depósito prometido en el periodo.'],
  keptPromises: ['Promesas cumplidas', 'Depositadas a tiempo entre vendidas.'],
  due: ['Vencido', 'Total de las facturas que vencieron en doce semanas.'],
  collected: ['Cobrado', 'Lo que se cobró de esas facturas hasta hoy.'],
  collectedShare: ['Cobrado de lo vencido', 'Cobrado entre vencido.'],
  losses: ['Castigos', 'Lo que se dio por perdido en doce meses.'],
  recovered: ['Recuperado', 'Lo que volvió de facturas castigadas en doce meses.'],
  bought: ['Facturas compradas', 'Total de las compradas en doce meses.'],
  lossRate: ['Pérdidas de lo comprado', 'Castigos entre facturas compradas.'],
};

/** The unit of each figure, and of the share that a party has of one. */
export const unitOf: Readonly<Record<ReportFigure | 'share', FigureUnit>> = Object.assign(
  { share: 'percent' },
  ...Object.values(reportFigures),
);

const unitNames: Readonly<Record<Exclude<FigureUnit, 'money'>, string>> = {
  'money-days': 'importe por días',
  percent: '%',
  index: 'de 10,000',
  days: 'días',
  hours: 'horas',
  times: 'veces',
  count: 'ventas',
};

export const groupNames: Readonly<Record<ReportGroup, string>> = {
  clients: 'Cliente',
  receivers: 'Receptor',
  months: 'Mes',
  weeks: 'Semana del',
};

/** A figure of a report, or one of a party or a period. */
interface ReportLine {
  readonly figure: string;
  /** The party or the period; null of the whole. */
  readonly of: string | null;
  readonly value: string | null;
  readonly currency: FinancedCurrency;
}

const named: Readonly<Record<string, readonly [name: string, meaning: string]>> = figureTexts;
const units: Readonly<Record<string, FigureUnit>> = unitOf;
const nameOf = (figure: string): string => named[figure]?.[0] ?? 'Parte';
const isMoney = ({ figure }: ReportLine): boolean => units[figure] === 'money';

/** The lines of a report for a file: its figures, then its breakdowns. */
export const linesOfReport = ({ figures, groups }: PortfolioReport, currency: FinancedCurrency): ReportLine[] => [
  ...figures.map(({ figure, value }) => ({ figure, of: null, value, currency })),
  ...groups.flatMap(({ rows }) =>
    rows.flatMap(({ name, values }) =>
      Object.entries(values).map(([figure, value]) => ({ figure, of: name, value, currency })),
    ),
  ),
];

/** A sum of different figures means nothing. */
const figureMoney = moneyColumns<ReportLine>(null);

export const reportTable: readonly TableColumn<ReportLine>[] = [
  textColumn('figure', 'Concepto', ({ figure }) => nameOf(figure)),
  textColumn('of', 'De', ({ of }) => of),
  figureMoney('amount', 'Importe', (line) =>
    isMoney(line) && line.value !== null ? moneyOf(line.value, line.currency) : null,
  ),
  textColumn('value', 'Valor', (line) => (isMoney(line) ? null : line.value)),
  textColumn('unit', 'Unidad', (line) => {
    const unit = units[line.figure];
    return unit === undefined || unit === 'money' ? null : unitNames[unit];
  }),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
];

const rowMoney = moneyColumns<ReportRow>(everyRow);

export const reportRowTable: readonly TableColumn<ReportRow>[] = [
  textColumn('client', 'Cliente', ({ entityName }) => entityName),
  textColumn('receiver', 'Receptor', ({ receiverName }) => receiverName),
  textColumn('folio', 'Factura', ({ folio }) => folio),
  integerColumn('sale', 'Venta', ({ numberOfSale }) => numberOfSale),
  rowMoney('amount', 'Importe', ({ amount, currency }) => (amount === null ? null : moneyOf(amount, currency))),
  textColumn('time', 'Tiempo', ({ time }) => time),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
];
