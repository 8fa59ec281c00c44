/** Sales that a program leaves for a person to accept. */
import { z } from 'zod';
import { prepareSale } from '../prepared-sales.ts';
import { clientRead, clientWrite } from '../route.ts';
import { preparedSale } from '../to-accept.ts';
import * as wire from '../wire.ts';
import { invoices } from './sales.ts';
import {
  amountOf,
  currency,
  dateOf,
  idOf,
  instantOf,
  listOf,
  named,
  pageByChange,
  product,
  property,
  textOf,
  updatedSince,
} from './shapes.ts';

const state = property(
  preparedSale.shape.state,
  '`waiting` for a person; `returned` to its preparer with a reason; `accepted`: it became sales; `withdrawn`; `expired`: none of its invoices is left to accept, because their dates have come or they were sent to the lender in other sales. It expires with the last one, and stays so if such a sale is cancelled or rejected. The last three states are final.',
  'waiting',
);

const v1PreparedSale = named(
  'PreparedSale',
  "A sale that waits under 'Por aceptar' in the portal. It becomes sales when a person accepts it.",
  z.strictObject({
    id: idOf('prepared sale'),
    state,
    return_reason: textOf(
      'Why a person returned it, as that person wrote it; kept when it is withdrawn or expires.',
      'Falta la orden de compra',
    ).nullable(),
    sale_numbers: property(
      z.array(z.int()),
      'Numbers of the sales that it became: empty unless it is accepted. The person who accepts may leave invoices out; `items` of the sales are those that were sold.',
      [12],
    ),
    prepared_at: instantOf('When it was prepared.'),
    note: textOf('Note for the person who accepts.', 'Pedido 1042').nullable(),
    invoice_count: property(z.int(), 'Its invoices.', 1),
    invoice_ids: property(z.array(wire.id), 'Ids of its invoices, in the order in which they were chosen.', [
      '0b5e2c1a-6f0e-4d39-9a57-3c8a5e1f7b20',
    ]),
    last_due_date: dateOf('Last due date of its invoices; from that day on it cannot be accepted.'),
    totals: z
      .array(
        named(
          'PreparedTotal',
          'What would be one sale, at the price of the day on which it was prepared.',
          z.strictObject({
            product,
            currency,
            invoice_count: property(z.int(), 'Invoices.', 1),
            total: amountOf('Total of the invoices'),
            initial_deposit: amountOf(
              'Deposit: the advance less the interest, and less the opening commission with its IVA if the contract has one',
              '100920.00',
            ),
          }),
        ),
      )
      .meta({ description: 'One per product and currency.' }),
    acceptors: property(
      z.array(z.string()),
      'People who may accept all of it, besides the owner of the key, who may too with that right; empty unless it waits.',
      ['Ana López'],
    ),
    updated_at: instantOf('When it last changed its state.'),
  }),
);
export type V1PreparedSale = z.output<typeof v1PreparedSale>;

export const v1PrepareSale = clientWrite({
  path: '/v1/prepared-sales',
  right: 'prepare',
  scope: 'prepare',
  summary: 'Leaves invoices for a person of the company to accept; holds neither credit nor the price.',
  body: named(
    'NewPreparedSale',
    'Invoices to leave for acceptance. A returned prepared sale with any of them is replaced: it becomes `withdrawn`.',
    z.strictObject({
      invoices,
      note: property(wire.line.trim().max(300), 'Note for the person who accepts.', 'Pedido 1042').optional(),
    }),
  ),
  response: v1PreparedSale,
  errors: prepareSale.errors,
});

export const v1ListPreparedSales = clientRead({
  path: '/v1/prepared-sales',
  scope: 'read',
  isHeavy: true,
  summary:
    'The company’s prepared sales, least recently changed first; those that were withdrawn or expired are kept for 30 days.',
  query: z.strictObject({ ...pageByChange, updated_since: updatedSince }),
  response: listOf('PreparedSale', v1PreparedSale),
});

export const v1GetPreparedSale = clientRead({
  path: '/v1/prepared-sales/:prepared_sale_id',
  scope: 'read',
  summary: 'One prepared sale, and what became of it.',
  params: z.strictObject({ prepared_sale_id: idOf('prepared sale') }),
  response: v1PreparedSale,
});
