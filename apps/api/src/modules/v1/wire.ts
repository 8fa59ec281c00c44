/** The objects of the calls for programs, from those of the portal. */
import type { CreditInformation } from '@anticipa/contract/credit';
import type { FileRecord } from '@anticipa/contract/files';
import type { Invoice } from '@anticipa/contract/invoices';
import type { ReceiverCompany } from '@anticipa/contract/receivers';
import type { PaymentReference } from '@anticipa/contract/references';
import type { ResponseOf } from '@anticipa/contract/route';
import type { Quote, Sale, SaleItem } from '@anticipa/contract/sales';
import type { Statement } from '@anticipa/contract/statements';
import type { PreparedSale } from '@anticipa/contract/to-accept';
import type { v1GetCalendar } from '@anticipa/contract/v1/calendar';
import type {
  invoiceStates,
  V1Invoice,
  v1GetUpload,
  v1ListCreditLines,
  v1ListReceivers,
} from '@anticipa/contract/v1/invoices';
import type { v1GetReference, v1GetStatement, v1ListMovements } from '@anticipa/contract/v1/money';
import type { V1PreparedSale } from '@anticipa/contract/v1/prepared-sales';
import { quoteFailureCode, type V1Sale, type v1HoldInvoices, type v1QuoteInvoices } from '@anticipa/contract/v1/sales';
import {
  dateOf,
  datesBetween,
  type ExtraHolidays,
  holidaysAmong,
  type IsoDate,
  isBusinessDay,
} from '@anticipa/domain/calendar';
import { type InvoiceStatus, invoiceStatus } from '@anticipa/domain/invoice';
import { companyStatus } from '@anticipa/domain/receiver';
import { NO_FOLIO } from '@anticipa/texts/format';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { transferConceptOf } from '@anticipa/texts/movement';
import type { SaleRecord } from '../sales/queries.ts';
import { toSaleItem, totalsOf } from '../sales/sale-item.ts';
import type { TransferRow } from '../statements/queries.ts';
import type { ChangedSale } from './page-queries.ts';

type InvoiceState = (typeof invoiceStates)[number];

const states: Readonly<Record<InvoiceStatus, InvoiceState>> = {
  [invoiceStatus.RECHAZADA]: 'rejected',
  [invoiceStatus.REGISTRADO]: 'registered',
  [invoiceStatus.AUTORIZADA]: 'sellable',
  [invoiceStatus.PREVENTA]: 'held',
  [invoiceStatus.CREDITO]: 'financed',
  [invoiceStatus.LIQUIDADO]: 'settled',
};

export const statusOf = (state: InvoiceState): InvoiceStatus | null =>
  Object.values(invoiceStatus).find((status) => states[status] === state) ?? null;

const rejectionOf = (motive: { code: string; description: string; remedy: string } | null) =>
  motive && { code: motive.code, reason: motive.description, remedy: motive.remedy };

export const toInvoice = (invoice: Invoice, changedAt: Date): V1Invoice => ({
  id: invoice.documentId,
  fiscal_uuid: invoice.uuid,
  series: invoice.serie,
  folio: invoice.folio,
  receiver_id: invoice.companyId,
  receiver_tax_id: invoice.receiverRFC,
  receiver_name: invoice.receiverName,
  currency: invoice.currency,
  total: invoice.total,
  issued_on: invoice.emittedOn,
  payment_method: invoice.paymentMethod,
  product: invoice.Product.code,
  status: states[invoice.status],
  rejection: rejectionOf(invoice.motive),
  verification: invoice.verification,
  purchase_order: invoice.purchaseOrder,
  due_date: invoice.dueDate,
  payment_days: invoice.paymentDays,
  interest_rate: invoice.interestRate,
  advance_percent: invoice.porcentajeAdelanto,
  interest: invoice.comision,
  interest_tax: invoice.iva,
  advance: invoice.adelanto,
  reserve: invoice.aforo,
  initial_deposit: invoice.initialDeposit,
  deposited_on: invoice.fechaDeposito,
  paid_on: invoice.paymentDate,
  paid_amount: invoice.paidAmount,
  late_charges: invoice.recargos,
  late_charges_tax: invoice.ivaRecargos,
  rebate: invoice.rebate,
  final_deposit: invoice.finalDeposit,
  amount_due: invoice.amountDue,
  sale_number: invoice.numberOfSale,
  payment_reference: invoice.paymentReference,
  created_at: invoice.createdAt,
  updated_at: changedAt.toISOString(),
});

export const toUpload = (file: FileRecord, invoiceId: string | null): ResponseOf<typeof v1GetUpload> => ({
  id: file.fileId,
  file_name: file.fileName,
  sha256: file.sha256,
  size: file.size,
  refusal: rejectionOf(file.motive),
  invoice_id: invoiceId,
  created_at: file.createdAt,
});

