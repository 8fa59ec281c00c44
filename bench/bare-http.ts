/** HTTP of the baselines. */
import { readFileSync } from 'node:fs';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { type PrintedInvoice, printedExpression } from '@anticipa/cfdi/qr';
import { z } from 'zod';

const addresses = z.object({ taxStatusUrl: z.string() });

export const bodyOf = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
};

/** Asks the demo's stand-in of the tax authority; rejects unless the invoice is valid. */
export const taxAuthorityOf = (dataDir: string): ((invoice: PrintedInvoice) => Promise<void>) => {
  const { taxStatusUrl } = addresses.parse(JSON.parse(readFileSync(join(dataDir, 'sandbox.json'), 'utf8')));
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  return (invoice) =>
    new Promise((resolve, reject) => {
      const expression = printedExpression(invoice).replaceAll('&', '&amp;');
      const body = `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/"><soapenv:Header/><soapenv:Body><tem:Consulta><tem:expresionImpresa>${expression}</tem:expresionImpresa></tem:Consulta></soapenv:Body></soapenv:Envelope>`;
      const headers = {
        'user-agent': 'bench',
        'content-type': 'text/xml; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        SOAPAction: 'http://tempuri.org/IConsultaCFDIService/Consulta',
      };
      const asked = request(taxStatusUrl, { method: 'POST', agent, headers }, (answer) => {
        bodyOf(answer).then(
          (text) => (text.includes('Vigente') ? resolve() : reject(new Error(`the tax authority answered ${text}`))),
          reject,
        );
      });
      asked.on('error', reject).end(body);
    });
};
