/** Answers of the stand-in for Syntage to one call, without its transport. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Extraction, StoredInvoice, SyntageRecords } from './syntage-records.ts';

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Bytes of a file instead of JSON. */
  readonly file?: Uint8Array;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  /** One that changes the answer's content. */
  readonly fault: string | null;
}

const RFC = /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/;
const PAGE = 20;
const MAX_PAGE = 1000;
const NOT_FOUND: Answer = { status: 404, body: { message: 'Not Found' } };

const violation = (propertyPath: string, message: string, status = 400): Answer => ({
  status,
  body: {
    '@context': '/contexts/ConstraintViolation',
    '@type': 'ConstraintViolation',
    'hydra:title': 'An error occurred',
    'hydra:description': `${propertyPath}: ${message}`,
    violations: [{ propertyPath, message }],
  },
});

const collection = (path: string, members: readonly unknown[], next: string | null = null): Answer => ({
  status: 200,
  body: {
    '@context': '/contexts/Collection',
    '@id': path,
    '@type': 'hydra:Collection',
    'hydra:member': members,
    'hydra:view': { '@id': path, '@type': 'hydra:PartialCollectionView', ...(next && { 'hydra:next': next }) },
  },
});

/** Effects of the work behind an answer. */
export interface SyntageWork {
  /** Runs it once the credential is checked or the extraction is done. */
  readonly later: (work: () => void) => void;
  /** Called when a taxpayer's first extraction begins. */
  readonly onTaxpayer?: ((rfc: string, records: SyntageRecords) => Promise<void>) | undefined;
}

/** The answer to a call with the right API key. */
export async function answerTo(records: SyntageRecords, call: Call, work: SyntageWork): Promise<Answer> {
  const [noun = '', id, part] = call.path.slice(1).split('/').map(decodeURIComponent);
  const line = `${call.method} ${[noun, id && ':id', part].filter(Boolean).join('/')}`;
  if (line === 'POST credentials') return postCredential(records, call, work);
  if (line === 'GET credentials') {
    const rfc = call.query.get('rfc');
    return collection(call.path, records.credentials.filter((one) => one.rfc === rfc).toReversed());
  }
  if (line === 'GET credentials/:id') return found(records.credentials.find((one) => one.id === id));
  if (line === 'DELETE credentials/:id') return records.removeCredential(id ?? '') ? { status: 204 } : NOT_FOUND;
  if (line === 'GET entities') return entitiesOf(records, call);
  if (line === 'POST extractions') return postExtraction(records, call, work);
  if (line === 'GET extractions') {
    const rfc = call.query.get('taxpayer.id');
    return collection(call.path, records.extractions.filter(({ taxpayer }) => taxpayer.id === rfc).toReversed());
  }
  if (line === 'GET extractions/:id') return found(records.extractions.find((one) => one.id === id));
  if (line === 'GET entities/:id/invoices') return invoicePage(records, call, id ?? '');
  if (line === 'GET invoices/:id/cfdi') {
    const invoice = records.invoices.find((one) => one.id === id);
    if (invoice === undefined || call.headers.accept !== 'text/xml') return NOT_FOUND;
    return { status: 200, file: invoice.xml };
  }
  if (line === 'GET events') return collection(call.path, records.events.toReversed().slice(0, MAX_PAGE));
  return NOT_FOUND;
}

const found = (record: unknown): Answer => (record === undefined ? NOT_FOUND : { status: 200, body: record });

function postCredential(records: SyntageRecords, { body, fault }: Call, { later }: SyntageWork): Answer {
  const rfc = textIn(body, 'rfc');
  const password = textIn(body, 'password');
  if (textIn(body, 'type') !== 'ciec') return violation('type', 'The value you selected is not a valid choice.');
  if (rfc === null || !RFC.test(rfc)) return violation('rfc', 'This value is not valid.');
  if (password === null || password === '' || fault === 'refused-password')
    return violation('password', 'This value is not valid.');
  const { credential, settle } = records.addCredential(rfc, password);
  const accepted = { ...credential };
  later(settle);
  return { status: 202, body: accepted };
}

