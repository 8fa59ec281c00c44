/**
 * The four calls of the tax authority's mass download ('descarga masiva') 1.5. Sources: its guides and clients of others;
 * tested only against our sandbox.
 */
import { childrenOf, parseXml, type XmlElement } from '@anticipa/cfdi/xml-tree';
import {
  callOutside,
  circuitBreaker,
  type OutsideAnswer,
  type OutsideOptions,
} from '../../platform/outside/outside-call.ts';
import type { Efirma } from './efirma.ts';
import { authentication, civilTime, names, type SignedRequest, signedRequest } from './mass-download-envelopes.ts';
import { SyncUnavailable } from './port.ts';

export interface MassDownloadService extends OutsideOptions {
  /** For example `https://cfdidescargamasivasolicitud.clouda.sat.gob.mx`. */
  readonly requests: string;
  /** Origin of the packages, for example `https://cfdidescargamasiva.clouda.sat.gob.mx`. */
  readonly packages: string;
  readonly now: () => Date;
}

/** An answer without the code 5000. */
export class CodedRefusal extends SyncUnavailable {
  /** Code of the tax authority's catalogue (300–305, 404, 5001–5012), or of a refused sign-in. */
  readonly code: string;

  constructor(code: string) {
    super(`the mass download answered with the code ${code}`);
    this.code = code;
  }
}

/** A request for the invoices or their metadata. `status` is that of the invoices. */
export interface Question {
  readonly kind: 'CFDI' | 'Metadata';
  readonly status: 'Vigente' | 'Cancelado';
  /** Invoices, or credit notes. One request is of one type, or of all with the payroll. */
  readonly type: 'I' | 'E';
  readonly from: Date;
  readonly to: Date;
}

export interface Verification {
  /** 1 accepted, 2 in process, 3 finished, 4 error, 5 rejected, 6 expired. */
  readonly state: string;
  readonly code: string;
  readonly packages: readonly string[];
}

export interface MassDownloadCalls {
  /** Whether the e.firma is accepted. */
  authenticate(efirma: Efirma): Promise<boolean>;
  /** Asks for invoices that the taxpayer issued; returns the request's id. */
  request(efirma: Efirma, question: Question): Promise<string>;
  verify(efirma: Efirma, requestId: string): Promise<Verification>;
  /** A ZIP. The tax authority gives each package twice. */
  download(efirma: Efirma, packageId: string): Promise<Buffer>;
}

/** Packages are large. */
const DEADLINE_MS = 60_000;
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;
/** Half of what the tax authority tolerates, at most. */
const MAX_SKEW_MS = 2 * 60_000;
/** A token lives five minutes. */
const TOKEN_MS = 4 * 60_000;
const ACCEPTED = '5000';
/** Code of the SOAP fault that refuses a sign-in, because of the e.firma, a wrong clock or its own trouble. */
export const NO_ENTRY = 'InvalidSecurity';
const TOKEN_REFUSED = /<[^>]{1,200} CodEstatus="300"/;

/** The end of an element without a prefix. */
const PACKAGE = { start: '<Paquete>', end: '</Paquete>' } as const;

/** Posts on one circuit. A SOAP fault for the signature or the token is an answer of status 500. */
function posterOf({ deadlineMs = DEADLINE_MS, circuit = circuitBreaker() }: MassDownloadService) {
  return async (call: SoapCall): Promise<OutsideAnswer> => {
    if (!circuit.allows()) throw new SyncUnavailable('the mass download keeps failing');
    try {
      const answer = await callOutside({
        method: 'POST',
        url: new URL(call.path, call.origin),
        headers: {
          'content-type': 'text/xml; charset=utf-8',
          SOAPAction: call.action,
          ...(call.token && { authorization: `WRAP access_token="${call.token}"` }),
        },
        body: call.body,
        deadlineMs,
        maxBytes: MAX_ANSWER_BYTES,
        isRepeatable: call.isRepeatable,
      });
      const isXml = /^text\/xml\b/i.test(answer.headers['content-type'] ?? '');
      const isFault = answer.status === 500 && isXml && answer.body.includes(NO_ENTRY);
      if (!isFault && (answer.status !== 200 || !isXml)) throw new Error(`status ${answer.status}`);
      circuit.record(true);
      return answer;
    } catch (cause) {
      circuit.record(false);
      throw new SyncUnavailable('the mass download did not answer', { cause });
    }
  };
}

