import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { type BrokenKind, breakInvoice } from '@anticipa/sandbox/broken-invoices';
import { type InvoiceSpec, makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { type DemoParty, type DemoReceiver, domesticReceivers, foreignReceivers } from '@anticipa/sandbox/demo-parties';
import { type DemoPki, openDemoPki } from '@anticipa/sandbox/pki';

/** A file for a Playwright file input or a drop. */
export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The demo authority in the data folder of the run's portal. */
const pkiOfRun = (): Promise<DemoPki> => openDemoPki(process.env.E2E_DATA_DIR ?? '');

/** Today in Mexico City. */
export const today = (): IsoDate =>
  dateOf(new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date()));

/** DD/MM/YYYY. */
export const written = (date: string): string => date.split('-').toReversed().join('/');

const receiver = (list: readonly DemoReceiver[], place: number): DemoReceiver => {
  const found = list[place];
  if (!found) throw new Error(`the demo has no receiver ${place}`);
  return found;
};

/** Receivers of the demo. A journey that selects a whole tile needs a receiver of its own. */
export const receivers = {
  // One per product and currency, so that a mixed sale is a selection of tiles.
  biMxn: receiver(domesticReceivers, 1),
  biUsd: receiver(domesticReceivers, 2),
  fbMxn: receiver(domesticReceivers, 3),
  fbUsd: receiver(foreignReceivers, 0),
  other: receiver(domesticReceivers, 5),
  // The same products and currencies, for the other journeys.
  spareBiMxn: receiver(domesticReceivers, 10),
  spareFbMxn: receiver(domesticReceivers, 0),
  pending: receiver(domesticReceivers, 9),
  canadian: receiver(foreignReceivers, 1),
  german: receiver(foreignReceivers, 2),
} as const;

type SpecOf = (index: number) => Partial<InvoiceSpec>;

interface Batch {
  readonly count: number;
  readonly seed: number;
  /** Kind of the n-th file, counted from 0. */
  readonly specOf: SpecOf;
}

/** Valid invoices of a client. They state no term unless their kind does. */
export async function validFiles(issuer: DemoParty, { count, seed, specOf }: Batch): Promise<PickedFile[]> {
  const pki = await pkiOfRun();
  const made = await makeInvoices({
    pki,
    issuer,
    count,
    seed,
    today: today(),
    override: (index) => ({ conditions: null, ...specOf(index) }),
  });
  return made.map(({ name, bytes }) => ({ name, mimeType: 'text/xml', buffer: Buffer.from(bytes) }));
}

/** Ten kinds of files that are refused. */
const tenKinds = [
  'not-xml',
  'doctype',
  'truncated',
  'pipe-in-attribute',
  'not-stamped',
  'credit-note',
  'other-issuer',
  'foreign-authority',
  'total-altered',
  'stamp-of-another',
] as const satisfies readonly BrokenKind[];

/** `each` files of each of the ten kinds. */
export async function brokenFiles(issuer: DemoParty, each: number, seed: number): Promise<PickedFile[]> {
  const pki = await pkiOfRun();
  const wanted = tenKinds.flatMap((kind) => Array.from({ length: each }, (_, index) => ({ kind, seed: seed + index })));
  return Promise.all(
    wanted.map(async (broken) => {
      const made = await breakInvoice(broken.kind, {
        pki,
        issuer,
        seed: broken.seed,
        today: today(),
      });
      return { name: `${broken.kind}-${broken.seed}.xml`, mimeType: 'text/xml', buffer: Buffer.from(made.bytes) };
    }),
  );
}
