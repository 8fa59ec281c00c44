import { downloadClientPackage } from '@anticipa/contract/accountant';
import { listProposals } from '@anticipa/contract/approvals';
import {
  clientCfdiFile,
  exportClientTable,
  getClientStatement,
  listClientCfdi,
  printClientStatement,
} from '@anticipa/contract/client-papers';
import { listTimeline } from '@anticipa/contract/client-timeline';
import type { InterestInvoice } from '@anticipa/contract/interest';
import { getLenderClient } from '@anticipa/contract/lender-clients';
import { paymentProof } from '@anticipa/contract/made-payments';
import { listClientPayments, listClientTransfers } from '@anticipa/contract/party-transfers';
import { listPortfolio } from '@anticipa/contract/portfolio';
import { getSaleTerms } from '@anticipa/contract/sale-terms';
import { products } from '@anticipa/contract/session';
import type { Statement } from '@anticipa/contract/statements';
import { getTaxData } from '@anticipa/contract/tax-data';
import { beforeEach, expect, it, vi } from 'vitest';
import { client, clientId } from '../../testing/lender-client.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { Client } from './client-page.tsx';

const today = '2026-03-10';
const documentId = '00000000-0000-4000-8000-000000000009';

beforeEach(async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['cobranza'] }));
  answer(listProposals).with(() => ({ data: [], next: null }));
  answer(getLenderClient).with(() => ({ client }));
  answer(getSaleTerms).with(() => ({ today, lender: [], own: [], clientsWithOwn: 0 }));
  answer(getTaxData).with(() => ({ today, data: [], unissued: [] }));
  answer(listPortfolio).with(() => ({ today, ageing: [], data: [], next: null }));
  answer(listTimeline).with(() => ({ data: [], next: null }));
  answer(products).with(() => ({ data: [{ code: 'BI', productId: clientId, displayName: 'Adelanto Exprés' }] }));
});
const show = (address: string) => renderScreen(<Client clientId={clientId} />, address);

const statement: Statement = {
  from: '2026-02-01',
  to: '2026-02-28',
  knownAt: '2026-03-10T18:00:00.000Z',
  entityName: client.entityName,
  rfc: client.rfc,
  fiscalRegime: '601',
  postalCode: '64000',
  lender: null,
  currencies: [
    {
      currency: 'MXN',
      cost: { interest: '3480.00', iva: '556.80', recargos: '0.00', ivaRecargos: '0.00' },
      recargosToCome: '0.00',
      accounts: [
        {
          account: 'invoices',
          opening: '0.00',
          movements: [
            {
              valueDate: '2026-02-10',
              bookedOn: '2026-02-10',
              concept: 'Factura cedida',
              documentId,
              folio: 'A1',
              cfdi: null,
              charge: '116000.00',
              credit: '0.00',
              balance: '116000.00',
              currency: 'MXN',
              account: 'invoices',
            },
          ],
          closing: '116000.00',
        },
      ],
      invoices: [],
      collections: [],
      transfers: [],
      interestInvoices: [],
      complements: [],
    },
  ],
};

it('[DIN-56] opens the statement of the client from its page by keyboard, with its PDF and sheet, and leads to its invoices', async () => {
  const read = answer(getClientStatement).with(() => ({ data: statement }));
  const screen = await show('/');
  const summary = screen.getByRole('tab', { name: 'Resumen' });
  await expect.element(summary).toHaveAttribute('aria-selected', 'true');
  summary.element().focus();
  summary.element().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  await expect.element(screen.getByText('Así lo lee el cliente en su portal.')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Costo del mes en MXN' })).toMatchTextContent('MXN 4,036.80');
  expect(read).toMatchObject([{ params: { clientId }, query: { startDate: '2026-02-01', endDate: '2026-02-28' } }]);
  const invoice = screen.getByRole('link', { name: 'A1' });
  await expect.element(invoice).toHaveAttribute('href', `/lender/portfolio/${documentId}`);
  expect(screen.getByRole('button', { name: /correo|Dispersiones/ }).elements()).toEqual([]);

  vi.spyOn(window, 'open').mockReturnValue(null);
  const printed = answer(printClientStatement).with(() => ({ base64: btoa('%PDF-1.7') }));
  await screen.getByRole('button', { name: 'Abrir PDF' }).click();
  await expect.poll(() => printed).toMatchObject([{ params: { clientId }, query: { startDate: '2026-02-01' } }]);
  const exported = answer(exportClientTable).with(() => new Response('Cuenta'));
  await screen.getByRole('button', { name: 'Exportar' }).click();
  await screen.getByRole('button', { name: 'Descargar CSV' }).click();
  await expect.poll(() => exported).toMatchObject([{ params: { clientId, table: 'movements' } }]);
  const archives = answer(downloadClientPackage).with(() => new Response('Paquete'));
  await screen.getByRole('button', { name: 'Paquete del mes (ZIP)' }).click();
  await expect.poll(() => archives).toMatchObject([{ params: { clientId, month: '2026-02' } }]);
});

it('[DIN-56] lists the CFDI of the client with their files; a month without any and a failed reading say so', async () => {
  const cfdi: InterestInvoice = {
    id: documentId,
    facturamaId: documentId,
    uuid: '22222222-2222-4222-8222-222222222222',
    folio: 'INT-8',
    emittionDate: '2026-03-02T05:30:00Z',
    periodo: '2026-02',
    product: 'BI',
    productName: 'Adelanto Exprés',
    currency: 'MXN',
    active: true,
    kind: 'interest',
    invoiceType: true,
    subTotal: '3480.00',
    iva: '556.80',
    amount: '4036.80',
    creditFolios: ['A1'],
    InvoicingDetails: [{ factoringDocumentFolio: 'A1', subTotal: '3480.00', iva: '556.80' }],
    complements: [],
  };
  const read = answer(listClientCfdi).with(({ query }) => ({ data: query.startDate === '2026-03-01' ? [cfdi] : [] }));
  const screen = await show('/?cola=cfdi');
  const file = answer(clientCfdiFile).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'No disponible'));
  await screen.getByRole('button', { name: 'Descargar el XML de la factura INT-8' }).click();
  await expect.poll(() => file).toMatchObject([{ params: { clientId, id: documentId, fileType: 'xml' } }]);
  await expect.element(screen.getByText(/No se pudo generar el documento/).first()).toBeVisible();
  await screen.getByRole('button', { name: 'Mes anterior' }).click();
  await expect.element(screen.getByText('No hay facturas emitidas en febrero 2026')).toBeVisible();
  expect(read).toHaveLength(2);
  answer(getClientStatement).with(() => new Refusal(503, 'SERVICE_UNAVAILABLE', 'Falló.'));
  await screen.getByRole('tab', { name: 'Estado de cuenta' }).click();
  await expect.element(screen.getByText('No se pudo leer el estado de cuenta.')).toBeVisible();
});

