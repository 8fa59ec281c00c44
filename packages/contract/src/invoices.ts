import { invoiceStatus } from '@anticipa/domain/invoice';
import { fileMotives, rejectionMotives } from '@anticipa/domain/motives';
import { companyStatus } from '@anticipa/domain/receiver';
import { z } from 'zod';
import { clientRead, clientWrite, route } from './route.ts';
import {
  amount,
  amountInput,
  currency,
  date,
  days,
  fiscalUuid,
  flag,
  id,
  instant,
  listed,
  product,
  rate,
  rateInput,
  rfc,
  text,
} from './wire.ts';

export const statusValue = z.literal(Object.values(invoiceStatus));

/** Why an invoice was rejected; `user`: whether a user of the client deleted it. */
const motive = z.strictObject({ code: z.enum(rejectionMotives), description: text, remedy: text, user: z.boolean() });

/** The part of the CFDI that stated a purchase order. */
export const orderSource = z.enum(['complement', 'addenda']);
export type OrderSource = z.output<typeof orderSource>;

/** Amounts are in `currency`; price fields are null until the invoice is sold. */
export const invoice = z.strictObject({
  documentId: id,
  clientId: id,
  companyId: id,
  uuid: fiscalUuid,
  serie: text.nullable(),
  folio: text.nullable(),
  receiverName: text,
  receiverRFC: rfc,
  /** Identifies the receiver; foreign receivers share a tax id but not this. */
  receiverKey: z.string().max(700),
  receiverStatus: z.literal(Object.values(companyStatus)),
  currency,
  originalCurrency: currency,
  exchangeRate: rate,
  total: amount,
  emittedOn: date,
  paymentMethod: z.enum(['PUE', 'PPD']).nullable(),
  isSynced: z.boolean(),
  fileId: id,
  fileName: text,
  productId: id,
  Product: z.strictObject({ code: product, name: text }),
  status: statusValue,
  /** The tax authority's verdict; 'objected': it has objected since the invoice was sold. */
  verification: z.enum(['verified', 'pending', 'objected']),
  motive: motive.nullable(),
  rejectedDate: date.nullable(),
  /** The reply in force, if the invoice was refused. */
  statusResponse: z.array(z.strictObject({ dateProcess: instant, respuesta: z.strictObject({ comments: text }) })),
  purchaseOrder: text.nullable(),
  dueDate: date.nullable(),
  /** The due date of the sale, of an invoice that was extended; otherwise null. */
  extendedFrom: date.nullable(),
  paymentDays: days.nullable(),
  emissionToPaymentDate: days.nullable(),
  interestRate: rate.nullable(),
  porcentajeAdelanto: rate.nullable(),
  comision: amount.nullable(),
  iva: amount.nullable(),
  adelanto: amount.nullable(),
  aforo: amount.nullable(),
  initialDeposit: amount.nullable(),
  fechaDeposito: date.nullable(),
  /** The value date of the payment; this and the fields up to `bank` are null until the invoice is settled. */
  paymentDate: date.nullable(),
  paidAmount: amount.nullable(),
  recargos: amount.nullable(),
  ivaRecargos: amount.nullable(),
  /** Interest given back for early payment, with the IVA not charged on it; "0.00" without a rebate. */
  rebate: amount.nullable(),
  /** Devolución. */
  finalDeposit: amount.nullable(),
  /** Channel by which the money arrived, and its bank. */
  source: text.nullable(),
  bank: text.nullable(),
  /** Amount that pays the invoice today, late charges included; null unless it is in credit. */
  amountDue: amount.nullable(),
  numberOfSale: z.int().nullable(),
  saleId: id.nullable(),
  paymentReference: text.nullable(),
  paidAutomatically: z.boolean(),
  createdAt: instant,
});
export type Invoice = z.output<typeof invoice>;

