/**
 * Stand-in for the tax authority's mass download ('descarga masiva') 1.5, on loopback: four SOAP calls. It verifies the
 * e.firma's signature of each, the token, the order of the attributes and the limits, serves packages, and has scripted faults.
 */
import { randomBytes, X509Certificate } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { type Certificate, parseCertificate } from '@anticipa/cfdi/certificate';
import { DOMParser, type Element } from '@xmldom/xmldom';
import { breakOff, cutOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';
import { MassDownloadRecords } from './mass-download-records.ts';
import { elementIn, isSignatureOver, partOf, signatureIn } from './xml-signature.ts';

export type MassDownloadFault =
  | 'hang'
  | 'error-500'
  | 'html'
  | 'cut-off'
  | 'empty'
  | 'redirect'
  | 'uncontrolled'
  | 'invalid-security'
  | 'token-refused'
  | 'accepted-then-lost';

export interface MassDownloadServer {
  readonly url: string;
  readonly records: MassDownloadRecords;
  /** Behaviour of the next calls of an operation, such as 'Autentica'. 'uncontrolled' is the code 404. */
  readonly script: FaultScript<MassDownloadFault>['script'];
  /** Number of calls of an operation. */
  calls(operation: string): number;
  /** Refuses a certificate from now on, by its number. */
  revoke(number: string): void;
  close(): Promise<void>;
}

export interface MassDownloadOptions {
  readonly now?: () => Date;
  /** Invoices of a package. Defaults to 1000. */
  readonly perPackage?: number;
  /** Invoices that a request may have. Defaults to 200000, as of the tax authority. */
  readonly perRequest?: number;
}

const SERVICE = 'http://DescargaMasivaTerceros.sat.gob.mx';
const AUTHENTICATION = 'http://DescargaMasivaTerceros.gob.mx';
const SECURITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const UTILITY = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const TOKEN_MS = 5 * 60_000;
const SIX_YEARS_MS = 6 * 366 * 24 * 3_600_000;
const SHORTEST_MS = 2000;
const INVALID_SECURITY = 'a:InvalidSecurity';

/** Operation by path and SOAPAction. */
const operations: ReadonlyMap<string, string> = new Map([
  [`/Autenticacion/Autenticacion.svc ${AUTHENTICATION}/IAutenticacion/Autentica`, 'Autentica'],
  [
    `/SolicitaDescargaService.svc ${SERVICE}/ISolicitaDescargaService/SolicitaDescargaEmitidos`,
    'SolicitaDescargaEmitidos',
  ],
  [
    `/VerificaSolicitudDescargaService.svc ${SERVICE}/IVerificaSolicitudDescargaService/VerificaSolicitudDescarga`,
    'VerificaSolicitudDescarga',
  ],
  [
    `/DescargaMasivaService.svc ${SERVICE}/IDescargaMasivaTercerosService/Descargar`,
    'PeticionDescargaMasivaTercerosEntrada',
  ],
]);

interface State {
  readonly records: MassDownloadRecords;
  readonly tokens: Map<string, { readonly rfc: string; readonly until: number }>;
  readonly revoked: Set<string>;
  readonly now: () => Date;
}

/** Starts the service on loopback, on a free port. */
export async function startMassDownloadServer(options: MassDownloadOptions = {}): Promise<MassDownloadServer> {
  const { now = () => new Date(), perPackage = 1000, perRequest = 200_000 } = options;
  const records = new MassDownloadRecords({ perPackage, perRequest });
  const state: State = { records, tokens: new Map(), revoked: new Set(), now };
  const { script, take } = faultScript<MassDownloadFault>();
  const received: string[] = [];
  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const body = await text(request);
    const operation = operations.get(`${request.url} ${String(request.headers.soapaction ?? '').replaceAll('"', '')}`);
    if (request.method !== 'POST' || operation === undefined) return void response.writeHead(404).end();
    received.push(operation);
    const fault = take('POST', operation);
    if (breakOff(fault, response)) return;
    response.setHeader('date', now().toUTCString());
    const canned = fault === null ? undefined : faults(operation)[fault];
    const answer = canned ?? answerTo(operation, { request, body, state });
    if (fault === 'accepted-then-lost') return void response.destroy();
    if (fault === 'cut-off') return cutOff(response, answer.body.slice(0, -1));
    response.writeHead(answer.status, XML).end(answer.body);
  });
  return {
    url: origin,
    records,
    script,
    calls: (operation) => received.filter((one) => one === operation).length,
    revoke: (number) => void state.revoked.add(number),
    close,
  };
}

