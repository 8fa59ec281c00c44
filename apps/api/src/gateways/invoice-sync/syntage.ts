/**
 * Syntage, which downloads invoices from the tax authority with the taxpayer's CIEC password. Its API version 2020-06-28,
 * from the vendor's OpenAPI document; tested only against our sandbox. The password passes through and is kept nowhere here.
 */
import { ciecStatus } from '@anticipa/domain/sync';
import { z } from 'zod';
import {
  callOutside,
  circuitBreaker,
  jsonOf,
  type OutsideAnswer,
  type OutsideOptions,
} from '../../platform/outside/outside-call.ts';
import {
  type Extraction,
  type ExtractionOrder,
  type InvoiceList,
  type InvoicePage,
  type InvoiceSyncPort,
  type ProviderCredential,
  type RefusedCredential,
  SyncUnavailable,
} from './port.ts';

export interface SyntageOptions extends OutsideOptions {
  /** For example `https://api.syntage.com`; null if no provider is configured. */
  readonly address: () => Promise<string | null>;
  readonly apiKey: () => Promise<string | null>;
  /** Invoices of a page. Defaults to 100. */
  readonly pageSize?: number;
  /** Monotonic milliseconds. Defaults to performance.now. */
  readonly elapsed?: () => number;
}

const DEADLINE_MS = 15_000;
const PAGE_SIZE = 100;
const POLL_MS = 3000;
/** Invoices, and the credit notes that reduce them. */
const INCOME_AND_NOTES = ['I', 'E'];
const MAX_EVENT_PAGES = 20;
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

/** The integration guide and the OpenAPI document differ: both lists of statuses are accepted. Unknown ones still wait. */
const statuses: Readonly<Record<string, ProviderCredential['status']>> = {
  valid: ciecStatus.VALID,
  invalid: ciecStatus.INVALID,
  disabled: ciecStatus.DEACTIVATED,
  deactivated: ciecStatus.DEACTIVATED,
  error: ciecStatus.ERROR,
};

const credential = z
  .object({ id: z.string().min(1), rfc: z.string(), status: z.string() })
  .transform(({ id, rfc, status }) => ({
    credentialId: id,
    rfc,
    status: statuses[status] ?? ciecStatus.PENDING,
    expiresAt: null,
  }));

const extraction = z.object({
  id: z.string().min(1),
  status: z.string(),
  errorCode: z.string().nullish(),
  rateLimitedAt: z.string().nullish(),
});

const invoice = z.object({
  id: z.string().min(1),
  uuid: z.guid(),
  isIssuer: z.boolean(),
  type: z.string().nullish(),
  status: z.string(),
  issuedAt: z.coerce.date(),
});

const members = <T extends z.ZodType>(item: T) =>
  z.object({
    'hydra:member': z.array(item),
    'hydra:view': z.object({ 'hydra:next': z.string().optional() }).optional(),
  });

/** Whether `taxpayer` is an object or its address is not confirmed by the vendor's documents. */
const taxpayer = z
  .union([z.object({ id: z.string() }).transform(({ id }) => id), z.string()])
  .transform((path) => path.slice(path.lastIndexOf('/') + 1));

/** Body of a webhook. */
export const syntageEvent = z.object({ taxpayer });

/** Some events are of no taxpayer. */
const listedEvent = z.object({ taxpayer: taxpayer.nullish(), createdAt: z.coerce.date() });

const eventPage = members(listedEvent);

