import { getCreditInformation } from '@anticipa/contract/credit';
import { downloadFile } from '@anticipa/contract/files';
import { getInvoice, type TakenStep } from '@anticipa/contract/invoice-sheet';
import { deleteInvoice, type Invoice, restoreInvoice } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { beforeEach, expect, it } from 'vitest';
import { aCreditAnswer, anInvoice, anInvoiceInCredit } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { InvoiceSheet } from './invoice-sheet.tsx';

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Serie="A" Folio="12" Fecha="2026-03-02T11:00:00"
  LugarExpedicion="31000" Moneda="MXN" SubTotal="100000.00" Total="116000.00" Sello="c2VsbG8tYWJjZGVmZ2g=" NoCertificado="00001">
  <cfdi:Emisor Nombre="Manufacturas del Norte" Rfc="MNO010101AAA" RegimenFiscal="601"/>
  <cfdi:Receptor Nombre="Comercial Ñandú" Rfc="CNA010101AAA" UsoCFDI="G03" RegimenFiscalReceptor="601"/>
  <cfdi:Conceptos><cfdi:Concepto Cantidad="2" ClaveUnidad="H87" Descripcion="Tornillos &lt;1/4&gt;" ValorUnitario="50000.00" Importe="100000.00"/></cfdi:Conceptos>
  <cfdi:Impuestos TotalImpuestosTrasladados="16000.00"/>
  <cfdi:Complemento><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" UUID="0000000a-0000-4000-8000-00000000000a"
    FechaTimbrado="2026-03-02T11:00:05" NoCertificadoSAT="00002" SelloSAT="c2F0"/></cfdi:Complemento>
