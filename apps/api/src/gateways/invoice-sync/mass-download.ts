/**
 * The tax authority's own mass download ('descarga masiva') 1.5, with the e.firma of each taxpayer instead of its CIEC
 * password. A request is answered after minutes to days with packages, which are kept until the taxpayer's next request.
 */
import { parseCertificate } from '@anticipa/cfdi/certificate';
import { ciecStatus } from '@anticipa/domain/sync';
import { z } from 'zod';
import type { SealingKey } from '../../platform/work/sealing.ts';
import { type Efirma, efirmasIn, isInForce, openedEfirma, type Refusals, refusalsIn } from './efirma.ts';
import {
  CodedRefusal,
  type MassDownloadCalls,
  type MassDownloadService,
  massDownloadCalls,
  NO_ENTRY,
  type Question,
} from './mass-download-calls.ts';
import { cancelledIn, cfdiIn, type PackageFolder, packagesIn, uuidsIn } from './packages.ts';
import {
  type Extraction,
  ExtractionGone,
  type InvoiceList,
  type InvoicePage,
  type InvoiceSyncPort,
  type RefusedCredential,
  SyncUnavailable,
} from './port.ts';

export interface MassDownloadOptions extends MassDownloadService {
  /** The kept e.firmas and packages, of API and worker. */
  readonly folder: string;
  /** The one in use first. */
  readonly keys: readonly SealingKey[];
  /** Invoices of a page. Defaults to 100. */
  readonly pageSize?: number;
}

const PAGE_SIZE = 100;
/** A request takes minutes to days. */
const POLL_MS = 5 * 60_000;

const instant = z.iso.datetime().transform((text) => new Date(text));
const part = z.strictObject({
  kind: z.enum(['CFDI', 'Metadata']),
  status: z.enum(['Vigente', 'Cancelado']),
  // Orders of before ask for invoices only.
  type: z.enum(['I', 'E']).default('I'),
  from: instant,
  to: instant,
  requestId: z.string(),
});
type Part = z.output<typeof part>;
/** Contents of an extraction's id: its requests, or the code that refused the first. */
const extractionId = z.strictObject({ rfc: z.string(), parts: z.array(part), refusal: z.string().nullable() });
type Requests = z.output<typeof extractionId>;

/** A package and how many of its invoices were listed. */
const cursor = z.strictObject({
  packages: z.array(z.strictObject({ kind: z.enum(['CFDI', 'Metadata']), id: z.string() })),
  at: z.int(),
  offset: z.int(),
});
type Cursor = z.output<typeof cursor>;

/** Codes of an e.firma that the tax authority does not accept, or no longer. */
const REFUSED_EFIRMA = new Set(['302', '303', '304', '5001']);
/** Codes that it also answers to a sound one while it has trouble: they count once they have lasted. */
const DOUBTED_EFIRMA = new Set([NO_ENTRY, '305']);
/** No such request. */
const NOT_FOUND = '5004';
const TOO_MANY = '5003';
const DAILY_LIMIT = '5011';
/** The package does not exist any more, or was given twice. */
const PACKAGE_GONE = new Set(['5004', '5007', '5008']);

const state = { accepted: '1', inProcess: '2', finished: '3', error: '4', rejected: '5', expired: '6' } as const;

const expiryOf = ({ certificate }: Efirma): Date => new Date(certificate.validTo);

