/**
 * Stand-in for Facturama's Multiemisor API: the calls that the portal makes, on loopback. It verifies the password and the
 * fields of each order, and its CFDI as a certified provider does; it seals with the issuer's CSD, stamps with the demo PKI, and
 * has scripted faults. Like the real one it has no idempotency key: the same series and folio sent twice are two invoices.
 */
import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { cfdiTime } from '@anticipa/cfdi/local-time';
import { paidBalances } from '@anticipa/cfdi/paid-balances';
import { type ProviderView, type Refusal, textOf } from '@anticipa/cfdi/rule-parts';
import { refusalsOf } from '@anticipa/cfdi/stamp-rules';
import { sealInvoice, stampInvoice, writeXml } from '@anticipa/cfdi/write';
import { parseXml } from '@anticipa/cfdi/xml-tree';
import type { z } from 'zod';
import { anyOrder, comprobanteOf, type FacturamaOrder, problemsOf, relationOf } from './facturama-orders.ts';
import { answerWith, type FaultScript, faultScript, type ProviderFault } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';
import type { DemoPki } from './pki.ts';

/** Answers of Multiemisor to a cancellation: 'pending' waits for the receiver; 'active' could not be cancelled. */
type Status = 'canceled' | 'pending' | 'active';

interface Issued {
  readonly id: string;
  readonly uuid: string;
  readonly order: FacturamaOrder;
  readonly xml: Buffer;
  status: Status;
}

export interface FacturamaServer {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly script: FaultScript<ProviderFault>['script'];
  /** Number of calls received whose line `METHOD path` begins with the text. */
  calls(line: string): number;
  /** Series, folio and UUID of all stamped invoices, oldest first. */
  issued(): readonly { readonly folio: string; readonly uuid: string; readonly status: Status }[];
  /** Sets the answer to the following cancellations. Defaults to 'canceled'. */
  answerCancellations(status: Status): void;
  close(): Promise<void>;
}

const PROVIDER_RFC = 'PDB200115K28';
const CREDENTIALS = { user: 'anticipa', password: 'contraseña:de-pruebas' };

/** Facts that the provider knows, and its clock. */
export type StampOptions = Partial<Omit<ProviderView, 'now'>> & { readonly now?: () => Date };

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const unauthorized: Answer = {
  status: 401,
  body: { Message: 'Se ha denegado la autorización para esta solicitud.' },
};
const refusedWith = (problems: Readonly<Record<string, string[]>>): Answer => ({
  status: 400,
  body: { Message: 'La solicitud no es válida.', ModelState: problems },
});

/** Starts the service on loopback, on a free port. */
export async function startFacturamaServer(
  pki: DemoPki,
  { now = () => new Date(), ...view }: StampOptions = {},
): Promise<FacturamaServer> {
  const faults = faultScript<ProviderFault>();
  const lines: string[] = [];
  const records: Issued[] = [];
  const balances = paidBalances();
  let cancellation: Status = 'canceled';

  const create = async (body: unknown): Promise<Answer> => {
    const read = anyOrder.safeParse(body);
    if (!read.success) return refusedWith(problemsIn(read.error));
    const problems = problemsOf(read.data);
    if (Object.keys(problems).length > 0) return refusedWith(problems);
    const at = cfdiTime(now());
    const tree = parseXml(writeXml(comprobanteOf(read.data)));
    const refusals = tree.ok ? [...refusalsOf(tree.root, { ...view, now: at }), ...balances.refusalsOf(tree.root)] : [];
    if (refusals.length > 0) return refusedWith(byField(refusals, read.data));
    const record = await issue(pki, read.data, at);
    records.push(record);
    if (tree.ok) balances.record(tree.root, record.uuid);
    return { status: 201, body: { ...shown(record), Complement: { TaxStamp: { Uuid: record.uuid } } } };
  };
  const cancel = (id: string, query: URLSearchParams): Answer => {
    const record = records.find((one) => one.id === id);
    const [motive, replacement] = [query.get('motive') ?? '', query.get('uuidReplacement')];
    if (!record) return { status: 404, body: { Message: 'No se encontró el CFDI.' } };
    if (!/^0[1-4]$/.test(motive)) return refusedWith({ motive: ['El motivo no es válido.'] });
    const hasSubstitute = records.some(({ uuid, order: of }) => uuid === replacement && relationOf(of)?.Type === '04');
    if ((motive === '01') !== hasSubstitute) return refusedWith({ uuidReplacement: ['El sustituto no es válido.'] });
    if (record.status === 'canceled') return refusedWith({ id: ['El CFDI ya está cancelado.'] });
    record.status = cancellation;
    balances.cancel(record.uuid);
    const Message = cancellation === 'active' ? 'El comprobante tiene documentos relacionados.' : '';
    return { status: 200, body: { Status: cancellation, Uuid: record.uuid, Message, AcuseXmlBase64: null } };
  };
  const answerTo = (method: string, { pathname, searchParams }: URL, body: unknown): Answer | Promise<Answer> => {
    const [, kind = '', id = ''] = /^\/(cfdi\/xml\/issuedLite|api-lite\/cfdis)\/([\w-]{22,24})$/.exec(pathname) ?? [];
    if (method === 'POST' && pathname === '/api-lite/3/cfdis') return create(body);
    if (method === 'DELETE' && kind === 'api-lite/cfdis') return cancel(id, searchParams);
    if (method === 'GET' && pathname === '/cfdi') return { status: 200, body: listed(records, searchParams) };
    const found = records.find((record) => record.id === id);
    if (method !== 'GET' || !found) return { status: 404, body: { Message: 'No se encontró el recurso.' } };
    const Content = found.xml.toString('base64');
    return {
      status: 200,
      body: { ContentEncoding: 'base64', ContentType: 'xml', ContentLength: found.xml.length, Content },
    };
  };

  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const { method = 'GET' } = request;
    const line = `${method} ${url.pathname}`;
    const sent = await text(request);
    lines.push(line);
    await answerWith(
      faults.take(method, url.pathname),
      response,
      { unauthorized, refused: refusedWith({ Folio: ['No es válido.'] }) },
      () => (isSignedIn(request) ? answerTo(method, url, bodyOf(request, sent)) : unauthorized),
    );
  });
  return {
    url: origin,
    ...CREDENTIALS,
    script: faults.script,
    calls: (line) => lines.filter((one) => one.startsWith(line)).length,
    issued: () =>
      records.map(({ uuid, status, order: { Serie, Folio } }) => ({ folio: `${Serie}-${Folio}`, uuid, status })),
    answerCancellations: (status) => {
      cancellation = status;
    },
    close,
  };
}

