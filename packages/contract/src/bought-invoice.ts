/** An invoice that the lender bought, with its life in the journal. */
import { accounts, ledgerEvents } from '@anticipa/domain/ledger';
import { operatorRoles } from '@anticipa/domain/operator';
import { saleItemStandings } from '@anticipa/domain/sale';
import { z } from 'zod';
import { getMonthCut } from './interest.ts';
import { deskRead, type ResponseOf } from './route.ts';
import { amount, date, financedCurrency, id, instant, product, rfc, text } from './wire.ts';

/** An entry of the journal, with its lines of the invoice. */
const movement = z.strictObject({
  entryNumber: z.int(),
  event: z.enum(ledgerEvents),
  /** The sum of its debits. */
  amount,
  valueDate: date,
  bookedOn: date,
  recordedAt: instant,
  /** Number of the entry that it reverses. */
  reverses: z.int().nullable(),
  /** Number of the entry that reverses it. */
  reversedBy: z.int().nullable(),
  /** The bank's key of the transfer that it books. */
  trackingKey: text.nullable(),
  /** Null unless it books a payment. */
  payer: z.enum(['debtor', 'client']).nullable(),
  /** The bank from which a payment came. */
  bank: text.nullable(),
  /** The payment that it books or follows from. */
  collectionId: id.nullable(),
  shortfallId: id.nullable(),
  payoutId: id.nullable(),
  lines: z.array(z.strictObject({ account: z.enum(accounts), debit: amount, credit: amount })),
});

const { id: invoiceId, folio, kind, invoiceType, state, emittedAt } = getMonthCut.response.shape.cfdi.element.shape;

export const getBoughtInvoice = deskRead({
  path: '/api/lender/invoices/:documentId',
  summary: 'An invoice that the lender bought: what is owed, its balances in the journal, its movements and its CFDI.',
  roles: operatorRoles,
  params: z.strictObject({ documentId: id }),
  response: z.strictObject({
    /** The lender's date. */
    today: date,
    documentId: id,
    folio: text,
    uuid: text,
    clientId: id,
    clientRFC: rfc,
    entityName: text,
    companyId: id,
    receiverName: text,
    receiverRFC: rfc,
    product,
    currency: financedCurrency,
    saleId: id,
    numberOfSale: z.int(),
    standing: z.enum(saleItemStandings),
    depositedOn: date.nullable(),
    dueDate: date,
    /** After the due date; below one before it, and null unless something is owed. */
    daysLate: z.int().nullable(),
    total: amount,
    /** CARTERA and RECOMPRA: owed without late charges. */
    owed: amount,
    /** Late charges on it until today. */
    lateCharges: amount,
    /** Pays the invoice today: owed and late charges, or all that its client must buy it back with. */
    amountDue: amount,
    /** Debt of the client, beyond its aforo, for a settled invoice. */
    balanceDue: amount,
    /** The amount that its aforo would pay of a shortfall; null unless it is partly paid and open to that. */
    aforo: amount.nullable(),
    /** Whether its client bought it back, so that money that comes for it is the client's. */
    isBoughtBack: z.boolean(),
    /** Debits minus credits by account, without those that are zero. */
    balances: z.array(z.strictObject({ account: z.enum(accounts), amount })),
    /** The newest first, without the interest of each day. */
    movements: z.array(movement),
    /** CFDI that charge or credit interest or late charges of it, with its part; the newest first. */
    cfdi: z.array(
      z.strictObject({ id: invoiceId, folio, kind, invoiceType, state, emittedAt, subTotal: amount, iva: amount }),
    ),
  }),
  errors: ['NOT_FOUND'],
});
export type BoughtInvoice = ResponseOf<typeof getBoughtInvoice>;
export type Movement = BoughtInvoice['movements'][number];
