/** Files that must be refused, each with exactly one defect and the expected motive. */
import { MAX_DEPTH, MAX_FILE_BYTES } from '@anticipa/cfdi/limits';
import { type Signer, sealInvoice, stampInvoice, withAttributes, writeXml, type XmlDraft } from '@anticipa/cfdi/write';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import type { Motive } from '@anticipa/domain/motives';
import {
  fileOf,
  type InvoiceSpec,
  invoiceDraft,
  type MadeInvoice,
  makeInvoice,
  specAt,
  stampData,
} from './cfdi-generator.ts';
import { type DemoParty, demoClients, demoReceivers } from './demo-parties.ts';
import type { DemoPki, Flaw } from './pki.ts';
import { uuidFrom } from './random.ts';

export interface BrokenInvoice extends MadeInvoice {
  readonly kind: BrokenKind;
  readonly motive: Motive;
}

export interface BreakOptions {
  readonly pki: DemoPki;
  /** The uploading client. */
  readonly issuer: DemoParty;
  readonly seed: number;
  readonly today: IsoDate;
  /** Defaults to 4.0. */
  readonly version?: InvoiceSpec['version'];
}

interface Materials {
  readonly options: BreakOptions;
  readonly spec: InvoiceSpec;
  readonly sealer: Signer;
}
interface Recipe {
  readonly motive: Motive;
  readonly make: (materials: Materials) => Promise<Uint8Array> | Uint8Array;
}

const PUBLIC_RFC = 'XAXX010101000';

/** A valid invoice whose text is changed after sealing and stamping. */
const edited =
  (change: (text: string) => string) =>
  ({ spec, sealer, options }: Materials): Uint8Array =>
    Buffer.from(change(Buffer.from(makeInvoice(spec, sealer, options.pki.stamp).bytes).toString('utf8')), 'utf8');

/** A properly sealed and stamped invoice with a changed spec. */
const withSpec =
  (change: (materials: Materials) => Partial<InvoiceSpec>) =>
  (materials: Materials): Uint8Array =>
    makeInvoice({ ...materials.spec, ...change(materials) }, materials.sealer, materials.options.pki.stamp).bytes;

/** Properly sealed and stamped, with attributes that the generator would not write. */
const sealedWith =
  (odd: XmlDraft['attributes']) =>
  ({ spec, sealer, options }: Materials): Uint8Array => {
    const sealed = sealInvoice(withAttributes(invoiceDraft(spec), odd), spec.version, sealer);
    return fileOf(spec, stampInvoice(sealed, stampData(spec), options.pki.stamp)).bytes;
  };

const sealedBy =
  (flaw: Flaw) =>
  async ({ spec, options }: Materials): Promise<Uint8Array> =>
    makeInvoice(spec, await options.pki.flawedSealerFor(options.issuer, flaw), options.pki.stamp).bytes;

/** Changed after sealing but before stamping, so only the seal is broken. */
const changedBeforeStamp =
  (change: (sealed: XmlDraft) => XmlDraft) =>
  ({ spec, sealer, options }: Materials): Uint8Array => {
    const sealed = change(sealInvoice(invoiceDraft(spec), spec.version, sealer));
    return fileOf(spec, stampInvoice(sealed, stampData(spec), options.pki.stamp)).bytes;
  };

