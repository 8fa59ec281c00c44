/** The blocks of the account statement: one definition of columns for the PDF, the screen and exported files. */
import type { CededInvoice, Complement, Issued, Movement, Received, Transfer } from '@anticipa/contract/statements';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import type { PaymentForm } from '@anticipa/domain/payment-complement';
import {
  dateColumn,
  everyRow,
  integerColumn,
  moneyColumns,
  type TableColumn,
  type TotalRule,
  textColumn,
} from './table.ts';

interface InCurrency {
  readonly currency: FinancedCurrency;
}

/** A column of amounts; `pick` returns null for one that is not known. */
const money = <Row extends InCurrency>(
  id: string,
  header: string,
  pick: (row: Row) => string | null,
  total: TotalRule<Row> | null = everyRow,
): TableColumn<Row> =>
  moneyColumns(total)(id, header, (row): Money | null => {
    const amount = pick(row);
    return amount === null ? null : moneyOf<FinancedCurrency>(amount, row.currency);
  });

const balance = <Row extends InCurrency>(id: string, header: string, pick: (row: Row) => string): TableColumn<Row> =>
  money(id, header, pick, null);

/** Nothing for zero. */
const side = (amount: string): string | null => (amount === '0.00' ? null : amount);

/** Forms of payment of the tax authority's catalogue. */
const paymentFormNames: Readonly<Record<PaymentForm, string>> = { '03': '03 Transferencia', '17': '17 Compensación' };

export const accountNames = {
  invoices: 'Facturas financiadas',
  aforo: 'Aforo',
  yours: 'Tu cuenta',
} as const;

export const movementColumns = {
  valueDate: dateColumn('valueDate', 'Fecha valor', ({ valueDate }: Movement) => valueDate),
  bookedOn: dateColumn('bookedOn', 'Registrado', ({ bookedOn }: Movement) => bookedOn),
  concept: textColumn('concept', 'Concepto', ({ concept }: Movement) => concept),
  folio: textColumn('folio', 'Factura', ({ folio }: Movement) => folio),
  cfdi: textColumn('cfdi', 'CFDI', ({ cfdi }: Movement) => cfdi),
  charge: money('charge', 'Cargo', ({ charge }: Movement) => side(charge)),
  credit: money('credit', 'Abono', ({ credit }: Movement) => side(credit)),
  balance: balance('balance', 'Saldo', ({ balance }: Movement) => balance),
} as const satisfies Readonly<Record<string, TableColumn<Movement>>>;

/** The movements of all accounts in one table, without totals: the aforo is owed to the client, the rest by it. */
export const movementTable = [
  textColumn('account', 'Cuenta', ({ account }: Movement) => accountNames[account]),
  ...Object.values(movementColumns).map((column) => (column.type === 'money' ? { ...column, total: null } : column)),
  textColumn('currency', 'Moneda', ({ currency }: Movement) => currency),
] as const satisfies readonly TableColumn<Movement>[];

export const cededColumns = {
  uuid: textColumn('uuid', 'UUID', ({ uuid }: CededInvoice) => uuid),
  folio: textColumn('folio', 'Serie y folio', ({ folio }: CededInvoice) => folio),
  debtor: textColumn('debtor', 'Deudor', ({ receiverName }: CededInvoice) => receiverName),
  rfc: textColumn('rfc', 'RFC deudor', ({ receiverRFC }: CededInvoice) => receiverRFC),
  product: textColumn('product', 'Producto', ({ productName }: CededInvoice) => productName),
  cededOn: dateColumn('cededOn', 'Fecha de cesión', ({ cededOn }: CededInvoice) => cededOn),
  due: dateColumn('due', 'Vencimiento', ({ dueDate }: CededInvoice) => dueDate),
  total: money('total', 'Total', ({ total }: CededInvoice) => total),
  invoiceIva: money('invoiceIva', 'IVA de la factura', ({ invoiceIva }: CededInvoice) => invoiceIva),
  deposit: money('deposit', 'Anticipo depositado', ({ initialDeposit }: CededInvoice) => initialDeposit),
  interest: money('interest', 'Interés descontado', ({ comision }: CededInvoice) => comision),
  aforo: money('aforo', 'Aforo', ({ aforo }: CededInvoice) => aforo),
  collected: money('collected', 'Cobrado acumulado', ({ collected }: CededInvoice) => collected),
  covered: money('covered', 'Cubierto por ti', ({ covered }: CededInvoice) => covered),
  unpaid: money('unpaid', 'Acreditado o castigado', ({ unpaid }: CededInvoice) => unpaid),
  owed: money('owed', 'Por cobrar', ({ owed }: CededInvoice) => owed),
  overdue: integerColumn('overdue', 'Días vencidos', ({ daysOverdue }: CededInvoice) => daysOverdue),
} as const satisfies Readonly<Record<string, TableColumn<CededInvoice>>>;

