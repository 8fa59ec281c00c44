/**
 * Stand-in for SW Sapien: the calls that the portal makes, on loopback. It verifies token, certificate and seal of each
 * CFDI, and the CFDI itself as a certified provider does, stamps with the demo PKI, returns the same stamp for the same `customid`, and has scripted faults.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { certificateOf } from '@anticipa/cfdi/certificate';
import { cfdiTime } from '@anticipa/cfdi/local-time';
import { invoiceString } from '@anticipa/cfdi/original-string';
import { paidBalances } from '@anticipa/cfdi/paid-balances';
import { namespaces } from '@anticipa/cfdi/read';
import { textOf } from '@anticipa/cfdi/rule-parts';
import { sealVerifies } from '@anticipa/cfdi/seal';
import { refusalsOf } from '@anticipa/cfdi/stamp-rules';
import { makeTrust, originOf } from '@anticipa/cfdi/trust';
import { draft, stampInvoice, writeXml } from '@anticipa/cfdi/write';
import { attributeOf, childrenOf, parseXml, type XmlElement } from '@anticipa/cfdi/xml-tree';
import type { StampOptions } from './facturama-server.ts';
import { answerWith, type FaultScript, faultScript, type ProviderFault } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';
import type { DemoPki } from './pki.ts';

interface Stamped {
  readonly folio: string;
  readonly uuid: string;
  readonly sha256: string;
  readonly customId: string;
  readonly cfdi: string;
  state: 'active' | 'requested' | 'canceled';
}

export interface SwServer {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly script: FaultScript<ProviderFault>['script'];
  /** Number of calls received whose line `METHOD path` begins with the text. */
  calls(line: string): number;
  /** Series, folio and UUID of all stamped invoices, oldest first. */
  issued(): readonly { readonly folio: string; readonly uuid: string }[];
  /** Withdraws all tokens. */
  forgetTokens(): void;
  /**
   * Sets the tax authority's answer to the following requests: it cancels at once, waits for the receiver, refuses, or
   * does not have the CFDI yet, for which it takes up to 72 hours.
   */
  answerCancellations(answer: SwCancellation): void;
  close(): Promise<void>;
}

type SwCancellation = 'canceled' | 'requested' | 'rejected' | 'not-found';

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const PROVIDER_RFC = 'PDC200115K29';
const CREDENTIALS = { user: 'pruebas@anticipa.demo', password: 'contraseña-de-pruebas' };

const error = (status: number, message: string, data: unknown = null): Answer => ({
  status,
  body: { message, messageDetail: null, data, status: 'error' },
});
const success = (data: unknown): Answer => ({ status: 200, body: { data, status: 'success' } });
const unauthorized = error(401, '401 El token no es válido.');

