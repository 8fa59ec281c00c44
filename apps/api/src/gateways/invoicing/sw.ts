/**
 * SW Sapien: stamps the CFDI that we seal with the lender's CSD. From the vendor's SDK for Node.js; tested only against our
 * sandbox. Unconfirmed: how long `customid` prevents a second stamp (72 hours by the documents).
 */

import { createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type Signer, sealInvoice, writeXml, type XmlDraft } from '@anticipa/cfdi/write';
import { z } from 'zod';
import { circuitBreaker } from '../../platform/outside/outside-call.ts';
import { comprobante, VERSION } from './draft.ts';
import { issuedInvoice, issuedPayment } from './issued.ts';
import { paymentComprobante } from './payment-draft.ts';
import {
  type Cancellation,
  type CancellationOrder,
  type InvoicingPort,
  InvoicingRefused,
  InvoicingUnavailable,
} from './port.ts';
import {
  bodyAs,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderOptions,
  providerCaller,
} from './provider-call.ts';
import { refusedPlaces } from './refused-places.ts';

export interface SwOptions extends Partial<ProviderOptions> {
  /** For example `https://services.sw.com.mx`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly csd: CsdFiles;
}

/** A token lives two hours. */
const TOKEN_MS = 100 * 60_000;

const authenticated = z.object({ status: z.literal('success'), data: z.object({ token: z.string().min(1) }) });
const stamped = z.object({ status: z.literal('success'), data: z.object({ cfdi: z.string().min(1) }) });
/** The same CFDI was stamped before: it is returned again. */
const stampedBefore = z.object({ message: z.string().startsWith('307'), data: z.object({ cfdi: z.string().min(1) }) });
const cancelled = z.object({
  status: z.literal('success'),
  data: z.object({ uuid: z.record(z.string(), z.string()) }),
});
const refusal = z.object({ message: z.string().catch(''), messageDetail: z.string().nullish() });

export function swInvoicing(options: SwOptions): InvoicingPort {
  const { url, user, password, csd, circuit = circuitBreaker(), ...more } = options;
  const call = providerCaller({ ...more, circuit });
  let token: { readonly text: string; readonly until: number } | null = null;

  const authorization = async (): Promise<string> => {
    if (token === null || performance.now() > token.until) {
      const headers = { 'content-type': 'application/json' };
      const path = new URL('/v2/security/authenticate', url);
      const answer = await call({ method: 'POST', url: path, headers, body: JSON.stringify({ user, password }) });
      token = { text: bodyAs(authenticated, answer).data.token, until: performance.now() + TOKEN_MS };
    }
    return `bearer ${token.text}`;
  };
  const post = async (path: string, { headers, body }: Partial<ProviderCall>): Promise<ProviderAnswer> => {
    const signed = { ...headers, authorization: await authorization() };
    try {
      return await call({ method: 'POST', url: new URL(path, url), headers: signed, ...(body && { body }) });
    } catch (cause) {
      // It may have been withdrawn.
      token = null;
      throw cause;
    }
  };

  const stamp = async (id: string, unsealed: XmlDraft): Promise<Uint8Array> => {
    const { contentType, body } = await multipart(writeXml(sealInvoice(unsealed, VERSION, await readCsd(csd))));
    const headers = { customid: id, 'content-type': contentType };
    const answer = await post('/v4/cfdi33/stamp/v4', { headers, body });
    const before = stampedBefore.safeParse(answer.body);
    if (!before.success && answer.status === 400)
      throw new InvoicingRefused(reasonIn(answer.body), refusedPlaces(unsealed));
    const { cfdi } = before.success ? before.data.data : bodyAs(stamped, answer).data;
    return Buffer.from(cfdi, 'utf8');
  };

  return {
    issue: async (order) => issuedInvoice(order, await stamp(order.id, comprobante(order))),
    issuePayment: async (order) => issuedPayment(order, await stamp(order.id, paymentComprobante(order))),
    cancel: async (order) => {
      const answer = await post(cancellationPath(order), {});
      if (answer.status === 400) throw new InvoicingRefused(reasonIn(answer.body));
      const codes = Object.entries(bodyAs(cancelled, answer).data.uuid);
      const [, code = ''] = codes.find(([uuid]) => uuid.toUpperCase() === order.uuid) ?? [];
      return stateOf(code, order);
    },
  };
}

const cancellationPath = ({ issuer, uuid, motive, substitute }: CancellationOrder): string =>
  ['/cfdi33/cancel', encodeURIComponent(issuer.rfc), uuid, motive, ...(substitute === null ? [] : [substitute])].join(
    '/',
  );

const NOT_FOUND = '205';

/** Codes of the tax authority for one UUID. 201 is a request that was received, not yet a cancellation. */
function stateOf(code: string, { isRecent }: CancellationOrder): Cancellation {
  if (code === '201') return 'requested';
  if (code === '202') return 'cancelled';
  if (code === NOT_FOUND && isRecent) throw new InvoicingUnavailable('the tax authority does not have the CFDI yet');
  throw new InvoicingRefused(`La autoridad respondió ${code}.`);
}

async function multipart(xml: string): Promise<{ readonly contentType: string; readonly body: Uint8Array }> {
  const form = new FormData();
  form.append('xml', new Blob([xml], { type: 'text/xml' }), 'cfdi.xml');
  const encoded = new Response(form);
  return { contentType: encoded.headers.get('content-type') ?? '', body: await encoded.bytes() };
}

function reasonIn(body: unknown): string {
  const { message, messageDetail } = refusal.parse(body ?? {});
  return [message, messageDetail ?? ''].filter((text) => text !== '').join(' · ');
}

export interface CsdFiles {
  /** `.cer`: DER. */
  readonly certificate: string;
  /** `.key`: DER of an encrypted PKCS#8, as the tax authority issues it. */
  readonly key: string;
  readonly password: string;
}

/** Read for each use, so that a renewed CSD needs no restart. Throws InvoicingUnavailable. */
async function readCsd({ certificate, key, password }: CsdFiles): Promise<Signer> {
  try {
    const [cer, der] = await Promise.all([readFile(certificate), readFile(key)]);
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8', passphrase: password });
    return { certificate: cer, privateKey };
  } catch (cause) {
    throw new InvoicingUnavailable('the CSD cannot be read', { cause });
  }
}