/** Signs in for each taxpayer and asks with its token. */
function askerOf(service: MassDownloadService) {
  const { now } = service;
  const post = posterOf(service);
  const tokens = new Map<string, { readonly token: string; readonly until: number }>();

  /** A new token; null if the e.firma is refused. */
  const authenticate = async (efirma: Efirma): Promise<string | null> => {
    const answer = await post({
      origin: service.requests,
      path: '/Autenticacion/Autenticacion.svc',
      action: `${names.authentication}/IAutenticacion/Autentica`,
      body: authentication(efirma, now()),
      isRepeatable: true,
    });
    if (answer.status === 500) {
      const skewMs = now().getTime() - Date.parse(answer.headers.date ?? '');
      if (Math.abs(skewMs) <= MAX_SKEW_MS || Number.isNaN(skewMs)) return null;
      throw new SyncUnavailable(`our clock differs from the mass download's by ${Math.round(skewMs / 1000)} seconds`);
    }
    const [root] = rootsOf(answer.body.toString('utf8'));
    const token = textAt(root, names.authentication, ['Body', 'AutenticaResponse', 'AutenticaResult']);
    if (token === null) throw new SyncUnavailable('the mass download answered something else');
    tokens.set(efirma.certificate.fingerprint256, { token, until: now().getTime() + TOKEN_MS });
    return token;
  };

  /** Asked twice: the first refusal may be an accident. */
  const signIn = async (efirma: Efirma): Promise<string | null> =>
    (await authenticate(efirma)) ?? (await authenticate(efirma));

  const tokenOf = async (efirma: Efirma): Promise<string> => {
    const kept = tokens.get(efirma.certificate.fingerprint256);
    if (kept && kept.until > now().getTime()) return kept.token;
    const token = await signIn(efirma);
    if (token === null) throw new CodedRefusal(NO_ENTRY);
    return token;
  };

  const ask = async (
    efirma: Efirma,
    { operation, ...call }: Omit<SoapCall, 'body'> & SignedRequest,
  ): Promise<string> => {
    const token = await tokenOf(efirma);
    const body = signedRequest(efirma, { operation, element: call.element, attributes: call.attributes });
    const answer = await post({ ...call, token, body });
    const text = answer.body.toString('utf8');
    if (answer.status === 200 && !TOKEN_REFUSED.test(text)) return text;
    // It may have been withdrawn.
    tokens.delete(efirma.certificate.fingerprint256);
    throw new SyncUnavailable('the mass download refuses the token');
  };

  return { signIn, ask };
}