it('[DIN-57] lists the transfers to the client, with the proof of a deposit, and the payments of its invoices', async () => {
  await signInAs(aUser({ kind: 'operator', client: null, clientId: null, roles: ['tesoreria'] }));
  const made = {
    on: '2026-02-10',
    currency: 'MXN',
    clabe: '012180001234567899',
    numberOfSale: 4,
    saleId: clientId,
  } as const;
  const ended = { ...made, purpose: 'payout', saleId: null, numberOfSale: null } as const;
  answer(listClientTransfers).with(({ query }) =>
    query.after === undefined
      ? {
          data: [
            {
              ...ended,
              id: clientId,
              amount: '11043.20',
              trackingKey: 'DEV1',
              state: 'failed',
              failure: 'Cuenta inexistente',
              isOrdered: true,
            },
            {
              ...made,
              id: documentId,
              purpose: 'deposit',
              amount: '100920.00',
              trackingKey: 'DEP4',
              state: 'paid',
              failure: null,
              isOrdered: true,
            },
          ],
          next: `2026-02-10.${documentId}`,
        }
      : {
          data: [
            {
              ...ended,
              id: client.clientId.replace('1', '3'),
              amount: '5.00',
              trackingKey: 'DEV0',
              state: 'paid',
              failure: null,
              isOrdered: false,
            },
          ],
          next: null,
        },
  );
  answer(listClientPayments).with(() => ({
    data: [
      {
        collectionId: documentId,
        clientId,
        entityName: client.entityName,
        payer: 'debtor',
        currency: 'MXN',
        amount: '116000.00',
        valueDate: '2026-03-09',
        bank: 'BBVA MEXICO',
        trackingKey: 'BANK42',
        isReversed: false,
        invoices: [{ documentId, folio: 'A1', receiverName: 'Liverpool', paid: '116000.00' }],
      },
    ],
    next: null,
  }));
  const screen = await show('/?cola=transferencias');
  const paid = screen.getByRole('grid', { name: 'Depósitos y devoluciones' });
  await expect
    .element(paid.getByRole('row').nth(1))
    .toMatchTextContent(/10\/02\/2026.*Devolución.*DEV1.*No pagada por el banco.*Cuenta inexistente.*11,043.20/);
  const proofs = answer(paymentProof).with(() => new Refusal(409, 'PROOF_NOT_READY', 'Todavía no está.'));
  await paid.getByRole('button', { name: 'CEP en PDF: Depósito · Venta 4' }).click();
  await expect.element(screen.getByText(/No se pudo descargar el CEP/).first()).toBeVisible();
  expect(proofs).toMatchObject([{ params: { orderId: documentId }, body: { format: 'pdf' } }]);
  await screen.getByRole('button', { name: 'Mostrar más' }).click();
  await expect.element(paid.getByText('Registrada a mano')).toBeVisible();
  const received = screen.getByRole('grid', { name: 'Pagos recibidos' });
  await expect
    .element(received.getByRole('row').nth(1))
    .toMatchTextContent(
      /09\/03\/2026.*BANK42.*Pagó el receptor · BBVA MEXICO.*A1 MXN 116,000.00.*Liverpool.*Aplicado.*MXN 116,000.00/,
    );
  await expect
    .element(received.getByRole('link', { name: 'A1' }))
    .toHaveAttribute('href', `/lender/portfolio/${documentId}`);
});
