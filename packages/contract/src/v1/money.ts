/** Payment references, the account statement and the events, for programs. */
import { referenceStates } from '@anticipa/domain/reference';
import { z } from 'zod';
import { setPaymentReference } from '../references.ts';
import { clientRead, clientWrite } from '../route.ts';
import { statementAccounts } from '../statements.ts';
import { instant } from '../wire.ts';
import {
  amountOf,
  currency,
  dateOf,
  idOf,
  instantOf,
  isInOrder,
  listOf,
  NOT_BEFORE,
  named,
  page,
  pageOfMovements,
  property,
  textOf,
} from './shapes.ts';

const reference = named(
  'PaymentReference',
  'A reference with which invoices are paid.',
  z.strictObject({
    id: idOf('reference'),
    reference: textOf('Text that goes with the transfer.', 'FB00000012'),
    currency,
    amount: amountOf('Amount of the transfer'),
    late_charges: amountOf('Late charges in the amount', '0.00'),
    left: amountOf('What is left to pay; "0.00" unless it is pending'),
    invoice_count: property(z.int(), 'Invoices that it pays.', 1),
    valid_until: dateOf('Last day for which the amount is right.'),
    state: property(z.enum(referenceStates), 'What became of it.', 'pending'),
    created_at: instantOf('When it was made.'),
    updated_at: instantOf('When it or one of its invoices last changed.'),
  }),
);

/** As on the wire, but without a transformation, which would cost the example in the document. */
const fiscalUuid = z
  .string()
  .regex(/^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/, 'uuid')
  .toUpperCase();

export const v1CreateReference = clientWrite({
  path: '/v1/references',
  right: 'prepare',
  scope: 'prepare',
  summary: 'Makes one payment reference for financed invoices of one currency.',
  body: named(
    'NewPaymentReference',
    'Invoices to pay with one transfer.',
    z.strictObject({
      fiscal_uuids: property(z.array(fiscalUuid).min(1).max(1000), 'UUIDs of their CFDI.', [
        '5D0B7A3E-3C0F-4E5B-9C1D-2A6F8E4B7C10',
      ]),
      pay_on: dateOf('Day of the payment; today unless it is given.').optional(),
    }),
  ),
  response: reference,
  errors: setPaymentReference.errors,
});

export const v1ListReferences = clientRead({
  path: '/v1/references',
  scope: 'read',
  isHeavy: true,
  summary: 'The company’s payment references, newest first.',
  query: z.strictObject({
    ...page,
    updated_since: property(
      instant,
      'Only references that changed at this instant or later, newest first too. Continue from the latest `updated_at` among them.',
      '2026-03-01T00:00:00.000Z',
    ).optional(),
  }),
  response: listOf('PaymentReference', reference),
});

export const v1GetReference = clientRead({
  path: '/v1/references/:reference_id',
  scope: 'read',
  summary: 'One payment reference.',
  params: z.strictObject({ reference_id: idOf('reference') }),
  response: reference,
});

const folioOf = (what: string) => textOf(`Series and folio of ${what}; null if its CFDI has neither.`, 'A-1042');

const period = {
  from: dateOf('First day of the period.'),
  to: dateOf('Last day of the period.'),
};

const account = property(
  z.enum(statementAccounts),
  '`invoices`: what receivers owe: opening + charges − credits = closing. `aforo`: what is withheld for the company: opening + credits − charges = closing. `yours`: what the company owes besides: opening + charges − credits = closing; below zero it is in the company’s favour, as is the IVA that a final deposit was charged with until the interest invoice of the month.',
  'invoices',
);

export const v1GetStatement = clientRead({
  path: '/v1/statement',
  scope: 'read',
  isHeavy: true,
  summary: 'The balances and the cost of a period, per currency.',
  query: z.strictObject(period).refine(isInOrder, NOT_BEFORE),
  response: named(
    'Statement',
    'The account statement of a period.',
    z.strictObject({
      ...period,
      known_at: instantOf('Entries that were recorded later are left out.'),
      currencies: z
        .array(
          named(
            'CurrencyStatement',
            'The account statement of one currency.',
            z.strictObject({
              currency,
              interest: amountOf(
                'Interest that was charged as invoices were settled in the period, without IVA',
                '3480.00',
              ),
              interest_tax: amountOf('IVA of the interest', '556.80'),
              late_charges: amountOf('Late charges of the period, without IVA', '0.00'),
              late_charges_tax: amountOf('IVA of the late charges', '0.00'),
              accounts: z
                .array(
                  named(
                    'AccountBalance',
                    'An account of the statement.',
                    z.strictObject({
                      account,
                      opening: amountOf('Balance before the period', '0.00'),
                      closing: amountOf('Balance at the end of the period'),
                    }),
                  ),
                )
                .meta({ description: 'Its accounts.' }),
              deposits: z
                .array(
                  named(
                    'Deposit',
                    'Money that was sent to the company.',
                    z.strictObject({
                      made_on: dateOf('Day of the transfer.'),
                      concept: textOf('What it is, in Spanish.', 'Depósito de la venta 12'),
                      amount: amountOf('Amount; negative for one that was taken back', '100920.00'),
                      tracking_key: textOf('The bank’s key of the transfer.', 'ANTI20260311000012'),
                      sale_number: property(
                        z.int().nullable(),
                        'Number of the sale that it is the deposit of; null for a final deposit.',
                        12,
                      ),
                      invoice_id: idOf('invoice, if it concerns one alone; see `parts`').nullable(),
                      folio: folioOf('that invoice').nullable(),
                      parts: z
                        .array(
                          named(
                            'DepositPart',
                            'The part of a transfer that one invoice has.',
                            z.strictObject({
                              invoice_id: idOf('invoice'),
                              folio: folioOf('the invoice').nullable(),
                              amount: amountOf('Its part of the amount', '100920.00'),
                            }),
                          ),
                        )
                        .meta({ description: 'Its parts, by invoice; their sum is the amount.' }),
                    }),
                  ),
                )
                .meta({ description: 'Deposits of sales and final deposits of the period.' }),
            }),
          ),
        )
        .meta({ description: 'The currencies with movements or balances.' }),
    }),
  ),
});

const asOf = instantOf(
  'Leaves out entries that were recorded later: `known_at` of a statement for the movements behind it.',
);

export const v1ListMovements = clientRead({
  path: '/v1/statement/movements',
  scope: 'read',
  isHeavy: true,
  summary:
    'The movements of a period, by currency and account, each with the balance after it. All pages are as of one instant.',
  query: z.strictObject({ ...pageOfMovements, ...period, known_at: asOf.optional() }).refine(isInOrder, NOT_BEFORE),
  response: listOf(
    'Movement',
    named(
      'Movement',
      'A movement of an account.',
      z.strictObject({
        currency,
        account,
        value_date: dateOf('Day from which the bank counts the money.'),
        booked_on: dateOf('Day under which it is listed.'),
        concept: textOf('What it is, in Spanish.', 'Cesión de factura'),
        invoice_id: idOf('invoice'),
        folio: folioOf('the invoice').nullable(),
        charge: amountOf('Charge; "0.00" for a credit'),
        credit: amountOf('Credit; "0.00" for a charge', '0.00'),
        balance: amountOf('Balance of the account after it'),
      }),
    ),
  ),
});