const XML = { 'content-type': 'text/xml; charset=utf-8' };

const envelope = (body: string, header = ''): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body>${body}</s:Body></s:Envelope>`;

const fault = (code: string): Answer => ({
  status: 500,
  body: envelope(
    `<s:Fault><faultcode xmlns:a="${SECURITY}">${code}</faultcode><faultstring xml:lang="en-US">Error</faultstring></s:Fault>`,
  ),
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

const faults = (operation: string): Partial<Record<MassDownloadFault, Answer>> => ({
  'invalid-security': fault(INVALID_SECURITY),
  empty: { status: 200, body: envelope('') },
  uncontrolled: refused(operation, '404'),
  'token-refused': refused(operation, '300'),
});

const attributesOf = (attributes: Readonly<Record<string, string | number>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');

function result(operation: string, attributes: Readonly<Record<string, string | number>>, content = ''): Answer {
  if (operation === 'PeticionDescargaMasivaTercerosEntrada') {
    const header = `<s:Header><h:respuesta${attributesOf(attributes)} xmlns:h="${SERVICE}"/></s:Header>`;
    const body = `<RespuestaDescargaMasivaTercerosSalida xmlns="${SERVICE}">${content === '' ? '<Paquete/>' : content}</RespuestaDescargaMasivaTercerosSalida>`;
    return { status: 200, body: envelope(body, header) };
  }
  const inner = `<${operation}Result${attributesOf(attributes)}>${content}</${operation}Result>`;
  return {
    status: 200,
    body: envelope(`<${operation}Response xmlns="${SERVICE}">${inner}</${operation}Response>`),
  };
}

const refused = (operation: string, code: string): Answer =>
  result(operation, { CodEstatus: code, Mensaje: `Rechazado ${code}` });

interface Call {
  readonly request: IncomingMessage;
  readonly body: string;
  readonly state: State;
}

function answerTo(operation: string, call: Call): Answer {
  const root = rootOf(call.body);
  if (root === null) return operation === 'Autentica' ? fault(INVALID_SECURITY) : refused(operation, '301');
  if (operation === 'Autentica') return authenticated(root, call.state);
  const [, token = ''] = /^WRAP access_token="([^"]+)"$/.exec(call.request.headers.authorization ?? '') ?? [];
  const held = call.state.tokens.get(token);
  if (held === undefined || held.until < call.state.now().getTime()) return refused(operation, '300');
  const element = elementIn(root, SERVICE, operation);
  const inner = element && childOf(element);
  if (element === null || inner === null || !areOrdered(inner)) return refused(operation, '301');
  const rfc = inner.getAttribute('RfcSolicitante') ?? '';
  const code = signerCode(element, { rfc, ...call.state });
  if (code !== null || held.rfc !== rfc) return refused(operation, code ?? '303');
  if (operation === 'SolicitaDescargaEmitidos') return requested(inner, rfc, call.state);
  if (operation === 'VerificaSolicitudDescarga') {
    const found = call.state.records.verify(rfc, inner.getAttribute('IdSolicitud') ?? '');
    if ('refusal' in found) return refused(operation, found.refusal);
    const { state: EstadoSolicitud, code: CodigoEstadoSolicitud, count: NumeroCFDIs, packages } = found;
    const attributes = { CodEstatus: '5000', EstadoSolicitud, CodigoEstadoSolicitud, NumeroCFDIs, Mensaje: 'Aceptada' };
    return result(operation, attributes, packages.map((id) => `<IdsPaquetes>${id}</IdsPaquetes>`).join(''));
  }
  const found = call.state.records.package(rfc, inner.getAttribute('IdPaquete') ?? '');
  if ('code' in found) return refused(operation, found.code);
  const content = `<Paquete>${Buffer.from(found.zip).toString('base64')}</Paquete>`;
  return result(operation, { CodEstatus: '5000', Mensaje: 'Aceptada' }, content);
}

/** The only element that an operation contains. */
const childOf = (element: Element): Element | null => element.getElementsByTagNameNS(SERVICE, '*').item(0);

function rootOf(body: string): Element | null {
  try {
    return new DOMParser().parseFromString(body, 'text/xml').documentElement;
  } catch {
    return null;
  }
}

/** The certificate of a base64 text; null if it is none. */
function certificateIn(base64: string): { readonly facts: Certificate; readonly x509: X509Certificate } | null {
  const der = Buffer.from(base64, 'base64');
  const facts = parseCertificate(der);
  return facts && { facts, x509: new X509Certificate(der) };
}

/** A token for a signed time stamp of now. */
function authenticated(root: Element, { tokens, revoked, now }: State): Answer {
  const stamp = elementIn(root, UTILITY, 'Timestamp');
  const signature = signatureIn(root);
  const binary = elementIn(root, SECURITY, 'BinarySecurityToken');
  const found = certificateIn(binary?.textContent ?? '');
  if (!stamp || !signature || !binary || !found || stamp.getAttributeNS(UTILITY, 'Id') !== '_0')
    return fault(INVALID_SECURITY);
  const [created, expires] = ['Created', 'Expires'].map((name) =>
    Date.parse(elementIn(stamp, UTILITY, name)?.textContent ?? ''),
  );
  const at = now().getTime();
  const isFresh = Math.abs((created ?? Number.NaN) - at) <= TOKEN_MS && (expires ?? 0) > at;
  const reference = elementIn(signature, SECURITY, 'Reference')?.getAttribute('URI');
  const isOwn = reference === `#${binary.getAttributeNS(UTILITY, 'Id')}`;
  const isSigned = isSignatureOver(signature, { element: stamp, uri: '#_0', key: found.x509.publicKey });
  const isGood = !found.facts.isSealing && !revoked.has(found.facts.number) && found.facts.validTo > at;
  if (!isFresh || !isOwn || !isSigned || !isGood) return fault(INVALID_SECURITY);
  const token = `${randomBytes(24).toString('base64url')}%26wrap_subject%3d${found.facts.number}`;
  tokens.set(token, { rfc: found.facts.rfc, until: at + TOKEN_MS });
  return {
    status: 200,
    body: envelope(
      `<AutenticaResponse xmlns="${AUTHENTICATION}"><AutenticaResult>${token}</AutenticaResult></AutenticaResponse>`,
    ),
  };
}