interface Request {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

type Caller = ReturnType<typeof callerOf>;

/** Calls with the API key, on one circuit. */
function callerOf({ address: addressNow, apiKey: apiKeyNow, deadlineMs = DEADLINE_MS, ...options }: SyntageOptions) {
  const { circuit = circuitBreaker(options.elapsed) } = options;

  const attempt = async ({ method, path, headers, body }: Request): Promise<OutsideAnswer> => {
    const [address, apiKey] = await Promise.all([addressNow(), apiKeyNow()]);
    if (address === null || apiKey === null) throw new Error('no provider of the synchronisation is configured');
    const url = new URL(path, address);
    // A cursor is the provider's text: it must not lead the API key elsewhere.
    if (url.origin !== new URL(address).origin) throw new Error('the address of a page leads to another host');
    const answer = await callOutside({
      method,
      url,
      headers: {
        'x-api-key': apiKey,
        'accept-version': '2020-06-28',
        accept: 'application/ld+json',
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
      deadlineMs,
      maxBytes: MAX_ANSWER_BYTES,
      isRepeatable: method === 'GET',
    });
    if (answer.status === 429 || answer.status >= 500) throw new Error(`status ${answer.status}`);
    return answer;
  };

  /** The answer, if its status is expected. */
  const ask = async (request: Request, expected: readonly number[]): Promise<OutsideAnswer> => {
    if (!circuit.allows()) throw new SyncUnavailable('the provider of the synchronisation keeps failing');
    const answer = await attempt(request).catch((cause: unknown) => {
      circuit.record(false);
      throw new SyncUnavailable('the provider of the synchronisation did not answer', { cause });
    });
    circuit.record(true);
    if (!expected.includes(answer.status))
      throw new SyncUnavailable(`the provider of the synchronisation refused a call: ${answer.status}`);
    return answer;
  };
  const get = async <T extends z.ZodType>(schema: T, path: string, headers?: Request['headers']) =>
    parsed(schema, await ask({ method: 'GET', path, ...(headers && { headers }) }, [200]));
  return { ask, get };
}

export function syntageOver(options: SyntageOptions): InvoiceSyncPort {
  const { pageSize = PAGE_SIZE } = options;
  const { ask, get } = callerOf(options);

  const newestExtraction = async (rfc: string): Promise<Extraction | undefined> => {
    const query = new URLSearchParams({ 'taxpayer.id': rfc, extractor: 'invoice', 'order[createdAt]': 'desc' });
    const list = await get(members(extraction), `/extractions?${query}`);
    return list['hydra:member'].map(toExtraction).find(({ state }) => state === 'running');
  };

  return {
    connectsWith: 'ciec',
    pollMs: POLL_MS,
    submitCredential: async (rfc, { password }) => {
      const body = { type: 'ciec', rfc, password };
      const answer = await ask({ method: 'POST', path: '/credentials', body }, [202, 400, 422]);
      return answer.status === 202 ? parsed(credential, answer) : refusedPassword(answer);
    },
    credential: async (id) => {
      const answer = await ask({ method: 'GET', path: `/credentials/${encodeURIComponent(id)}` }, [200, 404]);
      return answer.status === 404 ? null : parsed(credential, answer);
    },
    newestCredential: async (rfc) => {
      const query = new URLSearchParams({ rfc, type: 'ciec' });
      const list = await get(members(credential), `/credentials?${query}`);
      // A wrong filter is ignored in silence.
      return list['hydra:member'].find((one) => one.rfc === rfc) ?? null;
    },
    removeCredential: async (id) => {
      await ask({ method: 'DELETE', path: `/credentials/${encodeURIComponent(id)}` }, [204, 404]);
    },
    keptCredentials: async () => [],
    startExtraction: async ({ rfc, from, to }: ExtractionOrder) => {
      const period = { from: from.toISOString(), to: to.toISOString() };
      const body = {
        entity: `/entities/${await entityOf(get, rfc)}`,
        extractor: 'invoice',
        options: { types: INCOME_AND_NOTES, period, issued: true, received: false, xml: true, pdf: false },
      };
      const answer = await ask({ method: 'POST', path: '/extractions', body }, [202, 409]);
      if (answer.status === 202) return toExtraction(parsed(extraction, answer));
      const running = await newestExtraction(rfc);
      if (running === undefined) throw new SyncUnavailable('the running extraction cannot be found');
      return running;
    },
    extraction: async (id) => toExtraction(await get(extraction, `/extractions/${encodeURIComponent(id)}`)),
    invoices: async (list) => {
      const path = list.cursor ?? (await firstPage(get, pageSize, list));
      const page = await get(members(invoice), path, { 'x-pagination-style': 'cursor' });
      return toPage(page, list.issuedFrom);
    },
    news: async (since) => {
      const query = new URLSearchParams({ 'createdAt[after]': since.toISOString(), 'order[createdAt]': 'desc' });
      const found = new Set<string>();
      let path: string | undefined = `/events?${query}`;
      for (let pages = 0; path !== undefined && pages < MAX_EVENT_PAGES; pages += 1) {
        const list: z.output<typeof eventPage> = await get(eventPage, path);
        // A wrong filter is ignored in silence.
        const fresh = list['hydra:member'].filter(({ createdAt }) => createdAt >= since);
        for (const { taxpayer: rfc } of fresh) if (rfc) found.add(rfc);
        path = fresh.length < list['hydra:member'].length ? undefined : list['hydra:view']?.['hydra:next'];
      }
      return [...found];
    },
    xml: async (id) => {
      const path = `/invoices/${encodeURIComponent(id)}/cfdi`;
      const { body } = await ask({ method: 'GET', path, headers: { accept: 'text/xml' } }, [200]);
      return body;
    },
  };
}

const violations = z.object({ violations: z.array(z.object({ propertyPath: z.string() })) });

/** A password of a wrong form, which the provider does not even try. Throws SyncUnavailable if it objects to something else. */
function refusedPassword(answer: OutsideAnswer): RefusedCredential {
  const objections = parsed(violations, answer).violations.map(({ propertyPath }) => propertyPath);
  if (!objections.includes('password'))
    throw new SyncUnavailable(`the provider of the synchronisation refused a credential: ${objections.join(', ')}`);
  return { credentialId: null, status: ciecStatus.INVALID, expiresAt: null, why: 'CIEC_WRONG' };
}

/** The provider's id of a taxpayer. */
async function entityOf(get: Caller['get'], rfc: string): Promise<string> {
  const entity = z.object({ id: z.string().min(1), taxpayer: z.object({ id: z.string() }) });
  const list = await get(members(entity), `/entities?${new URLSearchParams({ 'taxpayer.id': rfc })}`);
  const own = list['hydra:member'].find(({ taxpayer }) => taxpayer.id === rfc);
  if (own === undefined) throw new SyncUnavailable('the provider of the synchronisation has no such taxpayer');
  return encodeURIComponent(own.id);
}

/** The address of the first page. */
async function firstPage(
  get: Caller['get'],
  pageSize: number,
  { rfc, issuedFrom, changedSince }: InvoiceList,
): Promise<string> {
  const query = new URLSearchParams({
    isIssuer: 'true',
    'issuedAt[after]': issuedFrom.toISOString(),
    ...(changedSince && { 'updatedAt[after]': changedSince.toISOString() }),
    itemsPerPage: String(pageSize),
  });
  return `/entities/${await entityOf(get, rfc)}/invoices?${query}`;
}

function parsed<T extends z.ZodType>(schema: T, answer: OutsideAnswer): z.output<T> {
  const read = schema.safeParse(jsonOf(answer));
  if (!read.success)
    throw new SyncUnavailable('the provider of the synchronisation answered something else', { cause: read.error });
  return read.data;
}

function toExtraction({ id, status, errorCode, rateLimitedAt }: z.output<typeof extraction>): Extraction {
  return { extractionId: id, state: stateOf(status, errorCode ?? null, rateLimitedAt ?? null) };
}

/** Statuses that are neither an end nor known still run. */
function stateOf(status: string, errorCode: string | null, rateLimitedAt: string | null): Extraction['state'] {
  if (status === 'finished') return 'finished';
  if (!['failed', 'stopped', 'cancelled'].includes(status)) return 'running';
  if (errorCode === 'invalid_credentials') return 'wrong-credential';
  return rateLimitedAt === null ? 'failed' : 'rate-limited';
}

/**
 * The provider filters by one type only, so everything but invoices and credit notes is left out here. An unknown
 * status counts as in force: the tax authority is asked when the invoice is entered.
 */
function toPage(page: z.output<ReturnType<typeof members<typeof invoice>>>, issuedFrom: Date): InvoicePage {
  const invoices = page['hydra:member']
    .filter(
      ({ isIssuer, type, issuedAt }) => isIssuer && INCOME_AND_NOTES.includes(type ?? 'I') && issuedAt >= issuedFrom,
    )
    .map(({ id, uuid, status }) => ({
      invoiceId: id,
      uuid: uuid.toUpperCase(),
      isCancelled: status === 'CANCELADO',
    }));
  return { invoices, next: page['hydra:view']?.['hydra:next'] ?? null };
}