function isSignedIn({ headers }: IncomingMessage): boolean {
  const expected = Buffer.from(`${CREDENTIALS.user}:${CREDENTIALS.password}`);
  const [, given = ''] = /^Basic ([\w+/=]+)$/.exec(headers.authorization ?? '') ?? [];
  const bytes = Buffer.from(given, 'base64');
  return bytes.length === expected.length && timingSafeEqual(bytes, expected);
}

/** Undefined unless it is JSON and declared as such. */
function bodyOf({ headers }: IncomingMessage, sent: string): unknown {
  try {
    return headers['content-type'] === 'application/json' ? JSON.parse(sent) : undefined;
  } catch {
    return undefined;
  }
}

/** A payment complement has no items. */
const byField = (refusals: readonly Refusal[], { CfdiType }: FacturamaOrder): Record<string, string[]> =>
  Object.fromEntries(
    [
      ...Map.groupBy(refusals, ({ concept }) =>
        concept === undefined || CfdiType === 'P' ? 'cfdi' : `Items[${concept}]`,
      ),
    ].map(([field, those]) => [field, those.map(textOf)]),
  );

const problemsIn = ({ issues }: z.ZodError): Record<string, string[]> =>
  Object.fromEntries(issues.map(({ path, message }) => [path.join('.') || 'cfdi', [message]]));

async function issue(pki: DemoPki, of: FacturamaOrder, stampedAt: string): Promise<Issued> {
  const lender = await pki.lenderSealer();
  const sealed = sealInvoice(comprobanteOf(of), '4.0', lender);
  const uuid = randomUUID().toUpperCase();
  const stamped = stampInvoice(sealed, { uuid, stampedAt, providerRfc: PROVIDER_RFC }, pki.stamp);
  return {
    id: randomBytes(17).toString('base64url'),
    uuid,
    order: of,
    xml: Buffer.from(writeXml(stamped)),
    status: 'active',
  };
}

const shown = ({ id, uuid, status, order: { CfdiType, Serie, Folio, Issuer, Receiver } }: Issued) => ({
  Id: id,
  CfdiType,
  Serie,
  Folio,
  Uuid: uuid,
  RfcIssuer: Issuer.Rfc,
  Rfc: Receiver.Rfc,
  Status: status,
  IsActive: status !== 'canceled',
});

/** Unknown filters are ignored. */
const listed = (records: readonly Issued[], query: URLSearchParams) =>
  records
    .filter(({ order: { Serie, Folio, Issuer } }) => {
      const [serie, from, to, rfc] = ['serie', 'folioStart', 'folioEnd', 'rfcIssuer'].map((name) => query.get(name));
      return (
        (!serie || serie === Serie) &&
        (!from || Number(Folio) >= Number(from)) &&
        (!to || Number(Folio) <= Number(to)) &&
        (!rfc || rfc === Issuer.Rfc)
      );
    })
    .map(shown);
