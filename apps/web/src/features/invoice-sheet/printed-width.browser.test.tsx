import { downloadFile } from '@anticipa/contract/files';
import { useQuery } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen } from '../../testing/render-screen.tsx';
import { answer } from '../../testing/server.ts';
import { aUser, signInAs } from '../../testing/signed-in.ts';
import { originalQuery } from './api.ts';
import { InvoiceDocuments } from './components/documents.tsx';

const xml = `<?xml version="1.0" encoding="UTF-8"?>
<cfdi:Comprobante xmlns:cfdi="http://www.sat.gob.mx/cfd/4" Version="4.0" Serie="A" Folio="12" Fecha="2026-03-02T11:00:00"
  LugarExpedicion="31000" Moneda="MXN" SubTotal="123123123.00" Total="142822822.68" Sello="${'Ab9/'.repeat(86)}" NoCertificado="00001">
  <cfdi:Emisor Nombre="Manufacturas del Norte" Rfc="MNO010101AAA" RegimenFiscal="601"/>
  <cfdi:Receptor Nombre="Comercial Ñandú" Rfc="CNA010101AAA" UsoCFDI="G03" RegimenFiscalReceptor="601"/>
  <cfdi:Conceptos><cfdi:Concepto Cantidad="10" ClaveUnidad="H87" Descripcion="Tornillos" ValorUnitario="12312312.00" Importe="123123123.00"/></cfdi:Conceptos>
  <cfdi:Complemento><tfd:TimbreFiscalDigital xmlns:tfd="http://www.sat.gob.mx/TimbreFiscalDigital" UUID="0000000a-0000-4000-8000-00000000000a"
    FechaTimbrado="2026-03-02T11:00:05" NoCertificadoSAT="00002" SelloSAT="c2F0"/></cfdi:Complemento>
</cfdi:Comprobante>`;

const Documents = () => <InvoiceDocuments original={useQuery(originalQuery('00000000-0000-4000-8000-000000000001'))} />;

it('[EST-07] the printed form of a CFDI fits a phone', async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1280, 800));
  await signInAs(aUser());
  answer(downloadFile).with(() => new Response(xml));
  const screen = await renderScreen(<Documents />);
  await expect.element(screen.getByRole('article', { name: 'Forma impresa del CFDI' })).toBeVisible();
  await document.fonts.ready;
  expect(document.documentElement.scrollWidth).toBe(390);
});