const rejected: readonly number[] = [
  companyStatus.REJECTED,
  companyStatus.REJECTED_FOR_SHELL_COMPANY,
  companyStatus.REJECTED_FOR_PLD,
  companyStatus.DISABLED,
];

export const toReceiver = (company: ReceiverCompany): ResponseOf<typeof v1ListReceivers>['data'][number] => ({
  id: company.companyId,
  tax_id: company.rfc,
  name: company.razonSocial,
  status: rejected.includes(company.statusId)
    ? 'rejected'
    : company.statusId === companyStatus.APPROVED
      ? 'accepted'
      : 'in_review',
  payment_days: company.paymentDays[0]?.paymentDays ?? null,
});

/** The days on which `quoteSelection` lets receivers pay, by the same calendar. */
export function toCalendar(
  today: IsoDate,
  { from, to }: { readonly from: string; readonly to: string },
  extra: ExtraHolidays,
): ResponseOf<typeof v1GetCalendar> {
  const dates = datesBetween(dateOf(from), dateOf(to));
  const payment_dates = dates.filter((date) => date > today && isBusinessDay(date, extra));
  return { today, payment_dates, holidays: holidaysAmong(dates, extra) };
}

/** `factoringDate`: the only due date that factoring takes today. */
export const toCreditLine = (
  line: CreditInformation,
  factoringDate: string,
): ResponseOf<typeof v1ListCreditLines>['data'][number] => ({
  id: line.creditLineId,
  product: line.product,
  currency: line.creditCurrency,
  limit: line.creditLimit,
  used: line.creditUsed,
  held: line.creditHeld,
  available: line.available,
  interest_rate: line.interestRate,
  advance_percent: line.porcentajeAdelanto,
  days_in_year: line.diasBase,
  fixed_due_date: line.product === 'FB' ? factoringDate : null,
  valid_until: line.validUntil,
  early_rebate: line.earlyRebate,
  is_active: line.autorizado && line.active,
});

const toTotals = (sums: Sale['totals']): V1Sale['totals'] => ({
  total: sums.total,
  interest: sums.comision,
  interest_tax: sums.iva,
  reserve: sums.aforo,
  advance: sums.adelanto,
  initial_deposit: sums.initialDeposit,
});

const toPriced = (item: SaleItem) => ({
  invoice_id: item.documentId,
  receiver_tax_id: item.receiverRFC,
  receiver_name: item.receiverName,
  series: item.serie,
  folio: item.folio,
  purchase_order: item.purchaseOrder,
  issued_on: item.emittedOn,
  due_date: item.dueDate,
  payment_days: item.paymentDays,
  interest_rate: item.interestRate,
  advance_percent: item.porcentajeAdelanto,
  effective_annual_cost: item.effectiveAnnualCost,
  total: item.total,
  interest: item.comision,
  interest_tax: item.iva,
  reserve: item.aforo,
  advance: item.adelanto,
  initial_deposit: item.initialDeposit,
});

export const toQuote = ({ today, groups, items, failures }: Quote): ResponseOf<typeof v1QuoteInvoices> => ({
  today,
  groups: groups.map(({ totals, ...group }) => ({ ...group, totals: toTotals(totals) })),
  items: items.map((item) => ({ product: item.product, currency: item.currency, ...toPriced(item) })),
  failures: failures.map(({ path, code, message }) => ({
    invoice_id: path,
    code: quoteFailureCode.parse(code),
    reason: message,
  })),
});

/** Facts of a prepared sale that its answer in the portal does not have. */
interface Prepared {
  readonly invoiceIds: readonly string[];
  /** Numbers of the sales that it became. */
  readonly saleNumbers: readonly number[];
}

export const toPreparedSale = (sale: PreparedSale, { invoiceIds, saleNumbers }: Prepared): V1PreparedSale => ({
  id: sale.preparedId,
  state: sale.state,
  return_reason: sale.reason,
  sale_numbers: [...saleNumbers],
  prepared_at: sale.preparedAt,
  note: sale.note,
  invoice_count: sale.count,
  invoice_ids: [...invoiceIds],
  last_due_date: sale.lastDueDate,
  totals: sale.totals.map((one) => ({
    product: one.product,
    currency: one.currency,
    invoice_count: one.count,
    total: one.total,
    initial_deposit: one.initialDeposit,
  })),
  acceptors: sale.state === 'waiting' ? sale.acceptors : [],
  updated_at: sale.endedAt ?? sale.preparedAt,
});