const repeatedAmount = amountInput.nullable().optional();
const repeatedRate = rateInput.nullable().optional();
/** An invoice as a request repeats it: numbers too, and less of its motive. `selected` is the screen's own and not kept. */
export const repeatedInvoice = invoice.partial().extend({
  total: amountInput.optional(),
  exchangeRate: rateInput.optional(),
  motive: motive.partial().nullable().optional(),
  interestRate: repeatedRate,
  porcentajeAdelanto: repeatedRate,
  comision: repeatedAmount,
  iva: repeatedAmount,
  adelanto: repeatedAmount,
  aforo: repeatedAmount,
  initialDeposit: repeatedAmount,
  paidAmount: repeatedAmount,
  recargos: repeatedAmount,
  ivaRecargos: repeatedAmount,
  rebate: repeatedAmount,
  finalDeposit: repeatedAmount,
  amountDue: repeatedAmount,
  selected: z.boolean().optional(),
});

/**
 * Without `status`, lists all but deleted and settled invoices; for a payment reference, settled ones too. Every filter
 * narrows the answer.
 */
export const listInvoices = clientRead({
  path: '/api/factoringDocument',
  summary: 'Lists the client’s invoices, newest first.',
  isHeavy: true,
  query: z.strictObject({
    status: listed(
      z
        .string()
        .regex(/^\d{1,2}$/)
        .transform(Number)
        .pipe(statusValue),
      6,
    ).optional(),
    products: listed(product, 2).optional(),
    /** Rejected invoices only from this date on; `true`: those of the last seven days. */
    sevenDaysRejectedDate: z.union([flag, date]).optional(),
    /** `true`: only invoices without a payment. */
    withoutPaymentDate: flag.optional(),
    /** `false`: no invoices in credit. */
    showCredit: flag.optional(),
    /** Only invoices of the payment reference with this text. */
    paymentReference: z.string().min(1).max(40).optional(),
    clientId: id.optional(),
    rfc: rfc.optional(),
    /** Only invoices paid between these dates, both inclusive. */
    fechaPagoInicial: date.optional(),
    fechaPagoFinal: date.optional(),
  }),
  response: z.strictObject({ data: z.array(invoice) }),
});

/** Only the purchase order can change; any other field that is sent must be unchanged. */
export const updateInvoice = route({
  method: 'PUT',
  path: '/api/factoringDocument/:documentId',
  summary: 'Changes the purchase order of an invoice that is in no sale.',
  audience: 'client',
  right: 'prepare',
  params: z.strictObject({ documentId: id }),
  body: repeatedInvoice.extend({ purchaseOrder: z.string().max(60).nullable().optional() }),
  response: z.strictObject({ data: invoice }),
  errors: ['INVOICE_FIELD_FIXED', 'INVOICE_ALREADY_IN_SALE'],
});

/** Deleting a deleted invoice again changes nothing. */
export const deleteInvoice = clientWrite({
  right: 'prepare',
  path: '/api/factoringDocument/deleteByUser',
  summary: 'Takes an invoice that is in no sale out of the client’s lists.',
  body: z.strictObject({ documentId: id, clientUserId: id.optional() }),
  response: z.strictObject({ deleted: z.literal(true) }),
  errors: ['INVOICE_NOT_DELETABLE'],
});

/** An invoice that was rejected before its deletion is rejected again, for the same reason and since the same day. */
export const restoreInvoice = clientWrite({
  right: 'prepare',
  path: '/api/factoringDocument/restoreByUser',
  summary: 'Returns an invoice that a user deleted to the client’s lists.',
  body: z.strictObject({ documentId: id, clientUserId: id.optional() }),
  response: z.strictObject({ restored: z.literal(true), invoice }),
  errors: ['INVOICE_NOT_RESTORABLE'],
});

/** Figures of the donut. */
export const countInvoices = clientRead({
  path: '/api/factoringDocument/statusCounts',
  summary: 'Counts the client’s invoices by product and status.',
  response: z.strictObject({
    data: z.array(
      z.strictObject({
        product,
        status: statusValue,
        count: z.int(),
        totalMXN: amount,
        totalUSD: amount,
        /** Earliest emission date. */
        firstEmitted: date,
        /** Earliest due date; null if none has been sold. */
        firstDue: date.nullable(),
        /** Number due today or earlier and not settled. */
        overdue: z.int(),
      }),
    ),
  }),
});

export const fileMotive = z.enum(fileMotives);
