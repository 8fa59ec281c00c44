/** Invoices, their files, their receivers and the credit, for programs. */
import { z } from 'zod';
import { clientRead, clientWrite } from '../route.ts';
import * as wire from '../wire.ts';
import {
  amountOf,
  anyCurrency,
  currency,
  dateOf,
  idOf,
  instantOf,
  listOf,
  named,
  page,
  pageByChange,
  product,
  property,
  rateOf,
  taxId,
  textOf,
  updatedSince,
} from './shapes.ts';

export const invoiceStates = ['rejected', 'registered', 'sellable', 'held', 'financed', 'settled'] as const;

const rejection = named(
  'Rejection',
  'Why an invoice or a file was refused.',
  z.strictObject({
    code: textOf('Stable code of the reason.', 'UUID_CANCELLED'),
    reason: textOf('The reason in words, in Spanish.', 'La factura está cancelada en el SAT'),
    remedy: textOf('What can be done, in Spanish.', 'Sube la factura que la sustituye.'),
  }),
);

const status = property(
  z.enum(invoiceStates),
  '`registered`: its receiver is still in review, and it can be sold all the same; `sellable`: its receiver is accepted; `held`: in a sale without a deposit; `financed`: deposited, its receiver owes it; `settled`; `rejected`.',
  'sellable',
);

export const v1Invoice = named(
  'Invoice',
  'An invoice of the company. Figures of its sale are null until it is in one, those of its payment until it is settled.',
  z.strictObject({
    id: idOf('invoice'),
    fiscal_uuid: property(wire.fiscalUuid, 'UUID of its CFDI.', '5D0B7A3E-3C0F-4E5B-9C1D-2A6F8E4B7C10'),
    series: textOf('Series of its CFDI.', 'A').nullable(),
    folio: textOf('Folio of its CFDI.', '1042').nullable(),
    receiver_id: idOf('receiver'),
    receiver_tax_id: taxId,
    receiver_name: textOf('Name of the receiver.', 'GRUPO INDUSTRIAL SALTILLO'),
    currency: anyCurrency,
    total: amountOf('Total of its CFDI'),
    issued_on: dateOf('Date of its CFDI.'),
    payment_method: property(z.enum(['PUE', 'PPD']).nullable(), 'Payment method of its CFDI.', 'PPD'),
    product,
    status,
    rejection: rejection.nullable(),
    verification: property(
      z.enum(['verified', 'pending', 'objected']),
      'What the tax authority says of it; `objected`: it has objected since the sale.',
      'verified',
    ),
    purchase_order: textOf('Purchase order.', 'OC-1042').nullable(),
    due_date: dateOf('Day on which its receiver pays it.').nullable(),
    payment_days: property(
      wire.days.nullable(),
      'Calendar days of the advance: from today, or the day of the sale, to the due date.',
      45,
    ),
    interest_rate: rateOf('Annual interest rate').nullable(),
    advance_percent: rateOf('Part that is advanced', '90').nullable(),
    interest: amountOf('Interest of `total` for `payment_days`, without its IVA', '3480.00').nullable(),
    interest_tax: amountOf('IVA of the interest, which is taken from the final deposit', '556.80').nullable(),
    advance: amountOf('Advance: the total less the reserve', '104400.00').nullable(),
    reserve: amountOf('Part that is paid once the receiver has paid (aforo)', '11600.00').nullable(),
    initial_deposit: amountOf('Deposit of the sale', '100920.00').nullable(),
    deposited_on: dateOf('Day of the deposit.').nullable(),
    paid_on: dateOf('Value date of the payment that settled it.').nullable(),
    paid_amount: amountOf('What its receiver paid').nullable(),
    late_charges: amountOf('Late charges, without their IVA', '0.00').nullable(),
    late_charges_tax: amountOf('IVA of the late charges', '0.00').nullable(),
    rebate: amountOf(
      'Interest given back at its settlement, with the IVA not charged on it; it is part of `final_deposit`. If the terms of the sale grant it (`early_rebate` of the credit line when it was sold), interest ends on the value date of the payment that settled the invoice, and not on its due date: what is given back is `interest` less `interest` × the days until then / `payment_days`, rounded half-up to the cent. Under any terms interest ends earlier by the days for which the company waited for its deposit through no fault of its own. Otherwise "0.00"',
      '0.00',
    ).nullable(),
    final_deposit: amountOf(
      'What was paid to the company after the settlement (devolución): the reserve less the IVA of the interest and the late charges with theirs, and with the rebate',
      '11043.20',
    ).nullable(),
    amount_due: amountOf('What pays it today, late charges included; null unless it is financed').nullable(),
    sale_number: property(z.int().nullable(), 'Number of its sale.', 12),
    payment_reference: textOf('Reference with which it is paid.', 'FB00000012').nullable(),
    created_at: instantOf('When it was uploaded.'),
    updated_at: instantOf('When its status last changed.'),
  }),
);
export type V1Invoice = z.output<typeof v1Invoice>;

