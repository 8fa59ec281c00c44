import { type Confirmations, listConfirmations } from '@anticipa/contract/confirmations';
import { getCreditInformation } from '@anticipa/contract/credit';
import { downloadFile } from '@anticipa/contract/files';
import { listInvoiceMessages } from '@anticipa/contract/invoice-messages';
import { getInvoice, type TakenStep } from '@anticipa/contract/invoice-sheet';
import { deleteInvoice, type Invoice, restoreInvoice } from '@anticipa/contract/invoices';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { beforeEach, expect, it, vi } from 'vitest';
import { aCreditAnswer, anInvoice, anInvoiceInCredit } from '../../lib/test-builders.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer, Refusal } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import type { InvoiceSheetData } from './api.ts';
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
async function show(
  invoice: Invoice,
  steps: readonly TakenStep[] = [step({})],
  more: Partial<InvoiceSheetData> = {},
  confirmations: Confirmations = { data: [], obstacle: 'CONFIRMATION_NO_CONTACT' },
) {
  const now = { invoice };
  const rest = {
    steps: [...steps],
    trackingKey: null,
    orderSource: null,
    face: invoice.total,
    related: [],
    dispute: null,
    adjustments: [],
    ...more,
  };
  answer(getInvoice).with(() => ({ data: { ...rest, invoice: now.invoice } }));
  answer(listConfirmations).with(() => confirmations);
  answer(listInvoiceMessages).with(() => ({ data: [], unread: 0 }));
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

it('[EST-07] shows price, amount to pay today, sale, tracking key and UUID of a sold invoice', async () => {
  const overdue = anInvoiceInCredit({ numberOfSale: 7, amountDue: '116154.67' });
  const { screen } = await show(overdue, undefined, { trackingKey: 'SPEI700001' });
  await expect.element(screen.getByText('MXN 99,760.00')).toBeVisible();
  await expect.element(screen.getByText('A pagar hoy: MXN 116,154.67')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Venta 7' })).toHaveAttribute('href', '/sales/7');
  await expect.element(screen.getByRole('button', { name: 'Copiar Clave de rastreo' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Copiar Folio fiscal (UUID)' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Eliminar/ })).not.toBeInTheDocument();
});

it('[DIN-72] shows the due date of an extension and the one before', async () => {
  const { screen } = await show(anInvoiceInCredit({ dueDate: '2026-05-08', extendedFrom: '2026-04-24' }));
  await expect
    .element(screen.getByText('Se acordó una prórroga: vencía el 24/04/2026 y ahora vence el 08/05/2026.'))
    .toBeVisible();
});

it('[DIN-71] says that the invoice is disputed, by whom and why', async () => {
  const dispute = { since: '2026-03-05', raisedBy: 'Laura Pérez', reason: 'faltan dos cajas' };
  const { screen } = await show(anInvoiceInCredit(), undefined, { dispute });
  await expect.element(screen.getByText('En disputa desde el 05/03/2026')).toBeVisible();
  await expect.element(screen.getByText(/Laura Pérez: faltan dos cajas/)).toBeVisible();
});

it('[EST-07] shows what the payer paid and what came back of the aforo', async () => {
  const paid = {
    paymentDate: '2026-05-04',
    paidAmount: '117546.67',
    recargos: '1546.67',
    ivaRecargos: '247.47',
    finalDeposit: '10610.13',
  };
  const { screen } = await show(anInvoiceInCredit({ status: 40, ...paid }));
  await expect
    .element(screen.getByRole('region', { name: 'Precio' }))
    .toHaveTextContent(
      'PrecioImporte de la facturaMXN 116,000.00− AforoMXN 11,600.00− InterésMXN 4,640.00Depósito en tu cuentaMXN 99,760.00Pagó tu clienteMXN 117,546.67− IVA del interésMXN 742.40− RecargosMXN 1,546.67− IVA de los recargosMXN 247.47Devolución del aforoMXN 10,610.13',
    );
  await expect.element(screen.getByText('Terminada: El pagador pagó la factura y la operación terminó.')).toBeVisible();
  await expect.element(screen.getByRole('region', { name: 'Historia' })).not.toMatchTextContent('Vencimiento');
});

it('[EST-07] shows the rebate of an early payment between what was paid and what came back', async () => {
  const early = { paymentDate: '2026-04-14', paidAmount: '116000.00', recargos: '0.00', ivaRecargos: '0.00' };
  const { screen } = await show(
    anInvoiceInCredit({ status: 40, ...early, rebate: '897.06', finalDeposit: '11754.66' }),
  );
  await expect
    .element(screen.getByRole('region', { name: 'Precio' }))
    .toMatchTextContent('+ Bonificación por pago anticipadoMXN 897.06Devolución del aforoMXN 11,754.66');
});

it('[EST-07] names what identifies the invoice and leads to its sale and reference', async () => {
  const { screen } = await show(
    anInvoiceInCredit({ purchaseOrder: 'OC1', paymentReference: 'AN110000000141', numberOfSale: 7 }),
    undefined,
    { trackingKey: 'SPEI700001', orderSource: 'complement', face: '120000.00' },
  );
  const facts = screen.getByRole('region', { name: 'Datos' });
  await expect
    .element(facts)
    .toHaveTextContent(
      'DatosFolio fiscal (UUID)00000000-0000-4000-8000-00000000000A PagadorComercial Ñandú · CNA010101AAAImporte del CFDIMXN 120,000.00ProductoAnticipo ÍndiceMétodo de pagoPPD · en parcialidades o diferidoEstatus SATVigenteOrden de compraOC1 · leída de un complemento selladoVentaVenta 7Clave de rastreoSPEI700001 Referencia de pagoAN110000000141ArchivoA-12.xml',
    );
  await expect
    .element(facts.getByRole('link', { name: 'AN110000000141' }))
    .toHaveAttribute('href', '/paymentReferences?buscar=AN110000000141');
  const copying = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  for (const what of ['Folio fiscal (UUID)', 'Clave de rastreo'])
    await facts.getByRole('button', { name: `Copiar ${what}` }).click();
  expect(copying.mock.calls).toEqual([['00000000-0000-4000-8000-00000000000A'], ['SPEI700001']]);
  copying.mockRestore();
});

it.each([
  [anInvoice({ status: 10 }), 'Le toca a la financiera: La financiera revisa al pagador.', ['/#vender']],
  [anInvoice(), 'Te toca a ti: Véndela para recibir el anticipo.', ['/#vender']],
  [
    anInvoiceInCredit({ status: 25 }),
    'Le toca a la financiera: La financiera valida la factura y deposita el anticipo en tu cuenta.',
    [],
  ],
  [
    anInvoiceInCredit(),
    'Le toca al pagador: Tu cliente la paga el 01/05/2026.',
    ['/?producto=BI&estado=credito&buscar=A-12'],
  ],
  [
    anInvoiceInCredit({ dueDate: '2026-03-02' }),
    'Te toca a ti: Venció el 02/03/2026.',
    ['/?producto=BI&estado=credito&buscar=A-12'],
  ],
  [
    anInvoice({
      status: 0,
      rejectedDate: '2026-03-02',
      motive: { code: 'PPD_REQUIRED', description: 'No es PPD', remedy: 'Emítela PPD.', user: false },
    }),
    'Te toca a ti: No es PPD.',
    [],
  ],
  [anInvoiceInCredit({ paymentReference: 'AN110000000141' }), 'Le toca al pagador:', []],
  [anInvoiceInCredit({ paidAutomatically: true }), 'Le toca al pagador:', []],
] as const)('[EST-07] the next step and its way, case %#', async (invoice, text, ways) => {
  const { screen } = await show(invoice);
  await expect.element(screen.getByText(new RegExp(`^${text.replace('.', '\\.')}`))).toBeVisible();
  const actions = screen.getByRole('link', { name: /^(Generar referencia de pago|Ir a vender)$/ });
  expect(actions.elements().map((link) => link.getAttribute('href'))).toEqual(ways);
});

it('[EST-07] an invoice in validation waits for its due date too', async () => {
  const { screen } = await show(anInvoiceInCredit({ status: 25 }));
  const history = screen.getByRole('region', { name: 'Historia' }).getByRole('listitem');
  await expect.element(history.last()).toHaveTextContent('Vencimiento01/05/2026');
});

it('[EST-07] the history ends with the due date while it is to come, after each step with its reason', async () => {
  const { screen } = await show(anInvoiceInCredit(), [
    step({ by: 'portal', person: null }),
    step({ step: 'flagCancelled', at: '2026-03-10T05:59:00.000Z', by: 'portal', person: null, motive: 'Cancelada' }),
    step({ step: null, at: '2026-03-11T18:00:00.000Z' }),
  ]);
  const history = screen.getByRole('region', { name: 'Historia' }).getByRole('listitem');
  await expect.element(history.last()).toBeVisible();
  expect(history.elements().map((each) => [each.textContent, each.dataset.tone])).toEqual([
    ['Emitida02/03/2026', undefined],
    ['Subida al portal02-mar-2026 12:00 pmEl portal', undefined],
    ['Aviso de cancelación ante el SAT09-mar-2026 11:59 pmEl portal · Cancelada', 'bad'],
    ['Cambio en la factura11-mar-2026 12:00 pmAna Ruiz', undefined],
    ['Vencimiento01/05/2026', 'waiting'],
  ]);
});

it('[EST-07] saves the file under its name, in the letters that it declares', async () => {
  const latin = xml.replace('UTF-8', 'ISO-8859-1');
  const bytes = Uint8Array.from(latin, (letter) => letter.charCodeAt(0));
  answer(downloadFile).with(() => new Response(bytes));
  const { screen } = await show(anInvoice());
  await expect
    .element(screen.getByRole('article', { name: 'Forma impresa del CFDI' }))
    .toMatchTextContent(/Comercial Ñandú/);
  const saved: string[] = [];
  const saving = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await screen.getByRole('button', { name: 'Descargar XML' }).click();
  await expect.poll(() => saved).toEqual(['A-12.xml']);
  saving.mockRestore();
});

it('[EST-07] prints discount, taxes withheld, stamp and seals of a CFDI, and its own unit', async () => {
  const changed = xml
    .replace('Total="116000.00"', 'Descuento="1.00" Total="115999.00"')
    .replace('ClaveUnidad="H87"', 'ClaveUnidad="H87" Unidad="Pieza"')
    .replace(
      'TotalImpuestosTrasladados="16000.00"',
      'TotalImpuestosTrasladados="16000.00" TotalImpuestosRetenidos="2.50"',
    );
  answer(downloadFile).with(() => new Response(changed));
  const { screen } = await show(anInvoice());
  const paper = screen.getByRole('article', { name: 'Forma impresa del CFDI' });
  await expect
    .element(paper)
    .toMatchTextContent(/^CFDI 4\.0 A-1202\/03\/2026 11:00:00 · Expedida en el C\.P\. 310000000000A-/);
  await expect
    .element(paper)
    .toMatchTextContent(/MNO010101AAARégimen fiscal 601.*CNA010101AAARégimen fiscal 601Uso del CFDI G03/);
  await expect.element(paper).toMatchTextContent(/2 PiezaTornillos/);
  await expect
    .element(paper)
    .toMatchTextContent(
      /SubtotalMXN 100,000\.00DescuentoMXN 1\.00Impuestos trasladadosMXN 16,000\.00Impuestos retenidosMXN 2\.50TotalMXN 115,999\.00Fecha de certificación02\/03\/2026 11:00:05Certificado del emisor00001Certificado del SAT00002Sello digital del CFDIc2VsbG8tYWJjZGVmZ2g=Sello del SATc2F0$/,
    );
});

it('[EST-07] keeps an XML that is no CFDI readable', async () => {
  answer(downloadFile).with(() => new Response('<otro/>'));
  const { screen } = await show(anInvoice());
  await expect.element(screen.getByText(/^El XML no se puede mostrar como forma impresa/)).toBeVisible();
  await screen.getByRole('tab', { name: 'XML' }).click();
  await expect.element(screen.getByText('<otro/>')).toBeVisible();
});

it('[EST-07] prints the CFDI beside its XML', async () => {
  const { screen } = await show(anInvoice());
  const paper = screen.getByRole('article', { name: 'Forma impresa del CFDI' });
  await expect
    .element(paper)
    .toMatchTextContent(/Manufacturas del Norte.*Comercial Ñandú.*Tornillos <1\/4>MXN 50,000.00MXN 100,000.00/);
  await expect.element(paper).toMatchTextContent(/Impuestos trasladadosMXN 16,000.00TotalMXN 116,000.00/);
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

it.each([
  [new Refusal(404, 'NOT_FOUND', 'No existe.'), 'Esta factura no existe o no es de tu empresa.'],
  [new Refusal(429, 'TOO_MANY_REQUESTS', 'Espera unos minutos.'), 'Espera unos minutos.'],
])('[EST-07] only an unknown or foreign invoice is said to be missing, case %#', async (refusal, text) => {
  answer(getInvoice).with(() => refusal);
  const screen = await renderScreen(<InvoiceSheet id={anInvoice().documentId} />);
  await expect.element(screen.getByText(text)).toBeVisible();
});

it('[DIN-99] says who owes an invoice that the client buys back, and that one was given up', async () => {
  const recourse = { kind: 'recourse', amount: '116000.00', on: '2026-05-20', payBy: '2026-05-27' } as const;
  const { screen } = await show(anInvoiceInCredit({}), [step({})], { adjustments: [recourse] });
  await expect.element(screen.getByText(/Recómprala a más tardar el 27\/05\/2026/)).toBeVisible();
  await expect.element(screen.getByText('La recompras tú')).toBeVisible();
  expect(screen.getByText(/Tu cliente la paga/).elements()).toEqual([]);
  await screen.unmount();
  const writtenOff = { kind: 'write-off', amount: '104400.00', on: '2026-06-20', payBy: null } as const;
  const settled = anInvoice({ status: 40 });
  const { screen: ended } = await show(settled, [step({})], { adjustments: [writtenOff] });
  await expect.element(ended.getByText(/La financiera la castigó en sus libros/)).toBeVisible();
  expect(ended.getByText(/El pagador pagó la factura/).elements()).toEqual([]);
});

it('[EFE-26] a client reads of its question to the receiver in its own words', async () => {
  const { screen } = await show(
    anInvoice(),
    [],
    {},
    {
      data: [
        {
          confirmationId: '0198aaaa-0000-4000-8000-000000000004',
          askedAt: '2026-03-10T18:00:00.000Z',
          askedBy: 'client',
          asked: 'Ana Pagos (a***@cliente.example)',
          state: 'answered',
          expiresAt: '2026-03-24T18:00:00.000Z',
          answer: {
            verdict: 'objected',
            person: 'Luisa Prueba',
            position: 'Cuentas por pagar',
            reason: 'faltan 20 piezas',
            dueOn: null,
            at: '2026-03-11T18:00:00.000Z',
            address: null,
            evidence: 'Respuesta: Objeta la factura',
            sha256: 'a'.repeat(64),
          },
        },
      ],
      obstacle: null,
    },
  );
  const card = screen.getByRole('region', { name: 'Confirmación de tu cliente' });
  await expect.element(card).toMatchTextContent('Pedida por tu empresa');
  const head = screen.getByRole('alert');
  await expect.element(head).toMatchTextContent('Tu cliente objetó esta factura el 11/03/2026faltan 20 piezas');
});
