/** Reads mutated invoices and compares each accepted one with the reading of another XML parser. */
import { type CfdiVerdict, type VerifyRules, verifyFile } from '@anticipa/cfdi/verify';
import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import type { MadeInvoice } from './cfdi-generator.ts';
import { mutated } from './mutations.ts';

/** A hang, not a busy machine. */
const MAX_MS = 5_000;

export interface FuzzResult {
  readonly accepted: number;
  readonly refused: number;
  /** The longest that one file took. */
  readonly slowestMs: number;
}

const collapsed = (text: string | null | undefined): string | null => text?.replace(/\s+/g, ' ').trim() || null;

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** The figures and parties of an XML file, read without our parser. */
function readApart(bytes: Uint8Array) {
  // White space and byte-order marks before the declaration are tolerated.
  const text = Buffer.from(bytes).toString('utf8').trimStart();
  const root = new DOMParser({ onError: () => undefined }).parseFromString(text, 'text/xml').documentElement;
  const inside = (parent: Element | null | undefined, local: string): Element[] =>
    [...(parent?.childNodes ?? [])].filter(isElement).filter(({ localName }) => localName === local);
  const stamps = inside(root, 'Complemento').flatMap((complement) => inside(complement, 'TimbreFiscalDigital'));
  return {
    total: collapsed(root?.getAttribute('Total')),
    currency: collapsed(root?.getAttribute('Moneda')),
    emittedAt: collapsed(root?.getAttribute('Fecha')),
    issuer: collapsed(inside(root, 'Emisor')[0]?.getAttribute('Rfc')),
    receiver: collapsed(inside(root, 'Receptor')[0]?.getAttribute('Rfc')),
    uuid: collapsed(stamps[0]?.getAttribute('UUID'))?.toUpperCase() ?? null,
  };
}

function disagreement(bytes: Uint8Array, verdict: CfdiVerdict & { readonly ok: true }): string | null {
  const { cfdi } = verdict;
  const { total, currency, emittedAt, uuid } = cfdi;
  const ours = { total, currency, emittedAt, issuer: cfdi.issuer.rfc, receiver: cfdi.receiver.rfc, uuid };
  const [mine, theirs] = [JSON.stringify(ours), JSON.stringify(readApart(bytes))];
  return mine === theirs ? null : `read ${mine} where another parser reads ${theirs}`;
}

/**
 * Reads `count` mutations of the invoices, from the seed on. Throws with the seed of the first that crashes the reader,
 * hangs it, or is accepted with other figures than another parser reads.
 */
export function fuzz(
  invoices: readonly MadeInvoice[],
  rules: VerifyRules,
  { count, seed }: { readonly count: number; readonly seed: number },
): FuzzResult {
  let [accepted, slowestMs] = [0, 0];
  for (let at = seed; at < seed + count; at += 1) {
    const invoice = invoices[at % invoices.length];
    if (invoice === undefined) throw new RangeError('no invoice to mutate');
    const bytes = mutated(invoice.bytes, String(at));
    const startedAt = performance.now();
    const verdict = verifyFile(bytes, rules);
    const took = performance.now() - startedAt;
    slowestMs = Math.max(slowestMs, took);
    const problem = verdict.ok ? disagreement(bytes, verdict) : null;
    if (took > MAX_MS) throw new Error(`seed ${at}: reading took ${Math.round(took)} ms`);
    if (problem !== null) throw new Error(`seed ${at}: ${problem}`);
    if (verdict.ok) accepted += 1;
  }
  return { accepted, refused: count - accepted, slowestMs };
}