</cfdi:Comprobante>`;

const step = (over: Partial<TakenStep>): TakenStep => ({
  step: 'upload',
  at: '2026-03-02T18:00:00.000Z',
  by: 'client',
  person: 'Ana Ruiz',
  motive: null,
  ...over,
});

beforeEach(() => {
  signInAs(aUser());
  answer(getCreditInformation).with(() => aCreditAnswer());
  answer(downloadFile).with(() => new Response(xml));
});

/** The page of an invoice that changes with `now.invoice`. */
async function show(invoice: Invoice, steps: readonly TakenStep[] = [step({})], trackingKey: string | null = null) {
  const now = { invoice };
  answer(getInvoice).with(() => ({ data: { invoice: now.invoice, steps: [...steps], trackingKey } }));
  return { now, screen: await renderScreen(<InvoiceSheet id={invoice.documentId} />) };
}

it('[EST-06] [EST-07] shows who did what, when and why, and who takes the next step', async () => {
  const motive = {
    code: 'PAYER_AMOUNT_DIFFERS',
    description: 'El importe es distinto',
    remedy: 'Revísalo.',
    user: false,
  } as const;
  const { screen } = await show(anInvoice({ status: 0, motive, rejectedDate: '2026-03-10' }), [
    step({}),
    step({
      step: 'reject',
      at: '2026-03-10T18:30:00.000Z',
      by: 'lender',
      person: null,
      motive: 'El importe es distinto',
    }),
  ]);
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Factura A-12' })).toBeVisible();
  await expect.element(screen.getByText('Te toca a ti: El importe es distinto. Revísalo.')).toBeVisible();
  const history = screen.getByRole('region', { name: 'Historia' }).getByRole('listitem');
  await expect.element(history.first()).toBeVisible();
  expect(history.elements().map(({ textContent }) => textContent)).toEqual([
    'Emitida02/03/2026',
    'Subida al portal02-mar-2026 12:00 pmAna Ruiz',
    'Rechazada por la financiera10-mar-2026 12:30 pmLa financiera · El importe es distinto',
  ]);
});

it('[EST-07] shows price, sale, tracking key and UUID of a sold invoice', async () => {
  const { screen } = await show(
    anInvoiceInCredit({ numberOfSale: 7 }),
    [step({}), step({ step: 'disburse' })],
    'SPEI700001',
  );
  await expect.element(screen.getByText('MXN 99,760.00')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Venta 7' })).toHaveAttribute('href', '/sales/7');
  await expect.element(screen.getByRole('button', { name: 'Copiar Clave de rastreo' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Copiar Folio fiscal (UUID)' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Eliminar/ })).not.toBeInTheDocument();
});

it('[EST-07] prints the CFDI beside its XML', async () => {
  const { screen } = await show(anInvoice());
  const paper = screen.getByRole('article', { name: 'Forma impresa del CFDI' });
  await expect
    .element(paper)
    .toMatchTextContent(/Manufacturas del Norte.*Comercial Ñandú.*Tornillos <1\/4>50,000.00100,000.00/);
  await expect.element(paper).toMatchTextContent(/Impuestos trasladados16,000.00TotalMXN 116,000.00/);
  await expect
    .element(paper.getByRole('link', { name: 'Verificar en el SAT' }))
    .toHaveAttribute(
      'href',
      'https://verificacfdi.facturaelectronica.sat.gob.mx/default.aspx?re=MNO010101AAA&rr=CNA010101AAA&tt=116000.00&id=0000000A-0000-4000-8000-00000000000A&fe=ZGVmZ2g%3D',
    );
  await screen.getByRole('tab', { name: 'XML' }).click();
  await expect.element(screen.getByText(/<cfdi:Comprobante/)).toBeVisible();
});

it('[VTA-16] deletes an invoice and takes it back by one click', async () => {
  const { screen, now } = await show(anInvoice());
  const motive = {
    code: 'DELETED_BY_USER',
    description: 'Un usuario eliminó la factura',
    remedy: 'Restáurala.',
    user: true,
  } as const;
  const deletions = answer(deleteInvoice).with(() => {
    now.invoice = anInvoice({ status: 0, motive, rejectedDate: '2026-03-10' });
    return { deleted: true };
  });
  const restorations = answer(restoreInvoice).with(() => {
    now.invoice = anInvoice();
    return { restored: true, invoice: now.invoice };
  });
  answer(listOpenInvoices).with(() => ({ products: [], receivers: [], invoices: [] }));
  await screen.getByRole('button', { name: 'Eliminar la factura A-12' }).click();
  await expect.element(screen.getByText('Eliminaste la factura A-12. Puedes restaurarla en Rechazadas.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Restaurar la factura A-12' })).toBeVisible();
  await screen.getByRole('button', { name: 'Deshacer' }).click();
  await expect.element(screen.getByRole('button', { name: 'Eliminar la factura A-12' })).toBeVisible();
  expect(deletions.map(({ body }) => body)).toEqual([{ documentId: anInvoice().documentId }]);
  expect(restorations.map(({ body }) => body)).toEqual([{ documentId: anInvoice().documentId }]);
});

it('[VTA-16] an invoice that was sold meanwhile is not deleted', async () => {
  const { screen, now } = await show(anInvoice());
  answer(deleteInvoice).with(() => {
    now.invoice = anInvoiceInCredit();
    return new Refusal(409, 'INVOICE_NOT_DELETABLE', 'La factura está en una venta.');
  });
  await screen.getByRole('button', { name: 'Eliminar la factura A-12' }).click();
  await expect
    .element(screen.getByText('Acción no disponible de momento, intenta mas tarde. La factura está en una venta.'))
    .toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Eliminar/ })).not.toBeInTheDocument();
});

it('[EST-07] an unknown or foreign invoice is said to be missing', async () => {
  answer(getInvoice).with(() => new Refusal(404, 'NOT_FOUND', 'No existe.'));
  const screen = await renderScreen(<InvoiceSheet id={anInvoice().documentId} />);
  await expect.element(screen.getByText('Esta factura no existe o no es de tu empresa.')).toBeVisible();
});