/** Starts the service on loopback, on a free port. */
export async function startSwServer(
  pki: DemoPki,
  { now = () => new Date(), ...view }: StampOptions = {},
): Promise<SwServer> {
  const faults = faultScript<ProviderFault>();
  const lines: string[] = [];
  const tokens = new Set<string>();
  const records: Stamped[] = [];
  const balances = paidBalances();
  let cancellation: SwCancellation = 'canceled';

  const authenticate = (body: Buffer): Answer => {
    const { user, password } = CREDENTIALS;
    if (body.toString('utf8') !== JSON.stringify({ user, password })) return unauthorized;
    const token = randomBytes(24).toString('base64url');
    tokens.add(token);
    return success({ token, expires_in: 7200, token_type: 'bearer' });
  };
  const stamp = (xml: string, customId: string): Answer => {
    const sha256 = createHash('sha256').update(xml).digest('hex');
    const before = records.find((one) => one.sha256 === sha256);
    if (before) return error(400, '307. El comprobante contiene un timbre previo.', { cfdi: before.cfdi });
    if (records.some((one) => one.customId === customId)) return error(400, 'CFDI3307 - El customid ya se usó.');
    const tree = parseXml(xml);
    const stampedAt = cfdiTime(now());
    const [refusal] = tree.ok
      ? [...refusalsOf(tree.root, { ...view, now: stampedAt }), ...balances.refusalsOf(tree.root)]
      : [];
    const problem = tree.ok
      ? (problemOf(tree.root, pki) ?? (refusal ? textOf(refusal) : null))
      : '301 - XML mal formado.';
    if (!tree.ok || problem !== null) return error(400, problem ?? '');
    const uuid = randomUUID().toUpperCase();
    const folio = [attributeOf(tree.root, 'Serie'), attributeOf(tree.root, 'Folio')].join('-');
    const cfdi = withStamp(xml, tree.root, { uuid, pki, stampedAt });
    records.push({ folio, uuid, sha256, customId, cfdi, state: 'active' });
    balances.record(tree.root, uuid);
    return success({ cfdi, uuid });
  };
  const cancel = ([rfc = '', uuid = '', motive = '', substitute]: readonly string[]): Answer => {
    const record = records.find((one) => one.uuid === uuid && one.cfdi.includes(` Rfc="${rfc.replace('&', '&amp;')}"`));
    const isSubstituted = records.some((one) => one.uuid === substitute && one.cfdi.includes(uuid));
    if (!/^0[1-4]$/.test(motive) || (motive === '01') !== isSubstituted)
      return error(400, 'CACFDI33 - Motivo no válido.');
    const isFound = record !== undefined && cancellation !== 'not-found';
    const code = !isFound ? '205' : record.state === 'canceled' ? '202' : cancellation === 'rejected' ? '204' : '201';
    if (record) balances.cancel(record.uuid);
    if (record && code === '201') record.state = cancellation === 'canceled' ? 'canceled' : 'requested';
    return success({ acuse: '<Acuse/>', uuid: { [uuid]: code } });
  };

  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://sandbox');
    const line = `${request.method} ${pathname}`;
    const body = await buffer(request);
    lines.push(line);
    await answerWith(
      faults.take(request.method, pathname),
      response,
      { unauthorized, refused: error(400, 'CFDI40147 - El domicilio no es del receptor.') },
      async () => {
        if (line === 'POST /v2/security/authenticate') return authenticate(body);
        const [, token = ''] = /^bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
        if (!tokens.has(token)) return unauthorized;
        if (line === 'POST /v4/cfdi33/stamp/v4')
          return stamp(await xmlIn(request, body), String(request.headers.customid ?? ''));
        if (line.startsWith('POST /cfdi33/cancel/'))
          return cancel(pathname.split('/').slice(3).map(decodeURIComponent));
        return error(404, 'No existe.');
      },
    );
  });
  return {
    url: origin,
    ...CREDENTIALS,
    script: faults.script,
    calls: (line) => lines.filter((one) => one.startsWith(line)).length,
    issued: () => records.map(({ folio, uuid }) => ({ folio, uuid })),
    forgetTokens: () => tokens.clear(),
    answerCancellations: (answer) => {
      cancellation = answer;
    },
    close,
  };
}

/** The field `xml` of a multipart form. */
async function xmlIn({ headers }: IncomingMessage, body: Buffer): Promise<string> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
    .formData()
    .catch(() => new FormData());
  const file = form.get('xml');
  return file instanceof Blob ? await file.text() : '';
}

/** Why a sealed CFDI is not stamped; null if it is. */
function problemOf(root: XmlElement, pki: DemoPki): string | null {
  const text = invoiceString('4.0', root);
  const certificate = certificateOf(attributeOf(root, 'Certificado') ?? '');
  const [issuer] = childrenOf(root, namespaces['4.0'], 'Emisor');
  const trust = makeTrust({ authorities: [pki.authorityCertificate], stampCertificates: [] });
  if (text === null || !certificate || originOf(certificate, trust) !== 'trusted')
    return '308 - Certificado no válido.';
  if (certificate.rfc !== (issuer && attributeOf(issuer, 'Rfc'))) return '303 - El sello no es del emisor.';
  if (!sealVerifies(text, attributeOf(root, 'Sello') ?? '', certificate.publicKey)) return '302 - Sello mal formado.';
  return null;
}

function withStamp(
  xml: string,
  root: XmlElement,
  { uuid, pki, stampedAt }: { readonly uuid: string; readonly pki: DemoPki; readonly stampedAt: string },
): string {
  const bare = draft('cfdi:Comprobante', { Sello: attributeOf(root, 'Sello') ?? '' });
  const data = { uuid, stampedAt, providerRfc: PROVIDER_RFC };
  const [complement] = stampInvoice(bare, data, pki.stamp).children;
  if (!complement) throw new Error('a stamped CFDI has a complement');
  const [, text = ''] = writeXml(complement).split('?>');
  const end = '</cfdi:Complemento>';
  if (!xml.includes(end)) return xml.replace('</cfdi:Comprobante>', `${text}</cfdi:Comprobante>`);
  return xml.replace(end, `${text.replace('<cfdi:Complemento>', '').replace(end, '')}${end}`);
}