/** The law requires the statement of collections to state the discounts of debtors: the lender gives none. */
export const discountsIn = (invoices: readonly Pick<CededInvoice, 'unpaid'>[]): string =>
  invoices.some(({ unpaid }) => Number(unpaid) > 0)
    ? 'Lo que se acreditó a los deudores o se castigó está en «Facturas cedidas». No hubo otros descuentos, rebajas ni bonificaciones.'
    : 'No hubo descuentos, rebajas ni bonificaciones a los deudores.';

export const receivedColumns = {
  valueDate: dateColumn('valueDate', 'Fecha de cobro', ({ valueDate }: Received) => valueDate),
  uuid: textColumn('uuid', 'UUID', ({ uuid }: Received) => uuid),
  debtor: textColumn('debtor', 'Deudor', ({ receiverName }: Received) => receiverName),
  amount: money('amount', 'Importe cobrado', ({ amount }: Received) => amount),
  iva: money('containedIva', 'IVA contenido', ({ containedIva }: Received) => containedIva),
  form: textColumn('form', 'Forma', ({ source }: Received) => source),
  key: textColumn('key', 'Clave de rastreo', ({ trackingKey }: Received) => trackingKey),
} as const satisfies Readonly<Record<string, TableColumn<Received>>>;

export const transferColumns = {
  date: dateColumn('date', 'Fecha', ({ date }: Transfer) => date),
  concept: textColumn('concept', 'Concepto', ({ concept }: Transfer) => concept),
  clabe: textColumn('clabe', 'CLABE destino', ({ clabe }: Transfer) => clabe),
  key: textColumn('key', 'Clave de rastreo', ({ trackingKey }: Transfer) => trackingKey),
  amount: money('amount', 'Importe', ({ amount }: Transfer) => amount),
} as const satisfies Readonly<Record<string, TableColumn<Transfer>>>;

export const issuedColumns = {
  date: dateColumn('date', 'Fecha', ({ date }: Issued) => date),
  folio: textColumn('folio', 'Serie y folio', ({ folio }: Issued) => folio),
  uuid: textColumn('uuid', 'UUID', ({ uuid }: Issued) => uuid),
  concept: textColumn('concept', 'Concepto', ({ concept }: Issued) => concept),
  subTotal: money('subTotal', 'Subtotal', ({ subTotal }: Issued) => subTotal),
  iva: money('iva', 'IVA', ({ iva }: Issued) => iva),
  total: money('total', 'Total', ({ total }: Issued) => total),
  paidOn: dateColumn('paidOn', 'Pagado', ({ paidOn }: Issued) => paidOn),
  form: textColumn('form', 'Forma', ({ form }: Issued) => form && paymentFormNames[form]),
  complements: textColumn('complements', 'REP', ({ complements }: Issued) => complements.join(', ')),
} as const satisfies Readonly<Record<string, TableColumn<Issued>>>;

export const complementColumns = {
  uuid: textColumn('uuid', 'UUID', ({ uuid }: Complement) => uuid),
  folio: textColumn('folio', 'Factura', ({ folio }: Complement) => folio),
  paidOn: dateColumn('paidOn', 'Fecha de pago', ({ paidOn }: Complement) => paidOn),
  form: textColumn('form', 'Forma', ({ form }: Complement) => paymentFormNames[form]),
  instalment: integerColumn('instalment', 'Parcialidad', ({ instalment }: Complement) => instalment),
  before: balance('before', 'Saldo anterior', ({ before }: Complement) => before),
  paid: money('paid', 'Pagado', ({ paid }: Complement) => paid),
  left: balance('left', 'Saldo insoluto', ({ left }: Complement) => left),
  base: money('base', 'BaseDR', ({ base }: Complement) => base),
  iva: money('iva', 'ImporteDR', ({ iva }: Complement) => iva),
  issueBy: dateColumn('issueBy', 'Emitir a más tardar', ({ issueBy }: Complement) => issueBy),
} as const satisfies Readonly<Record<string, TableColumn<Complement>>>;

/** Blocks of several currencies in one table. */
const withCurrency = <Row extends InCurrency>(
  columns: Readonly<Record<string, TableColumn<Row>>>,
): TableColumn<Row>[] => [...Object.values(columns), textColumn('currency', 'Moneda', ({ currency }: Row) => currency)];

export const complementTable = withCurrency<Complement>(complementColumns);
export const cededTable = withCurrency<CededInvoice>(cededColumns);
export const receivedTable = withCurrency<Received>(receivedColumns);
export const transferTable = withCurrency<Transfer>(transferColumns);
export const issuedTable = withCurrency<Issued>(issuedColumns);