export function massDownloadCalls(service: MassDownloadService): MassDownloadCalls {
  const { signIn, ask } = askerOf(service);
  return {
    authenticate: async (efirma) => (await signIn(efirma)) !== null,
    request: async (efirma, { kind, status, type, from, to }) => {
      const operation = 'SolicitaDescargaEmitidos';
      const text = await ask(efirma, {
        origin: service.requests,
        path: '/SolicitaDescargaService.svc',
        action: `${names.service}/ISolicitaDescargaService/${operation}`,
        operation,
        element: 'solicitud',
        attributes: {
          EstadoComprobante: status,
          FechaFinal: civilTime(to),
          FechaInicial: civilTime(from),
          RfcEmisor: efirma.rfc,
          RfcSolicitante: efirma.rfc,
          TipoComprobante: type,
          TipoSolicitud: kind,
        },
        isRepeatable: false,
      });
      return attribute(accepted(text, operation), 'IdSolicitud');
    },
    verify: async (efirma, requestId) => {
      const operation = 'VerificaSolicitudDescarga';
      const text = await ask(efirma, {
        origin: service.requests,
        path: '/VerificaSolicitudDescargaService.svc',
        action: `${names.service}/IVerificaSolicitudDescargaService/${operation}`,
        operation,
        element: 'solicitud',
        attributes: { IdSolicitud: requestId, RfcSolicitante: efirma.rfc },
        isRepeatable: true,
      });
      const result = accepted(text, operation);
      return {
        state: attribute(result, 'EstadoSolicitud'),
        code: result.attributes.get('CodigoEstadoSolicitud') ?? '',
        packages: childrenOf(result, names.service, 'IdsPaquetes').map(({ children }) => children.join('').trim()),
      };
    },
    download: async (efirma, packageId) => {
      const text = await ask(efirma, {
        origin: service.packages,
        path: '/DescargaMasivaService.svc',
        action: `${names.service}/IDescargaMasivaTercerosService/Descargar`,
        operation: 'PeticionDescargaMasivaTercerosEntrada',
        element: 'peticionDescarga',
        attributes: { IdPaquete: packageId, RfcSolicitante: efirma.rfc },
        isRepeatable: false,
      });
      return packageIn(text);
    },
  };
}

interface SoapCall {
  readonly origin: MassDownloadService['requests'];
  readonly path: string;
  readonly action: string;
  readonly body: string;
  readonly token?: string;
  readonly isRepeatable: boolean;
}

/** The root of a SOAP answer; none for anything else. */
function rootsOf(text: string): XmlElement[] {
  const tree = parseXml(text);
  return tree.ok && tree.root.uri === names.soap && tree.root.local === 'Envelope' ? [tree.root] : [];
}

/** The single element at a path whose first step is in the namespace of SOAP; null without one. */
function elementAt(
  root: XmlElement | undefined,
  uri: string,
  [first = '', ...rest]: readonly string[],
): XmlElement | null {
  let found: XmlElement | undefined = root && childrenOf(root, names.soap, first)[0];
  for (const local of rest) found = found && childrenOf(found, uri, local)[0];
  return found ?? null;
}

function textAt(root: XmlElement | undefined, uri: string, steps: readonly string[]): string | null {
  const text = elementAt(root, uri, steps)?.children.join('').trim();
  return text === undefined || text === '' ? null : text;
}

/** The result of an operation. Throws CodedRefusal without the code of success. */
function accepted(text: string, operation: string): XmlElement {
  const [root] = rootsOf(text);
  return withCode(elementAt(root, names.service, ['Body', `${operation}Response`, `${operation}Result`]));
}

function withCode(element: XmlElement | null): XmlElement {
  if (element === null) throw new SyncUnavailable('the mass download answered something else');
  const code = attribute(element, 'CodEstatus');
  if (code !== ACCEPTED) throw new CodedRefusal(code);
  return element;
}

function attribute(element: XmlElement, name: string): string {
  const value = element.attributes.get(name);
  if (value === undefined || value === '') throw new SyncUnavailable(`the mass download answered without ${name}`);
  return value;
}

/** The bytes of a package, which is too long for a parser of XML. */
function packageIn(text: string): Buffer {
  const start = text.indexOf(PACKAGE.start);
  const end = text.lastIndexOf(PACKAGE.end);
  const isFound = start >= 0 && end > start;
  const content = isFound ? text.slice(start + PACKAGE.start.length, end) : '';
  const [root] = rootsOf(isFound ? text.slice(0, start) + text.slice(end + PACKAGE.end.length) : text);
  withCode(elementAt(root, names.service, ['Header', 'respuesta']));
  if (content === '') throw new SyncUnavailable('the mass download answered without a package');
  return Buffer.from(content, 'base64');
}
