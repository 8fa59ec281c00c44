/** The clients of the month, and their invoices to the same receiver. */
import type { IsoDate } from '@anticipa/domain/calendar';
import { addDays } from '@anticipa/domain/calendar';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import type { DemoParty } from '@anticipa/sandbox/demo-parties';
import type { DemoPki } from '@anticipa/sandbox/pki';
import { type PickedFile, receivers } from './invoices.ts';
import type { NewClient } from './opening-steps.ts';

interface Client extends NewClient {
  readonly issuer: DemoParty;
  /** Series of its invoices, whose folios count from 1. */
  readonly series: string;
  readonly count: number;
  /** Total of each invoice. */
  readonly cents: bigint;
}

const party = (rfc: string, name: string): DemoParty => ({ rfc, name, regime: '601', postalCode: '64000' });

export const zapatos: Client = {
  entityName: 'Zapatos Ñuñoa',
  issuer: party('ZNU150401AB9', 'ZAPATOS ÑUÑOA'),
  administrator: { firstName: 'Zoé', lastName: 'Núñez', email: 'zoe@zapatos.example' },
  clabe: '012180001234567899',
  series: 'Z',
  count: 12,
  cents: 11_600_000n,
};
export const hules: Client = {
  entityName: 'Hules de Toluca',
  issuer: party('HTO160302KL4', 'HULES DE TOLUCA'),
  administrator: { firstName: 'Hilda', lastName: 'Toledo', email: 'hilda@hules.example' },
  clabe: '014180001234567897',
  series: 'H',
  count: 2,
  cents: 5_800_000n,
};
export const telas: Client = {
  entityName: 'Telas Ávila',
  issuer: party('TAV170203MN5', 'TELAS ÁVILA'),
  administrator: { firstName: 'Tania', lastName: 'Ávila', email: 'tania@telas.example' },
  clabe: '072180001234567897',
  series: 'T',
  count: 2,
  cents: 8_700_000n,
};

/** The receiver of every invoice. */
export const receiver = receivers.biMxn;

export const foliosOf = (client: Client | undefined): string[] =>
  Array.from({ length: client?.count ?? 0 }, (_, index) => `${client?.series}-${index + 1}`);

/** The files of a client's invoices, emitted on the day before. */
export async function filesOf({ issuer, series, count, cents }: Client, pki: DemoPki, today: IsoDate) {
  const made = await makeInvoices({
    pki,
    issuer,
    count,
    seed: 1,
    today,
    override: (index) => ({
      receiver,
      currency: 'MXN',
      exchangeRate: null,
      conditions: null,
      series,
      folio: String(index + 1),
      totalCents: cents,
      emittedOn: addDays(today, -1),
    }),
  });
  return made.map(({ name, bytes }): PickedFile => ({ name, mimeType: 'text/xml', buffer: Buffer.from(bytes) }));
}
