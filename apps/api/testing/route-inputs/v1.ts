/** The calls for programs. */
import type { RouteName } from '@anticipa/contract/routes';
import type { TestObjects } from '../populated-client.ts';
import { nothing, type RouteInputs, sameFor } from './inputs.ts';

const choice = (ids: readonly string[], { dueDate }: TestObjects) => ({
  body: { invoices: ids.map((invoice_id) => ({ invoice_id, due_date: dueDate, purchase_order: 'OC1' })) },
});
const terms = { version: '1', hash: '0'.repeat(64) };

/** Invoices of the caller's own and of others. */
const choices: RouteInputs = {
  own: (own) => choice(own.free, own),
  foreign: (own, other) => [choice(other.free, own), choice([...own.free, ...other.free], own)],
};

const numbered = (more: object = {}): RouteInputs => ({
  own: ({ held }) => ({ body: { sale_numbers: [held.number], ...more } }),
  foreign: (own, { held }) => [
    { body: { sale_numbers: [held.number], ...more } },
    { body: { sale_numbers: [own.held.number, held.number], ...more } },
  ],
});

export const v1Inputs = {
  v1GetKey: nothing(),
  v1GetCalendar: nothing({ query: { from: '2026-03-01', to: '2026-04-30' } }),
  v1ListEvents: nothing({ query: { limit: '10' } }),
  v1ListCreditLines: nothing(),
  v1ListReceivers: nothing(),
  v1CreateUpload: nothing({ body: { file_name: 'factura.xml', content: Buffer.from('<x/>').toString('base64') } }),
  v1GetUpload: sameFor(({ fileId }) => ({ params: { upload_id: fileId } })),
  v1ListInvoices: nothing({ query: { updated_since: '2026-01-01T00:00:00.000Z', limit: '20' } }),
  v1GetInvoice: sameFor(({ free: [invoice_id = ''] }) => ({ params: { invoice_id } })),
  v1QuoteInvoices: choices,
  v1HoldInvoices: choices,
  v1PrepareSale: choices,
  v1ListPreparedSales: nothing({ query: { updated_since: '2026-01-01T00:00:00.000Z', limit: '20' } }),
  v1GetPreparedSale: sameFor(({ preparedId }) => ({ params: { prepared_sale_id: preparedId } })),
  v1FixTerms: numbered(),
  v1AcceptSales: numbered({ terms }),
  v1CancelSales: numbered(),
  v1ListSales: nothing(),
  v1GetSale: sameFor(({ held }) => ({ params: { sale_number: String(held.number) } })),
  v1CreateReference: {
    own: ({ creditUuids }) => ({ body: { fiscal_uuids: creditUuids } }),
    foreign: (own, { creditUuids }) => [
      { body: { fiscal_uuids: creditUuids } },
      { body: { fiscal_uuids: [...own.creditUuids, ...creditUuids] } },
    ],
  },
  v1ListReferences: nothing(),
  v1GetReference: sameFor(({ reference }) => ({ params: { reference_id: reference.id } })),
  v1GetStatement: nothing({ query: { from: '2026-03-01', to: '2026-03-31' } }),
  v1ListMovements: nothing({ query: { from: '2026-03-01', to: '2026-03-31', limit: '5' } }),
} satisfies Partial<Record<RouteName, RouteInputs>>;