export const v1ListInvoices = clientRead({
  path: '/v1/invoices',
  scope: 'read',
  isHeavy: true,
  summary: 'The company’s invoices, least recently changed first.',
  query: z.strictObject({ ...pageByChange, updated_since: updatedSince, status: status.optional() }),
  response: listOf('Invoice', v1Invoice),
});

export const v1GetInvoice = clientRead({
  path: '/v1/invoices/:invoice_id',
  scope: 'read',
  summary: 'One invoice.',
  params: z.strictObject({ invoice_id: idOf('invoice') }),
  response: v1Invoice,
});

const upload = named(
  'Upload',
  'A file that was uploaded, and what it became.',
  z.strictObject({
    id: idOf('file'),
    file_name: textOf('Name of the file.', 'A1042.xml'),
    sha256: textOf('SHA-256 of its bytes, in hex.', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'),
    size: property(z.int(), 'Size in bytes.', 4096),
    refusal: rejection.nullable(),
    invoice_id: idOf('invoice that it became').nullable(),
    created_at: instantOf('When it was uploaded.'),
  }),
);

export const v1CreateUpload = clientWrite({
  path: '/v1/uploads',
  right: 'prepare',
  scope: 'upload',
  rate: 'upload',
  summary: 'Uploads the XML of one CFDI. An invalid file is kept with the reason, and is no refusal of the call.',
  body: named(
    'NewUpload',
    'A file to upload.',
    z.strictObject({
      file_name: property(wire.line.min(1).max(300), 'Name of the file.', 'A1042.xml'),
      content: property(z.base64().max(2_800_000), 'The unmodified file in base64.', 'PD94bWwgdmVyc2lvbj0iMS4wIj8+'),
    }),
  ),
  response: named(
    'UploadResult',
    'What an upload became.',
    z.strictObject({
      outcome: property(
        z.enum(['invoice', 'existing', 'credit-note', 'refused']),
        '`invoice`: a new one; `existing`: the company has it already; `credit-note`: it reduces the invoices that it names; `refused`: see the refusal of the upload.',
        'invoice',
      ),
      upload,
      invoice: v1Invoice.nullable(),
    }),
  ),
  errors: ['PRODUCT_INACTIVE', 'DAILY_LIMIT_REACHED', 'SERVICE_UNAVAILABLE'],
});

export const v1GetUpload = clientRead({
  path: '/v1/uploads/:upload_id',
  scope: 'read',
  summary: 'One uploaded file.',
  params: z.strictObject({ upload_id: idOf('file') }),
  response: upload,
});

export const v1ListReceivers = clientRead({
  path: '/v1/receivers',
  scope: 'read',
  summary: 'The receivers of the company’s invoices, by name. They have no time of change: read the list anew.',
  query: z.strictObject(page),
  response: listOf(
    'Receiver',
    named(
      'Receiver',
      'A receiver of invoices.',
      z.strictObject({
        id: idOf('receiver'),
        tax_id: taxId,
        name: textOf('Name of the receiver.', 'GRUPO INDUSTRIAL SALTILLO'),
        status: property(
          z.enum(['in_review', 'accepted', 'rejected']),
          'Whether the lender finances its invoices.',
          'accepted',
        ),
        payment_days: property(z.int().nullable(), 'Days after which it usually pays, if they were saved.', 45),
      }),
    ),
  ),
});

export const v1ListCreditLines = clientRead({
  path: '/v1/credit_lines',
  scope: 'read',
  summary:
    'The company’s credit lines with the terms of the next sale. They change with each sale: read the list anew.',
  query: z.strictObject(page),
  response: listOf(
    'CreditLine',
    named(
      'CreditLine',
      'A credit line.',
      z.strictObject({
        id: idOf('credit line'),
        product,
        currency,
        limit: amountOf('Limit', '5000000.00'),
        used: amountOf('Used by financed invoices', '104400.00'),
        held: amountOf('Held for sales without a deposit', '0.00'),
        available: amountOf('What is left of the limit', '4895600.00'),
        interest_rate: rateOf('Annual interest rate'),
        advance_percent: rateOf('Part that is advanced', '90'),
        days_in_year: property(z.int(), 'Days by which the annual rate is divided.', 360),
        fixed_due_date: dateOf(
          'The only due date that its sales take today; null: any business day within 180 days of the CFDI.',
        ).nullable(),
        valid_until: dateOf('Last day of new sales; null: without end.').nullable(),
        early_rebate: property(
          z.boolean(),
          'Whether its sales give interest back if the receiver pays early: see `rebate` of an invoice.',
          false,
        ),
        is_active: property(z.boolean(), 'Whether it can be used now.', true),
      }),
    ),
  ),
});
