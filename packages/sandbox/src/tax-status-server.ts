/**
 * Stand-in for the tax authority's status service ('consulta CFDI'): the same SOAP 1.1 call on loopback, plus scripted
 * faults. Every invoice is 'Vigente' unless scripted by UUID through `script` or `POST /script`
 * (`{ "uuid": "…", "behaviour": "cancelled" }`), or its UUID has one of these prefixes:
 *
 * | UUID begins with | answer |
 * |---|---|
 * | CAFECAFE | Cancelado |
 * | DEADDEAD | No Encontrado (N - 602) |
 * | C0C0C0C0 | Vigente, with a cancellation 'En proceso' |
 * | EF05EF05 | Vigente, of an issuer on the list of article 69-B |
 * | 50505050 | HTTP 500 |
 * | BADBADBA | malformed XML |
 * | 0FF0FF00 | no answer at all |
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { childrenOf, parseXml, type XmlElement } from '@anticipa/cfdi/xml-tree';
import { serveOnLoopback } from './loopback.ts';

const behaviours = [
  'valid',
  'cancelled',
  'not-found',
  'cancelling',
  'listed-issuer',
  'invalid-expression',
  'unknown-state',
  'contradicting',
  'other-namespace',
  'doctype',
  'malformed',
  'empty',
  'html',
  'error-500',
  'redirect',
  'oversize',
  'reset',
  'hang',
  'drip',
] as const;
/** Behaviour for one invoice. Those after `listed-issuer` are faults. */
export type TaxStatusBehaviour = (typeof behaviours)[number];

const valid = {
  CodigoEstatus: 'S - Comprobante obtenido satisfactoriamente.',
  EsCancelable: 'Cancelable con aceptación',
  Estado: 'Vigente',
  EstatusCancelacion: '',
  ValidacionEFOS: '200',
};
/** Fields of an answer; the others are those of a valid invoice. */
export type TaxStatusFields = Readonly<Partial<typeof valid>>;

export interface TaxStatusServer {
  /** URL of the SOAP service. */
  readonly url: string;
  /** Sets the behaviour for one invoice, or the fields of its answer. */
  script(uuid: string, behaviour: TaxStatusBehaviour | TaxStatusFields): void;
  /** Number of calls received. */
  calls(): number;
  close(): Promise<void>;
}

const PATH = '/ConsultaCFDIService.svc';
const SOAP_ACTION = 'http://tempuri.org/IConsultaCFDIService/Consulta';
const SERVICE = 'http://tempuri.org/';
const MAX_REQUEST_BYTES = 64 * 1024;
const DRIP_MS = 200;

const prefixes: ReadonlyMap<string, TaxStatusBehaviour> = new Map([
  ['CAFECAFE', 'cancelled'],
  ['DEADDEAD', 'not-found'],
  ['C0C0C0C0', 'cancelling'],
  ['EF05EF05', 'listed-issuer'],
  ['50505050', 'error-500'],
  ['BADBADBA', 'malformed'],
  ['0FF0FF00', 'hang'],
]);

/** Starts the service on loopback. `port` defaults to a free one. */
export async function startTaxStatusServer(options: { readonly port?: number } = {}): Promise<TaxStatusServer> {
  const scripted = new Map<string, TaxStatusBehaviour | TaxStatusFields>();
  let calls = 0;
  const script: TaxStatusServer['script'] = (uuid, behaviour) => void scripted.set(uuid.toUpperCase(), behaviour);

  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const text = await textOf(request);
    if (text === null) return void response.writeHead(413).end();
    if (request.method === 'POST' && request.url === '/script') return handleScript(text, script, response);
    if (request.method !== 'POST' || request.url !== PATH) return void response.writeHead(404).end();
    calls += 1;
    const uuid = request.headers.soapaction?.toString().replaceAll('"', '') === SOAP_ACTION ? uuidIn(text) : null;
    if (uuid === null) return behave('invalid-expression', response);
    const wanted = scripted.get(uuid) ?? prefixes.get(uuid.slice(0, 8)) ?? 'valid';
    if (typeof wanted === 'string') behave(wanted, response);
    else answer(soapAnswer(wanted), response);
  }, options.port);
  return {
    url: `${origin}${PATH}`,
    script,
    calls: () => calls,
    close,
  };
}

async function textOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > MAX_REQUEST_BYTES) return null;
      chunks.push(bytes);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks).toString('utf8');
}