/** Why the signer of a request is refused; null if it is not. */
function signerCode(element: Element, { rfc, revoked, now }: State & { readonly rfc: string }): string | null {
  const signature = signatureIn(element);
  const found = signature && certificateIn(partOf(signature, 'X509Certificate'));
  if (!signature || !found) return '302';
  const serial = BigInt(`0x${found.x509.serialNumber}`).toString();
  if (partOf(signature, 'X509SerialNumber') !== serial) return '302';
  if (!isSignatureOver(signature, { element, uri: '', key: found.x509.publicKey })) return '302';
  if (found.facts.isSealing) return '305';
  if (found.facts.rfc !== rfc) return '303';
  return revoked.has(found.facts.number) || found.facts.validTo < now().getTime() ? '304' : null;
}

/** The tax authority digests the attributes in the order of their names. */
function areOrdered(element: Element): boolean {
  const names = [...element.attributes].map(({ name }) => name);
  return names.join() === names.toSorted().join();
}

function requested(element: Element, rfc: string, { records, now }: State): Answer {
  const operation = 'SolicitaDescargaEmitidos';
  const [from = '', to = '', kind = '', status = '', issuer = '', type = ''] = [
    ...['FechaInicial', 'FechaFinal', 'TipoSolicitud', 'EstadoComprobante', 'RfcEmisor', 'TipoComprobante'],
  ].map((name) => element.getAttribute(name) ?? '');
  const [start, end] = [from, to].map((at) => Date.parse(`${at}-06:00`));
  const isPeriod =
    start !== undefined &&
    end !== undefined &&
    end - start >= SHORTEST_MS &&
    start > now().getTime() - SIX_YEARS_MS &&
    end <= now().getTime() + 1000;
  // XML of cancelled invoices is not given.
  const isAsked = kind === 'Metadata' || (kind === 'CFDI' && status === 'Vigente');
  if (!isPeriod || !isAsked || issuer !== rfc) return refused(operation, '301');
  const made = records.request({ rfc, kind, status, type, from, to });
  if ('code' in made) return refused(operation, made.code);
  return result(operation, { IdSolicitud: made.id, CodEstatus: '5000', Mensaje: 'Solicitud Aceptada' });
}
