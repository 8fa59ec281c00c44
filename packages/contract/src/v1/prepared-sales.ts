/** Sales that a program leaves for a person to accept. */
import { z } from 'zod';
import { prepareSale } from '../prepared-sales.ts';
import { clientWrite } from '../route.ts';
import { preparedSale } from '../to-accept.ts';
import { line } from '../wire.ts';
import { invoices } from './sales.ts';
import { amountOf, currency, dateOf, idOf, instantOf, named, product, property, textOf } from './shapes.ts';

export const v1PrepareSale = clientWrite({
  path: '/v1/prepared-sales',
  right: 'prepare',
  scope: 'prepare',
  summary: 'Leaves invoices for a person of the company to accept; holds neither credit nor the price.',
  body: named(
    'NewPreparedSale',
    'Invoices to leave for acceptance. A returned prepared sale with any of them is replaced.',
    z.strictObject({
      invoices,
      note: property(line.trim().max(300), 'Note for the person who accepts.', 'Pedido 1042').optional(),
    }),
  ),
  response: named(
    'PreparedSale',
    "A sale that waits under 'Por aceptar' in the portal. It becomes sales when a person accepts it.",
    z.strictObject({
      id: idOf('prepared sale'),
      state: property(
        preparedSale.shape.state,
        '`waiting` for a person; `returned` to its preparer with a reason; `accepted`; `withdrawn`; `expired`: its dates have come, or its invoices are sold.',
        'waiting',
      ),
      prepared_at: instantOf('When it was prepared.'),
      note: textOf('Note for the person who accepts.', 'Pedido 1042').nullable(),
      invoice_count: property(z.int(), 'Its invoices.', 1),
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
      acceptors: property(z.array(z.string()), 'People who may accept all of it, without the owner of the key.', [
        'Ana López',
      ]),
    }),
  ),
  errors: prepareSale.errors,
});
