import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anInvoiceFile } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { requestSale } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import { uploadBy } from '../../../testing/uploads.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

it('[OPE-03] [OPE-08] an operator reads the original of an invoice of a sale, which is logged; no other file', async () => {
  const seller = await aSeller(portal);
  const file = await anInvoiceFile(portal, seller.client, {});
  const { invoice } = await uploadBy(seller.session, file);
  const documentId = invoice?.documentId ?? '';
  const [sale] = await requestSale(seller.session, [documentId]);
  const saleId = sale?.saleId ?? '';
  const get = (of: string) => seller.operator.send(routes.downloadSoldFile, { params: { saleId, documentId: of } });
  const answer = await get(documentId.toUpperCase());
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
  });
  expect(answer.bytes).toEqual(Buffer.from(file.bytes));
  const { rows } = await portal.db.owner.query(
    `select actor_kind, client_id from audit where action = 'sale.read' and subject = $1`,
    [`sale:${saleId}`],
  );
  expect(rows).toEqual([{ actor_kind: 'operator', client_id: seller.client.clientId }]);
  const [unsold = ''] = await seller.invoices();
  expect((await get(unsold)).status).toBe(404);
});