function handleScript(text: string, script: TaxStatusServer['script'], response: ServerResponse): void {
  const wanted = scriptIn(text);
  if (!wanted)
    return void response.writeHead(400).end(`expects { "uuid", "behaviour": one of ${behaviours.join(', ')} }`);
  script(wanted.uuid, wanted.behaviour);
  response.writeHead(204).end();
}

function scriptIn(text: string): { uuid: string; behaviour: TaxStatusBehaviour } | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('uuid' in body) || !('behaviour' in body)) return null;
    const behaviour = behaviours.find((name) => name === body.behaviour);
    return typeof body.uuid === 'string' && behaviour ? { uuid: body.uuid, behaviour } : null;
  } catch {
    return null;
  }
}

/** The UUID of the printed expression in a SOAP request, upper case; null for an invalid request. */
function uuidIn(text: string): string | null {
  const tree = parseXml(text);
  const path: readonly (readonly [string, string])[] = [
    ['http://schemas.xmlsoap.org/soap/envelope/', 'Body'],
    [SERVICE, 'Consulta'],
    [SERVICE, 'expresionImpresa'],
  ];
  const element = path.reduce<XmlElement | undefined>(
    (parent, [uri, local]) => parent && childrenOf(parent, uri, local)[0],
    tree.ok ? tree.root : undefined,
  );
  const expression = element?.children.filter((child) => typeof child === 'string').join('') ?? '';
  const parts = /^\?re=[^=]+&rr=[^=]+&tt=\d{1,18}\.\d{1,6}&id=([0-9A-Fa-f-]{36})&fe=.{8}$/u.exec(expression);
  return parts?.[1]?.toUpperCase() ?? null;
}

function behave(behaviour: TaxStatusBehaviour, response: ServerResponse): void {
  const body = bodies[behaviour];
  if (body !== undefined) answer(body, response, behaviour === 'html' ? 'text/html' : undefined);
  else if (behaviour === 'redirect') response.writeHead(302, { location: PATH }).end();
  else if (behaviour === 'reset') response.socket?.destroy();
  else if (behaviour === 'drip') drip(soapAnswer({}), response);
  else if (behaviour === 'error-500') response.writeHead(500, { 'content-type': 'text/xml' }).end(soapFault);
  // 'hang' never answers.
}

const answer = (body: string, response: ServerResponse, contentType = 'text/xml; charset=utf-8'): void =>
  void response.writeHead(200, { 'content-type': contentType }).end(body);

/** One character at a time, so that the whole answer takes minutes. */
function drip(text: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/xml; charset=utf-8' });
  let at = 0;
  const timer = setInterval(() => response.write(text.charAt(at++)), DRIP_MS);
  response.on('close', () => clearInterval(timer));
}

const soapFault =
  '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Server</faultcode>' +
  '<faultstring>Error interno</faultstring></s:Fault></s:Body></s:Envelope>';

function soapAnswer(fields: TaxStatusFields): string {
  const texts = Object.entries({ ...valid, ...fields }).map(([name, text]) => `<a:${name}>${text}</a:${name}>`);
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/">' +
    '<ConsultaResult xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio" ' +
    `xmlns:i="http://www.w3.org/2001/XMLSchema-instance">${texts.join('')}` +
    '</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>'
  );
}

const missing = { Estado: 'No Encontrado', EsCancelable: '' };
const good = soapAnswer({});
const bodies: Partial<Record<TaxStatusBehaviour, string>> = {
  valid: good,
  cancelled: soapAnswer({ Estado: 'Cancelado', EstatusCancelacion: 'Cancelado con aceptación' }),
  'not-found': soapAnswer({ ...missing, CodigoEstatus: 'N - 602: Comprobante no encontrado.' }),
  cancelling: soapAnswer({ EstatusCancelacion: 'En proceso' }),
  'listed-issuer': soapAnswer({ ValidacionEFOS: '100' }),
  'invalid-expression': soapAnswer({
    ...missing,
    CodigoEstatus: 'N - 601: La expresión impresa proporcionada no es válida.',
  }),
  'unknown-state': soapAnswer({ Estado: 'Suspendido', EsCancelable: '' }),
  contradicting: good.replace('</a:Estado>', '</a:Estado><a:Estado>Cancelado</a:Estado>'),
  'other-namespace': good.replace('http://tempuri.org/', 'http://example.org/'),
  doctype: `<!DOCTYPE s:Envelope [<!ENTITY v "Vigente">]>${good}`,
  malformed: good.slice(0, good.indexOf('</a:Estado>')),
  empty: '',
  html: '<html><body>Mantenimiento</body></html>',
  oversize: `${good}${' '.repeat(1024 * 1024)}`,
};
