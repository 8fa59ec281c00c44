/**
 * The tax authority's public status service ('consulta CFDI'), SOAP 1.1 without credentials. Source: version 1.4 of its
 * manual. Its answers are untrusted input: size-limited, parsed strictly, and used only if complete.
 */
import { printedExpression } from '@anticipa/cfdi/qr';
import { childrenOf, parseXml, type XmlElement } from '@anticipa/cfdi/xml-tree';
import { noTaxAnswer, type TaxAnswer, type TaxStatus } from '@anticipa/domain/invoice-entry';
import { callOutside, circuitBreaker, type OutsideOptions } from '../../platform/outside/outside-call.ts';
import type { TaxStatusPort } from './port.ts';

export interface TaxStatusOptions extends OutsideOptions {
  /**
   * URL of the service, for example `https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc`, or null if
   * unknown. Called for each request, because the demo's stand-in may start later than the portal.
   */
  readonly address: () => Promise<string | null>;
  /** Milliseconds for all invoices of a sale. Defaults to 5000. */
  readonly saleDeadlineMs?: number;
}

const DEADLINE_MS = 5_000;
const SALE_DEADLINE_MS = 5_000;
/** Real answers are below 1 kB. */
const MAX_ANSWER_BYTES = 64 * 1024;

const SOAP_ACTION = 'http://tempuri.org/IConsultaCFDIService/Consulta';
const namespaces = {
  soap: 'http://schemas.xmlsoap.org/soap/envelope/',
  service: 'http://tempuri.org/',
  answer: 'http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio',
} as const;

export function taxStatusOver(options: TaxStatusOptions): TaxStatusPort {
  const { address, deadlineMs = DEADLINE_MS, saleDeadlineMs = SALE_DEADLINE_MS } = options;
  const { circuit = circuitBreaker() } = options;
  return {
    saleDeadlineMs,
    check: async (invoice) => {
      if (!circuit.allows()) return noTaxAnswer;
      const answer = await ask(await address().catch(() => null), deadlineMs, envelope(printedExpression(invoice)));
      circuit.record(answer.status !== 'unreachable', 'no valid answer');
      return answer;
    },
  };
}

async function ask(url: string | null, deadlineMs: number, body: string): Promise<TaxAnswer> {
  if (url === null) return noTaxAnswer;
  try {
    const bytes = await post(new URL(url), body, deadlineMs);
    return bytes === null ? noTaxAnswer : answerIn(bytes);
  } catch {
    return noTaxAnswer;
  }
}

/** The body of a successful XML answer, otherwise null. Throws NoAnswer. */
async function post(url: URL, body: string, deadlineMs: number): Promise<Buffer | null> {
  const headers = { 'content-type': 'text/xml; charset=utf-8', SOAPAction: SOAP_ACTION };
  const call = {
    method: 'POST',
    url,
    headers,
    body,
    deadlineMs,
    maxBytes: MAX_ANSWER_BYTES,
    isRepeatable: true,
  } as const;
  const answer = await callOutside(call);
  const isXml = /^text\/xml\b/i.test(answer.headers['content-type'] ?? '');
  return answer.status === 200 && isXml ? answer.body : null;
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const envelope = (expression: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>` +
  `<soapenv:Envelope xmlns:soapenv="${namespaces.soap}" xmlns:tem="${namespaces.service}"><soapenv:Header/><soapenv:Body>` +
  `<tem:Consulta><tem:expresionImpresa>${escapeText(expression)}</tem:expresionImpresa></tem:Consulta>` +
  `</soapenv:Body></soapenv:Envelope>`;

/** The parsed answer; `noTaxAnswer` for anything but a complete, well-formed one. */
function answerIn(bytes: Uint8Array): TaxAnswer {
  const text = decoded(bytes);
  const tree = text === null ? null : parseXml(text);
  if (!tree?.ok || tree.root.local !== 'Envelope' || tree.root.uri !== namespaces.soap) return noTaxAnswer;
  const result = [
    [namespaces.soap, 'Body'],
    [namespaces.service, 'ConsultaResponse'],
    [namespaces.service, 'ConsultaResult'],
  ].reduce<XmlElement | null>((parent, [uri = '', local = '']) => parent && only(parent, uri, local), tree.root);
  return result === null ? noTaxAnswer : answerOf(result);
}

const cancelables: ReadonlyMap<string, TaxAnswer['cancelable']> = new Map([
  ['No cancelable', 'no'],
  ['Cancelable sin aceptación', 'without-acceptance'],
  ['Cancelable con aceptación', 'with-acceptance'],
]);

const IN_PROCESS = 'En proceso';
const cancellations: ReadonlyMap<string, TaxAnswer['cancellation']> = new Map([
  [IN_PROCESS, 'in-process'],
  ['Solicitud rechazada', 'refused'],
  ['Cancelado con aceptación', 'accepted'],
  ['Plazo vencido', 'lapsed'],
  ['Cancelado sin aceptación', 'without-acceptance'],
]);

/** 201: neither the issuer nor the company on whose behalf it invoices. Every other code is a listed one. */
const UNLISTED = new Set(['200', '201']);

function answerOf(result: XmlElement): TaxAnswer {
  const [cancelable = '', cancellation = '', efos = ''] = ['EsCancelable', 'EstatusCancelacion', 'ValidacionEFOS'].map(
    (name) => fieldOf(result, name) ?? '',
  );
  const status = statusOf(result);
  if (status === 'unreachable') return noTaxAnswer;
  return {
    status,
    cancelable: cancelables.get(cancelable) ?? null,
    cancellation: cancellations.get(cancellation) ?? null,
    isIssuerListed: efos === '' ? null : !UNLISTED.has(efos),
  };
}

function statusOf(result: XmlElement): TaxStatus {
  const [code, state, cancellation] = ['CodigoEstatus', 'Estado', 'EstatusCancelacion'].map((name) =>
    fieldOf(result, name),
  );
  if (code === 'N - 602: Comprobante no encontrado.' && state === 'No Encontrado') return 'no-encontrado';
  if (!code?.startsWith('S - ')) return 'unreachable';
  if (state === 'Cancelado') return 'cancelado';
  if (state === 'No Encontrado') return 'no-encontrado';
  if (state !== 'Vigente' || cancellation === null || cancellation === undefined) return 'unreachable';
  return cancellation === IN_PROCESS ? 'cancelacion-en-proceso' : 'vigente';
}

/** The text of a field; null if absent, ambiguous or not a text. */
function fieldOf(result: XmlElement, name: string): string | null {
  const field = only(result, namespaces.answer, name);
  return field && textOf(field);
}

/** The only child of that name; null if absent or ambiguous. */
function only(parent: XmlElement, uri: string, local: string): XmlElement | null {
  const found = childrenOf(parent, uri, local);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The text of an element; null if it contains elements. */
const textOf = (element: XmlElement): string | null =>
  element.children.some((child) => typeof child !== 'string') ? null : element.children.join('').trim();

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
