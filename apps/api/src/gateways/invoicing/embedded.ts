/**
 * The demo's provider: issues valid CFDI 4.0 of the demo lender, sealed and stamped with the keys in `DATA_DIR/demo-pki`. It
 * refuses what a certified one refuses.
 */
import { createHash, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cfdiTime } from '@anticipa/cfdi/local-time';
import { type PaidBalances, paidBalances } from '@anticipa/cfdi/paid-balances';
import { textOf } from '@anticipa/cfdi/rule-parts';
import { refusalsOf, refusedConcepts } from '@anticipa/cfdi/stamp-rules';
import { demoLender, demoPki } from '@anticipa/cfdi/trust-store';
import { type Signer, sealInvoice, stampInvoice, writeXml, type XmlDraft } from '@anticipa/cfdi/write';
import { parseXml } from '@anticipa/cfdi/xml-tree';
import { comprobante, VERSION } from './draft.ts';
import { paymentComprobante } from './payment-draft.ts';
import {
  type InvoiceOrder,
  type InvoicingPort,
  InvoicingRefused,
  InvoicingUnavailable,
  type IssuedInvoice,
} from './port.ts';

const PROVIDER_RFC = 'PDA200115K27';

interface Place {
  readonly dataDir: string;
  readonly now: () => Date;
  readonly balances: PaidBalances;
}

export function embeddedInvoicing(place: Omit<Place, 'balances'>): InvoicingPort {
  // The memory is lost with the program.
  const balances = paidBalances();
  return {
    issue: (order) => issueIn({ ...place, balances }, order, comprobante(order)),
    issuePayment: (order) => issueIn({ ...place, balances }, order, paymentComprobante(order)),
    // There is no receiver who must agree.
    cancel: ({ uuid }) => {
      balances.cancel(uuid);
      return Promise.resolve('cancelled');
    },
  };
}

async function issueIn(
  { dataDir, now, balances }: Place,
  { id, emittedAt }: Pick<InvoiceOrder, 'id' | 'emittedAt'>,
  unsealed: XmlDraft,
): Promise<IssuedInvoice> {
  const tree = parseXml(writeXml(unsealed));
  const refusals = tree.ok
    ? [...refusalsOf(tree.root, { now: cfdiTime(now()) }), ...balances.refusalsOf(tree.root)]
    : [];
  const [refusal] = refusals;
  if (refusal) throw new InvoicingRefused(textOf(refusal), refusedConcepts(refusals));
  const folder = join(dataDir, demoPki.folder);
  const [lender, authority] = await Promise.all([signerIn(folder, demoLender.keys), signerIn(folder, 'stamp')]);
  const uuid = uuidOf(id);
  if (tree.ok) balances.record(tree.root, uuid);
  const data = { uuid, stampedAt: emittedAt, providerRfc: PROVIDER_RFC };
  const stamped = stampInvoice(sealInvoice(unsealed, VERSION, lender), data, authority);
  return { uuid, xml: Buffer.from(writeXml(stamped), 'utf8') };
}

async function signerIn(folder: string, name: string): Promise<Signer> {
  try {
    const [certificate, key] = await Promise.all([
      readFile(join(folder, `${name}.cer`)),
      readFile(join(folder, `${name}.pem`)),
    ]);
    return { certificate, privateKey: createPrivateKey(key) };
  } catch (cause) {
    throw new InvoicingUnavailable(`the demo has no keys named ${name}`, { cause });
  }
}

/** Derived from the order, so that a repeated order yields the same invoice. */
function uuidOf(id: string): string {
  const hex = createHash('sha256').update(`interest invoice ${id}`).digest('hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) % 4) + 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ]
    .join('-')
    .toUpperCase();
}