export function massDownload(options: MassDownloadOptions): InvoiceSyncPort {
  const { folder, keys, now, pageSize = PAGE_SIZE } = options;
  const efirmas = efirmasIn(folder, keys);
  const packages = packagesIn(`${folder}/packages`);
  const calls = massDownloadCalls(options);
  const refusals = refusalsIn(folder, now);

  const efirmaOf = async (rfc: string): Promise<Efirma> => {
    const id = await efirmas.newest(rfc);
    const efirma = id === null ? null : await efirmas.kept(id);
    if (efirma === null) throw new SyncUnavailable('no e.firma of the taxpayer is kept');
    return efirma;
  };
  const credential = async (id: string) => {
    const efirma = await efirmas.kept(id);
    if (efirma === null) return null;
    const facts = parseCertificate(efirma.certificate.raw);
    const isGood = facts !== null && isInForce(facts, now());
    return { credentialId: id, status: isGood ? ciecStatus.VALID : ciecStatus.INVALID, expiresAt: expiryOf(efirma) };
  };

  const zipOf = zipsOf(calls, packages, efirmaOf);
  return {
    connectsWith: 'efirma',
    pollMs: POLL_MS,
    submitCredential: async (rfc, given) => {
      const efirma = openedEfirma(rfc, given, now());
      if (typeof efirma === 'string') return refused(efirma);
      if (!(await calls.authenticate(efirma))) return refused('EFIRMA_REFUSED');
      await refusals.forget(rfc);
      return { credentialId: await efirmas.keep(efirma, now()), status: ciecStatus.VALID, expiresAt: expiryOf(efirma) };
    },
    credential,
    newestCredential: async (rfc) => {
      const id = await efirmas.newest(rfc);
      return id === null ? null : credential(id);
    },
    removeCredential: async (id) => {
      const rfc = await efirmas.forget(id);
      if (rfc !== null && (await efirmas.newest(rfc)) === null) await packages.clear(rfc);
    },
    keptCredentials: efirmas.before,
    startExtraction: async ({ rfc, from, to, issuedFrom }) => {
      const efirma = await efirmaOf(rfc);
      await packages.clear(rfc);
      const questions = (['E', 'I'] as const).flatMap((type) => [
        { kind: 'Metadata', status: 'Cancelado', type, from: issuedFrom, to } as const,
        { kind: 'CFDI', status: 'Vigente', type, from, to } as const,
      ]);
      try {
        const parts: Part[] = [];
        for (const question of questions) parts.push(await requested(calls, efirma, question));
        return running({ rfc, parts, refusal: null });
      } catch (cause) {
        if (!(cause instanceof CodedRefusal && (await isRefused(refusals, rfc, cause)))) throw cause;
        return running({ rfc, parts: [], refusal: cause.code });
      }
    },
    extraction: async (id) => {
      const requests = requestsIn(id);
      if (requests.refusal !== null) return { extractionId: id, state: 'wrong-credential' };
      const efirma = await efirmaOf(requests.rfc);
      const states: Extraction['state'][] = [];
      const parts: Part[] = [];
      for (const one of requests.parts) {
        const found = await stateOf(calls, refusals, efirma, one);
        states.push(found === 'too-many' ? 'running' : found);
        parts.push(...(found === 'too-many' ? await halves(calls, efirma, one) : [one]));
      }
      if (!states.includes('wrong-credential')) await refusals.forget(requests.rfc);
      const order = ['wrong-credential', 'failed', 'rate-limited', 'running'] as const;
      return { ...running({ ...requests, parts }), state: order.find((one) => states.includes(one)) ?? 'finished' };
    },
    invoices: async (list) => {
      const { rfc } = list;
      const at = list.cursor === null ? await firstCursor(calls, await efirmaOf(rfc), list) : cursorIn(list.cursor);
      return pageAt(at, { rfc, pageSize, zipOf: (id) => zipOf(rfc, id) });
    },
    news: async () => [],
    xml: async (invoiceId) => {
      const [rfc = '', id = '', uuid = ''] = invoiceId.split('/');
      const bytes = cfdiIn(await zipOf(rfc, id), uuid);
      if (bytes === null) throw new SyncUnavailable('a package lacks an invoice that it listed');
      return bytes;
    },
  };
}

const refused = (why: RefusedCredential['why']): RefusedCredential => ({
  credentialId: null,
  status: ciecStatus.INVALID,
  expiresAt: null,
  why,
});

/** Whether the e.firma is not accepted, and not only for a while. */
const isRefused = async (refusals: Refusals, rfc: string, { code }: CodedRefusal): Promise<boolean> =>
  REFUSED_EFIRMA.has(code) || (DOUBTED_EFIRMA.has(code) && (await refusals.haveLasted(rfc)));