function entitiesOf(records: SyntageRecords, { path, query }: Call): Answer {
  const rfc = query.get('taxpayer.id') ?? '';
  const isKnown = records.validCredential(rfc) !== undefined || records.invoices.some((one) => one.rfc === rfc);
  return collection(path, isKnown ? [{ id: `entity-${rfc}`, type: 'company', taxpayer: { id: rfc } }] : []);
}

async function postExtraction(records: SyntageRecords, { body }: Call, work: SyntageWork): Promise<Answer> {
  // The deprecated `taxpayer` is not accepted.
  const rfc = /^\/entities\/entity-(.+)$/.exec(textIn(body, 'entity') ?? '')?.[1];
  const options = valueIn(body, 'options');
  const period = valueIn(options, 'period');
  const from = textIn(period, 'from');
  const to = textIn(period, 'to');
  if (rfc === undefined) return violation('entity', 'This value should not be blank.');
  if (textIn(body, 'extractor') !== 'invoice') return violation('extractor', 'This value is not valid.', 422);
  if (valueIn(options, 'xml') !== true || valueIn(options, 'issued') !== true)
    return violation('options', 'Nothing to extract.', 422);
  if (from === null || to === null || from >= to) return violation('options.period', 'This value is not valid.', 422);
  if (records.validCredential(rfc) === undefined) return violation('entity', 'Valid credentials are required.', 422);
  if (records.openExtraction(rfc)) return { status: 409, body: { conflictingExtractors: ['invoice'] } };
  const isFirst = !records.extractions.some(({ taxpayer }) => taxpayer.id === rfc);
  const extraction: Extraction = records.addExtraction(rfc, { from, to });
  const accepted = { ...extraction };
  if (isFirst) await work.onTaxpayer?.(rfc, records);
  work.later(() => records.settleExtraction(extraction));
  return { status: 202, body: accepted };
}

/** One page by cursor, newest id first. Unknown filters are ignored in silence, as the vendor does. */
function invoicePage(records: SyntageRecords, { path, query, headers, fault }: Call, entity: string): Answer {
  const isFilterIgnored = fault === 'ignored-filter';
  if (headers['x-pagination-style'] !== 'cursor') return violation('page', 'Only cursor pagination is supported.');
  const own = records.invoices.filter(({ rfc }) => `entity-${rfc}` === entity).toReversed();
  const after = query.get('issuedAt[after]');
  const updated = query.get('updatedAt[after]');
  const before = query.get('id[lt]');
  const size = Math.min(Number(query.get('itemsPerPage') ?? PAGE), MAX_PAGE);
  const matching = own
    .filter((one) => isFilterIgnored || ((!after || one.issuedAt >= after) && (!updated || one.updatedAt >= updated)))
    .filter((one) => !before || one.id < before);
  const shown = matching.slice(0, size);
  const next = new URLSearchParams(query);
  next.set('id[lt]', shown.at(-1)?.id ?? '');
  const members = shown.map((one, at) => ({
    ...listed(one, true),
    ...(fault === 'unknown-status' && at === 0 && { status: 'EN_REVISION' }),
  }));
  if (isFilterIgnored) members.push(...foreign(own[0]));
  return collection(path, members, matching.length > size ? `${path}?${next}` : null);
}

const listed = ({ id, uuid, type, rfc, issuedAt, updatedAt, status, total }: StoredInvoice, isIssuer: boolean) => ({
  ...{ id, uuid: uuid.toLowerCase(), version: 4, type, isIssuer, isReceiver: !isIssuer, status, total, xml: true },
  ...{ issuer: { rfc }, issuedAt, updatedAt, currency: 'MXN' },
});

/** An invoice that the taxpayer received. */
const foreign = (sample: StoredInvoice | undefined) =>
  sample === undefined ? [] : [listed({ ...sample, id: `${sample.id.slice(0, -1)}f` }, false)];

/** A property of a JSON object; undefined without one. */
export const valueIn = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Object.entries(body).find(([key]) => key === name)?.[1] : undefined;

/** A property that is text; null if it is not. */
export const textIn = (body: unknown, name: string): string | null => {
  const value = valueIn(body, name);
  return typeof value === 'string' ? value : null;
};