const bytes = (text: string): Uint8Array => Buffer.from(text, 'utf8');
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';
const asDeclared = (text: string, doctype: string): string => text.replace(DECLARATION, `${DECLARATION}${doctype}`);
const billionLaughs = `<!DOCTYPE b [<!ENTITY a "ja">${'bcdefghij'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[at]};`.repeat(10)}">`)
  .join('')}]>`;

const recipes = {
  'not-xml': { motive: 'FILE_NOT_XML', make: () => bytes('%PDF-1.7\n%âãÏÓ\n1 0 obj\n') },
  empty: { motive: 'FILE_EMPTY', make: () => new Uint8Array() },
  'too-large': {
    motive: 'FILE_TOO_LARGE',
    make: edited((text) => text + ' '.repeat(MAX_FILE_BYTES + 1 - Buffer.byteLength(text))),
  },
  'wrong-encoding': {
    motive: 'XML_ENCODING',
    make: (materials) =>
      Buffer.concat([
        edited((text) => text.replace('</cfdi:Comprobante>', ''))(materials),
        Buffer.from('\xff>', 'latin1'),
      ]),
  },
  doctype: {
    motive: 'XML_DOCTYPE',
    make: edited((text) => asDeclared(text, '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]>')),
  },
  'entity-expansion': { motive: 'XML_DOCTYPE', make: edited((text) => asDeclared(text, billionLaughs)) },
  truncated: { motive: 'XML_MALFORMED', make: edited((text) => text.slice(0, Math.floor(text.length / 2))) },
  'too-deep': {
    motive: 'XML_TOO_COMPLEX',
    make: edited((text) =>
      text.replace(
        '</cfdi:Comprobante>',
        `<cfdi:Addenda>${'<a>'.repeat(MAX_DEPTH)}${'</a>'.repeat(MAX_DEPTH)}</cfdi:Addenda></cfdi:Comprobante>`,
      ),
    ),
  },
  'pipe-in-attribute': {
    motive: 'XML_PIPE_IN_ATTRIBUTE',
    make: edited((text) => text.replace(/(?: Serie="([^"]*)")? Folio="([^"]*)"/, ' Serie="$1|$2"')),
  },
  'attribute-too-long': {
    motive: 'XML_ATTRIBUTE_TOO_LONG',
    make: edited((text) => text.replace(/ Folio="([^"]*)"/, ` Folio="${'1'.repeat(41)}"`)),
  },
  'not-a-cfdi': { motive: 'NOT_CFDI', make: () => bytes('<?xml version="1.0"?><factura total="100.00"/>') },
  'old-version': {
    motive: 'CFDI_VERSION_UNSUPPORTED',
    make: () => bytes('<Comprobante xmlns="http://www.sat.gob.mx/cfd/3" version="3.2" total="100.00"/>'),
  },
  'impossible-date': {
    motive: 'CFDI_FIELDS_INVALID',
    make: sealedWith({ Fecha: '2026-02-30T10:00:00' }),
  },
  'not-stamped': {
    motive: 'NOT_STAMPED',
    make: ({ spec, sealer }) => bytes(writeXml(sealInvoice(invoiceDraft(spec), spec.version, sealer))),
  },
  'credit-note': { motive: 'NOT_INCOME', make: withSpec(() => ({ type: 'E' })) },
  'other-issuer': {
    motive: 'ISSUER_NOT_CLIENT',
    make: async ({ spec, options }) => {
      const other = Object.values(demoClients).find((client) => client.rfc !== options.issuer.rfc) ?? demoClients.sur;
      return makeInvoice({ ...spec, issuer: other }, await options.pki.sealerFor(other), options.pki.stamp).bytes;
    },
  },
  'receiver-is-issuer': {
    motive: 'RECEIVER_IS_ISSUER',
    make: withSpec(({ spec }) => ({ receiver: { ...spec.issuer, abroad: null } })),
  },
  'receiver-public': {
    motive: 'RECEIVER_GENERIC_PUBLIC',
    make: withSpec(({ spec }) => ({
      receiver: { ...spec.receiver, rfc: PUBLIC_RFC, name: 'PÚBLICO EN GENERAL', abroad: null },
    })),
  },
  'certificate-unreadable': {
    motive: 'CERTIFICATE_UNREADABLE',
    make: changedBeforeStamp((sealed) => withAttributes(sealed, { Certificado: 'Tm8gc295IHVuIGNlcnRpZmljYWRv' })),
  },
  'certificate-misnamed': {
    motive: 'CERTIFICATE_NOT_SEALING',
    make: changedBeforeStamp((sealed) => withAttributes(sealed, { NoCertificado: '30001000000500003416' })),
  },
  'sealed-with-e-firma': { motive: 'CERTIFICATE_NOT_SEALING', make: sealedBy('personal') },
  'certificate-of-another': { motive: 'CERTIFICATE_NOT_ISSUER', make: sealedBy('other-holder') },
  'certificate-expired': { motive: 'CERTIFICATE_NOT_VALID_ON_DATE', make: sealedBy('expired') },
  'foreign-authority': { motive: 'CERTIFICATE_UNTRUSTED', make: sealedBy('foreign-authority') },
  'forged-authority': { motive: 'CERTIFICATE_UNTRUSTED', make: sealedBy('forged-authority') },
  'total-altered': {
    motive: 'SEAL_BROKEN',
    make: changedBeforeStamp((sealed) => withAttributes(sealed, { Total: `9${sealed.attributes.Total ?? ''}` })),
  },
  'total-not-sum': {
    motive: 'TOTAL_NOT_SUM',
    make: sealedWith({ Total: '4999999.00' }),
  },
  'stamp-of-another': {
    motive: 'STAMP_SEAL_MISMATCH',
    make: ({ spec, sealer, options }) => {
      const sealed = sealInvoice(invoiceDraft(spec), spec.version, sealer);
      const other = sealInvoice(invoiceDraft({ ...spec, folio: `${spec.folio}9` }), spec.version, sealer);
      const stamped = stampInvoice(other, stampData(spec), options.pki.stamp);
      return fileOf(spec, { ...sealed, children: [...sealed.children, ...stamped.children.slice(-1)] }).bytes;
    },
  },
  'uuid-altered': {
    motive: 'STAMP_BROKEN',
    make: (materials) =>
      edited((text) => text.replace(materials.spec.uuid, uuidFrom(`${materials.spec.uuid}:forged`)))(materials),
  },
  euros: { motive: 'CURRENCY_UNSUPPORTED', make: withSpec(() => ({ currency: 'EUR', exchangeRate: '20.1234' })) },
  'total-zero': { motive: 'TOTAL_NOT_POSITIVE', make: withSpec(() => ({ totalCents: 0n })) },
  'in-the-future': {
    motive: 'EMITTED_IN_FUTURE',
    make: withSpec(({ options }) => ({ emittedOn: addDays(options.today, 5) })),
  },
  'too-old': {
    motive: 'EMITTED_TOO_OLD',
    make: withSpec(({ options }) => ({ emittedOn: addDays(options.today, -1500) })),
  },
} as const satisfies Readonly<Record<string, Recipe>>;

export type BrokenKind = keyof typeof recipes;
export const brokenKinds = Object.keys(recipes).filter((kind): kind is BrokenKind => kind in recipes);

/** Expected motive of a kind. */
export const motiveOf = (kind: BrokenKind): Motive => recipes[kind].motive;

/** Generates a file of the kind from a seed. */
export async function breakInvoice(kind: BrokenKind, options: BreakOptions): Promise<BrokenInvoice> {
  const recipe: Recipe = recipes[kind];
  const { seed, issuer, today } = options;
  const receiver = demoReceivers[seed % demoReceivers.length];
  const chosen = specAt({ issuer, seed, today }, brokenKinds.indexOf(kind));
  const spec: InvoiceSpec = {
    ...chosen,
    ...(receiver && !receiver.abroad ? { receiver } : {}),
    version: options.version ?? chosen.version,
  };
  const sealer = await options.pki.sealerFor(issuer);
  return {
    name: `${kind}-${seed}.xml`,
    bytes: await recipe.make({ options, spec, sealer }),
    spec,
    kind,
    motive: recipe.motive,
  };
}