/** Reads packages, of which the last one is remembered: a page is of one. */
function zipsOf(calls: MassDownloadCalls, packages: PackageFolder, efirmaOf: (rfc: string) => Promise<Efirma>) {
  let last: { readonly id: string; readonly zip: Buffer } | null = null;
  const download = async (rfc: string, id: string): Promise<Buffer> => {
    try {
      return await calls.download(await efirmaOf(rfc), id);
    } catch (cause) {
      if (cause instanceof CodedRefusal && PACKAGE_GONE.has(cause.code)) throw new ExtractionGone(cause.message);
      throw cause;
    }
  };
  return async (rfc: string, id: string): Promise<Buffer> => {
    if (last?.id !== id) last = { id, zip: await packages.get(rfc, id, () => download(rfc, id)) };
    return last.zip;
  };
}

const running = (requests: Requests): Extraction => ({ extractionId: JSON.stringify(requests), state: 'running' });

const requestsIn = (id: string): Requests => extractionId.parse(JSON.parse(id));
const cursorIn = (text: string): Cursor => cursor.parse(JSON.parse(text));

const requested = async (calls: MassDownloadCalls, efirma: Efirma, question: Question): Promise<Part> => ({
  ...question,
  requestId: await calls.request(efirma, question),
});

/** 'too-many': more than a request may have. Nothing found is an end like any other. */
async function stateOf(
  calls: MassDownloadCalls,
  refusals: Refusals,
  efirma: Efirma,
  { requestId }: Part,
): Promise<Extraction['state'] | 'too-many'> {
  try {
    const found = await calls.verify(efirma, requestId);
    if (found.state === state.finished) return 'finished';
    if (found.state === state.rejected && found.code === NOT_FOUND) return 'finished';
    if (found.state === state.rejected && found.code === TOO_MANY) return 'too-many';
    // Rejected with 5002 or 5005: the same question was asked before. The next one ends at another second.
    const isOver = [state.error, state.rejected, state.expired].some((one) => one === found.state);
    return isOver ? 'failed' : 'running';
  } catch (cause) {
    if (!(cause instanceof CodedRefusal)) throw cause;
    if (await isRefused(refusals, efirma.rfc, cause)) return 'wrong-credential';
    if (cause.code === DAILY_LIMIT) return 'rate-limited';
    if (cause.code === NOT_FOUND) return 'failed';
    throw cause;
  }
}

/** Requests for the two halves of the period of another. */
async function halves(calls: MassDownloadCalls, efirma: Efirma, { requestId, ...whole }: Part): Promise<Part[]> {
  const middle = new Date(Math.floor((whole.from.getTime() + whole.to.getTime()) / 2000) * 1000);
  const next = new Date(middle.getTime() + 1000);
  return [
    await requested(calls, efirma, { ...whole, to: middle }),
    await requested(calls, efirma, { ...whole, from: next }),
  ];
}

/** The packages of an extraction: what was cancelled before what is in force. */
async function firstCursor(calls: MassDownloadCalls, efirma: Efirma, list: InvoiceList): Promise<Cursor> {
  const packages: Cursor['packages'] = [];
  for (const { kind, requestId } of requestsIn(list.extractionId).parts) {
    const found = await calls.verify(efirma, requestId);
    packages.push(...found.packages.map((id) => ({ kind, id })));
  }
  return { packages, at: 0, offset: 0 };
}

async function pageAt(
  { packages, at, offset }: Cursor,
  { rfc, pageSize, zipOf }: { rfc: string; pageSize: number; zipOf: (id: string) => Promise<Buffer> },
): Promise<InvoicePage> {
  const one = packages[at];
  if (one === undefined) return { invoices: [], next: null };
  const zip = await zipOf(one.id);
  const all =
    one.kind === 'Metadata'
      ? cancelledIn(zip, rfc)
      : uuidsIn(zip).map((uuid) => ({ invoiceId: `${rfc}/${one.id}/${uuid}`, uuid, isCancelled: false }));
  const invoices = all.slice(offset, offset + pageSize);
  const end = offset + pageSize;
  const next: Cursor = end < all.length ? { packages, at, offset: end } : { packages, at: at + 1, offset: 0 };
  return { invoices, next: next.at < packages.length ? JSON.stringify(next) : null };
}
