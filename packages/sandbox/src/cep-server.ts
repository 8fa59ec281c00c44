/**
 * Stand-in for Banxico's page of CEPs on loopback: the form, its texts, and the downloads within a session of cookies. It proves the
 * payments of the stand-in for STP, and has scripted faults.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { breakOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';
import type { StpRecords, StpTransfer } from './stp-records.ts';

/** The proof of another payment than the one that was asked for. */
const others = {
  'other-payment': { claveRastreo: 'OTHER' },
  'other-amount': { monto: 1 },
  'other-payer': { cuentaOrdenante: '012180001234567899' },
  'other-account': { cuentaBeneficiario: '002180001234567899' },
  'other-holder': { nombreCep: 'OTRO TITULAR', rfcCurpBeneficiario: 'OTI010101AAA' },
} as const;

const changes: Readonly<Record<string, Partial<StpTransfer> | undefined>> = others;

export type CepFault =
  | keyof typeof others
  | 'not-yet'
  | 'limit'
  | 'captcha'
  | 'error-500'
  | 'html'
  | 'cut-off'
  | 'hang';

export interface CepServer {
  readonly url: string;
  readonly script: FaultScript<CepFault>['script'];
  /** Number of forms received. */
  forms(): number;
  close(): Promise<void>;
}

const pages = {
  unknown: 'No se encontró ningún pago con la información proporcionada',
  'not-yet': 'Con la información proporcionada se identificó el siguiente pago: Liquidado',
  limit: 'Usted ha excedido el número máximo de consultas',
  captcha: 'La imagen de seguridad no fue ingresada correctamente',
  found: '<a href="descarga.do?formato=XML">XML</a>',
} as const;

export async function startCepServer(records: Pick<StpRecords, 'transfers'>): Promise<CepServer> {
  const sessions = new Map<string, StpTransfer>();
  const { script, take } = faultScript<CepFault>();
  let forms = 0;

  const submit = (fields: URLSearchParams, response: ServerResponse): void => {
    forms += 1;
    const fault = take('POST', '/cep/valida.do');
    if (breakOff(fault, response)) return;
    if (fault === 'cut-off') return void response.destroy();
    if (fault === 'not-yet' || fault === 'limit' || fault === 'captcha') return void page(response, pages[fault]);
    const found = records.transfers.find((one) => isAsked(one, fields));
    if (found === undefined) return void page(response, pages.unknown);
    const session = randomBytes(16).toString('hex');
    sessions.set(session, { ...found, ...changes[fault ?? ''] });
    response.setHeader('set-cookie', [`JSESSIONID=${session}; Path=/cep; HttpOnly`, 'lang=es']);
    page(response, pages.found);
  };

  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const body = await text(request);
    if (!request.headers['user-agent']?.startsWith('Mozilla/')) return void response.writeHead(403).end();
    if (url.pathname === '/cep/valida.do' && request.method === 'POST')
      return void submit(new URLSearchParams(body), response);
    const proven = sessions.get(sessionOf(request));
    if (url.pathname !== '/cep/descarga.do' || proven === undefined) return void response.writeHead(404).end();
    const isPdf = url.searchParams.get('formato') === 'PDF';
    response.writeHead(200, { 'content-type': isPdf ? 'application/pdf' : 'text/xml' });
    response.end(isPdf ? pdfOf(proven) : xmlOf(proven));
  });
  return {
    url: `${origin}/cep`,
    script,
    forms: () => forms,
    close,
  };
}

const page = (response: ServerResponse, html: string): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<html><body>${html}</body></html>`);

const sessionOf = ({ headers }: IncomingMessage): string =>
  /(?:^|; )JSESSIONID=([0-9a-f]+)/.exec(headers.cookie ?? '')?.[1] ?? '';

/** Day by which the page finds a payment: the calendar's, not SPEI's, as other clients recorded. */
const paidOn = ({ tsLiquidacion }: StpTransfer): string =>
  dateAt(new Date(tsLiquidacion ?? 0), MEXICO_CITY)
    .split('-')
    .toReversed()
    .join('-');

const dayOf = ({ fechaOperacion }: StpTransfer): string =>
  String(fechaOperacion).replace(/^(\d{4})(\d{2})(\d{2})$/, '$3-$2-$1');

/** Every field must be right, as on the page. */
function isAsked(one: StpTransfer, fields: URLSearchParams): boolean {
  const expected = {
    tipoCriterio: 'T',
    tipoConsulta: '1',
    receptorParticipante: '0',
    fecha: paidOn(one),
    criterio: one.claveRastreo,
    emisor: '90646',
    receptor: String(one.institucionContraparte),
    cuenta: one.cuentaBeneficiario,
    monto: one.monto.toFixed(2),
  };
  return one.estado === 'LQ' && Object.entries(expected).every(([name, value]) => fields.get(name) === value);
}

const escaped = (value: string): string => value.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function xmlOf(one: StpTransfer): string {
  const amount = one.monto.toFixed(2);
  const name = escaped(one.nombreCep ?? '');
  const concept = escaped(one.conceptoPago);
  const cadena = `||1|${dayOf(one).replaceAll('-', '')}|${one.claveRastreo}|${one.institucionContraparte}|${amount}||`;
  return (
    `<?xml version="1.0" encoding="UTF-8"?><SPEI_Tercero FechaOperacion="${dayOf(one).split('-').toReversed().join('-')}" ` +
    `Hora="12:00:00" ClaveSPEI="${one.institucionContraparte}" sello="SELLO+DE/PRUEBA=" numeroCertificado="00001000000500000001" ` +
    `cadenaCDA="${cadena}" claveRastreo="${one.claveRastreo}"><Beneficiario BancoReceptor="BANCO" Nombre="${name}" TipoCuenta="40" ` +
    `Cuenta="${one.cuentaBeneficiario}" RFC="${escaped(one.rfcCurpBeneficiario)}" Concepto="${concept}" IVA="0.00" MontoPago="${amount}"/>` +
    `<Ordenante BancoEmisor="STP" Nombre="ANTICIPA" TipoCuenta="40" Cuenta="${one.cuentaOrdenante}" RFC="ND"/></SPEI_Tercero>`
  );
}

/** One page with the tracking key. */
function pdfOf({ claveRastreo, monto }: StpTransfer): string {
  const content = `BT /F1 12 Tf 60 760 Td (CEP de prueba ${claveRastreo} MXN ${monto.toFixed(2)}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ].map((object, at) => `${at + 1} 0 obj${object}endobj\n`);
  const head = '%PDF-1.4\n';
  const starts = objects.map((_, at) => head.length + objects.slice(0, at).join('').length);
  const table = starts.map((start) => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const startOfTable = head.length + objects.join('').length;
  const size = objects.length + 1;
  return `${head}${objects.join('')}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${startOfTable}\n%%EOF\n`;
}
