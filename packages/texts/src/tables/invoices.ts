/** The tables of invoices: one for each status, and the settled ones. */
import type { Invoice } from '@anticipa/contract/invoices';
import { type Currency, type Money, moneyOf } from '@anticipa/domain/money';
import { formatFolio } from '../format.ts';
import { UNKNOWN_MOTIVE } from '../motive-texts.ts';
import { dateColumn, everyRow, integerColumn, moneyColumns, type TableColumn, textColumn } from './table.ts';

const amountOf = (amount: string | null, { currency }: Invoice): Money | null =>
  amount === null ? null : moneyOf<Currency>(amount, currency);

const verifications: Readonly<Record<Invoice['verification'], string>> = {
  verified: 'Vigente',
  pending: 'Verificación pendiente',
  objected: 'Con aviso del SAT',
};

const moneyColumn = moneyColumns<Invoice>(everyRow);
const money = (id: string, header: string, pick: (invoice: Invoice) => string | null): TableColumn<Invoice> =>
  moneyColumn(id, header, (invoice) => amountOf(pick(invoice), invoice));

export const invoiceColumns = {
  folio: textColumn('folio', 'Folio', formatFolio),
  payer: textColumn('payer', 'Pagador', ({ receiverName }: Invoice) => receiverName),
  rfc: textColumn('rfc', 'RFC', ({ receiverRFC }: Invoice) => receiverRFC),
  uuid: textColumn('uuid', 'UUID', ({ uuid }: Invoice) => uuid),
  product: textColumn('product', 'Producto', ({ Product }: Invoice) => Product.name),
  emitted: dateColumn('emitted', 'Emisión', ({ emittedOn }: Invoice) => emittedOn),
  total: money('total', 'Importe', ({ total }) => total),
  currency: textColumn('currency', 'Moneda', ({ currency }: Invoice) => currency),
  due: dateColumn('due', 'Vencimiento', ({ dueDate }: Invoice) => dueDate),
  adelanto: money('adelanto', 'Adelanto', ({ adelanto }) => adelanto),
  interest: money('interest', 'Interés', ({ comision }) => comision),
  aforo: money('aforo', 'Aforo', ({ aforo }) => aforo),
  deposit: money('deposit', 'Depósito', ({ initialDeposit }) => initialDeposit),
  depositDate: dateColumn('depositDate', 'Fecha de depósito', ({ fechaDeposito }: Invoice) => fechaDeposito),
  amountDue: money('amountDue', 'A pagar hoy', ({ amountDue }) => amountDue),
  order: textColumn('order', 'Orden de compra', ({ purchaseOrder }: Invoice) => purchaseOrder),
  sale: integerColumn('sale', 'Venta', ({ numberOfSale }: Invoice) => numberOfSale),
  reference: textColumn('reference', 'Referencia', ({ paymentReference }: Invoice) => paymentReference),
  verification: textColumn('verification', 'Estatus SAT', ({ verification }: Invoice) => verifications[verification]),
  rejected: dateColumn('rejected', 'Rechazo', ({ rejectedDate }: Invoice) => rejectedDate),
  motive: textColumn('motive', 'Motivo', ({ motive }: Invoice) => motive?.description || UNKNOWN_MOTIVE),
  remedy: textColumn('remedy', 'Qué hacer', ({ motive }: Invoice) => motive?.remedy ?? null),
} as const satisfies Readonly<Record<string, TableColumn<Invoice>>>;

const { folio, payer, rfc, uuid, product, emitted, total, currency } = invoiceColumns;
const identity = [folio, payer, rfc, uuid, product, emitted, total, currency];
const { due, adelanto, interest, aforo, deposit, depositDate, amountDue, order, sale, reference, verification } =
  invoiceColumns;
const price = [due, adelanto, interest, aforo, deposit];

/** The exported columns of the table of each status. */
export const statusTables = {
  pending: [...identity, verification],
  authorised: [...identity, verification],
  validation: [...identity, ...price, order, sale, verification],
  credit: [...identity, ...price, depositDate, order, sale, amountDue, reference],
  rejected: [...identity, invoiceColumns.motive, invoiceColumns.remedy, invoiceColumns.rejected],
} as const;

/** The headings of the settled invoices are the specification's own. */
export const settledColumns = {
  payer,
  folio,
  rfc,
  uuid,
  emitted: dateColumn('emitted', 'F. Emisión', ({ emittedOn }: Invoice) => emittedOn),
  total,
  currency,
  initialDeposit: money('initialDeposit', 'Anticipo', ({ initialDeposit }) => initialDeposit),
  deposited: dateColumn('deposited', 'F. Depósito', ({ fechaDeposito }: Invoice) => fechaDeposito),
  due: dateColumn('due', 'F. Vencimiento', ({ dueDate }: Invoice) => dueDate),
  paid: dateColumn('paid', 'F. Pago', ({ paymentDate }: Invoice) => paymentDate),
  interest,
  recargos: money('recargos', 'Recargos', ({ recargos }) => recargos),
  returned: money('returned', 'Devolución', ({ finalDeposit }) => finalDeposit),
  automatic: textColumn('automatic', 'Pago automático', ({ Product, source, bank }: Invoice) =>
    Product.code === 'BI' && source !== null ? `${source} · ${bank || '—'}` : null,
  ),
  product: textColumn('product', 'Producto', ({ Product }: Invoice) => Product.name.toLocaleUpperCase('es-MX')),
} as const satisfies Readonly<Record<string, TableColumn<Invoice>>>;