/** Sales as the commands of the portal answer them. */
export const toSummaries = (sales: readonly Sale[]): ResponseOf<typeof v1HoldInvoices>['sales'] =>
  sales.map((sale) => ({
    id: sale.saleId,
    number: sale.numberOfSale,
    product: sale.product,
    currency: sale.currency,
    state: sale.state,
    expires_at: sale.expiresAt,
    totals: toTotals(sale.totals),
    items: sale.items.map(toPriced),
  }));

/** A sale as its client may know it: an answer that waits for its second person is none yet. */
export function toV1Sale(record: SaleRecord, seen: ChangedSale): V1Sale {
  const state = seen.state === 'proposed' ? 'requested' : seen.state;
  const isAnswered = record.state !== 'proposed';
  const isDisbursed = state === 'disbursed';
  const items = record.items.map((item) => (isAnswered ? item : { ...item, state: 'held' as const, motive: null }));
  return {
    id: record.saleId,
    number: record.numberOfSale,
    product: record.product,
    currency: record.currency,
    state,
    expires_at: record.expiresAt?.toISOString() ?? null,
    requested_at: record.requestedAt?.toISOString() ?? null,
    answered_at: isAnswered ? (record.answeredAt?.toISOString() ?? null) : null,
    disbursed_at: isDisbursed ? (record.disbursedAt?.toISOString() ?? null) : null,
    cancelled_at: seen.cancelled_at?.toISOString() ?? null,
    tracking_key: isDisbursed ? record.trackingKey : null,
    totals: toTotals(totalsOf({ ...record, state, items })),
    items: items.map((item) => ({
      ...toPriced(toSaleItem(item)),
      state: item.state === 'disbursed' && !isDisbursed ? 'authorised' : item.state,
      rejection: item.motive && motiveTexts[item.motive].reason,
    })),
    updated_at: seen.changed_at.toISOString(),
  };
}

export const toReference = (
  made: PaymentReference,
  changedAt: Date | undefined,
): ResponseOf<typeof v1GetReference> => ({
  id: made.id,
  reference: made.reference,
  currency: made.currency,
  amount: made.amount,
  late_charges: made.lateCharges,
  left: made.left,
  invoice_count: made.count,
  valid_until: made.validUntil,
  state: made.state,
  created_at: made.date,
  updated_at: changedAt?.toISOString() ?? made.date,
});

/** Series and folio of an invoice; null if its CFDI has neither. */
export const folioOf = (series: string | null, folio: string | null): string | null =>
  [series, folio].filter(Boolean).join('-') || null;

type Deposit = ResponseOf<typeof v1GetStatement>['currencies'][number]['deposits'][number];

/** A transfer to the company: it names its invoice if it has only one. */
export function toDeposit(
  made: Pick<Deposit, 'made_on' | 'amount' | 'tracking_key' | 'sale_number'>,
  parts: Deposit['parts'],
): Deposit {
  const [only] = parts.length === 1 ? parts : [];
  const about = { invoice_id: only?.invoice_id ?? null, folio: only?.folio ?? null };
  return { ...made, concept: transferConceptOf(made.sale_number), ...about, parts };
}

const depositIn = (row: TransferRow): Deposit =>
  toDeposit(
    { made_on: row.date, amount: row.amount, tracking_key: row.tracking_key, sale_number: row.number_of_sale },
    row.parts.map((part) => ({
      invoice_id: part.document_id,
      folio: folioOf(part.serie, part.folio),
      amount: part.amount,
    })),
  );

export const toStatement = (
  statement: Statement,
  transfers: readonly TransferRow[],
): ResponseOf<typeof v1GetStatement> => ({
  from: statement.from,
  to: statement.to,
  known_at: statement.knownAt,
  currencies: statement.currencies.map(({ currency, cost, accounts }) => ({
    currency,
    interest: cost.interest,
    interest_tax: cost.iva,
    late_charges: cost.recargos,
    late_charges_tax: cost.ivaRecargos,
    accounts: accounts.map(({ account, opening, closing }) => ({ account, opening, closing })),
    deposits: transfers.filter((made) => made.currency === currency).map(depositIn),
  })),
});

export const movementsIn = (statement: Statement): ResponseOf<typeof v1ListMovements>['data'] =>
  statement.currencies.flatMap(({ accounts }) =>
    accounts.flatMap(({ movements }) =>
      movements.map((one) => ({
        currency: one.currency,
        account: one.account,
        value_date: one.valueDate,
        booked_on: one.bookedOn,
        concept: one.concept,
        invoice_id: one.documentId,
        folio: one.folio === NO_FOLIO ? null : one.folio,
        charge: one.charge,
        credit: one.credit,
        balance: one.balance,
      })),
    ),
  );
