/** Events of the objects of a company, for programs: the same that webhooks get. */
import { eventTypes } from '@anticipa/domain/webhook';
import { z } from 'zod';
import { keyMode } from '../api-keys.ts';
import { clientRead } from '../route.ts';
import { idOf, instantOf, named, pageOfEvents, property, textOf } from './shapes.ts';

const MEANINGS = `What happened. A new invoice comes with \`invoice.created\` alone, whatever its status, but for one that is rejected as it comes: that one with \`invoice.rejected\` alone. \`invoice.rejected\`, \`invoice.registered\`, \`invoice.sellable\`, \`invoice.held\`, \`invoice.financed\` and \`invoice.settled\`: it changed to that status. \`invoice.payment_received\`: its receiver paid a part or all of it. \`invoice.deleted\`: a person took it away. \`sale.held\`, \`sale.quoted\`, \`sale.requested\`, \`sale.returned\`, \`sale.answered\`, \`sale.disbursed\`, \`sale.cancelled\` and \`sale.expired\`: it changed to that state. \`sale.deposit_returned\`: the bank sent its deposit back. \`prepared_sale.created\`, \`prepared_sale.returned\`, \`prepared_sale.accepted\`, \`prepared_sale.withdrawn\` and \`prepared_sale.expired\`: it was left for a person, or changed to that state. \`reference.created\`, \`reference.paid\`, \`reference.cancelled\`, \`reference.expired\`; \`reference.reopened\`: its payment was taken back. \`webhook.test\` goes to an address alone. Events of one object are in order; those of a sale and of its invoices are in none.`;

export const v1Event = named(
  'Event',
  'Something that happened to an object. It says which one; the object itself says how it is now.',
  z.strictObject({
    id: idOf('event'),
    type: property(z.enum(eventTypes), MEANINGS, 'sale.disbursed'),
    mode: property(
      keyMode,
      '`test`: it happened in the test company on which test keys act, and no money moved. Addresses for tests get these alone, and other addresses none of them.',
      'live',
    ),
    happened_at: instantOf('When it happened.'),
    object_id: idOf('object'),
    object_url: textOf('Call that reads the object.', '/v1/sales/12'),
  }),
);
export type V1Event = z.output<typeof v1Event>;

export const v1ListEvents = clientRead({
  path: '/v1/events',
  scope: 'read',
  summary: 'What has happened, oldest first, in the last 30 days since the company has a key.',
  query: z.strictObject(pageOfEvents),
  response: named(
    'EventList',
    'A page of the feed.',
    z.strictObject({
      data: z
        .array(v1Event)
        .meta({ description: 'Events of the page; fewer than `limit` if nothing else has happened yet.' }),
      next_cursor: property(
        z.string().nullable(),
        '`cursor` with which to continue, at once or later: that of the last event, or the given one if the page is empty. Null only without either.',
        'WyIiLCIxMDQyIl0',
      ),
    }),
  ),
});
