/** The clients of the month, their invoices, and what becomes of them. */
import type { IsoDate } from '@anticipa/domain/calendar';
import { addDays } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import type { DemoParty, DemoReceiver } from '@anticipa/sandbox/demo-parties';
import type { DemoPki } from '@anticipa/sandbox/pki';
import { type PickedFile, receivers } from './invoices.ts';
import type { Life } from './month-recount.ts';
import type { NewClient } from './opening-steps.ts';

export interface Client extends NewClient {
  readonly issuer: DemoParty;
  readonly currency: FinancedCurrency;
  /** The receiver that pays the invoices of the client. */
  readonly receiver: DemoReceiver;
  /** Series of its invoices, whose folios count from 1. */
  readonly series: string;
  readonly count: number;
  /** Total of each invoice. */
  readonly cents: bigint;
  /** Days for which it waited for a deposit that had not arrived. */
  readonly daysLost?: bigint;
}

const party = (rfc: string, name: string): DemoParty => ({ rfc, name, regime: '601', postalCode: '64000' });

export const zapatos: Client = {
  entityName: 'Zapatos Ñuñoa',
  issuer: party('ZNU150401AB9', 'ZAPATOS ÑUÑOA'),
  administrator: { firstName: 'Zoé', lastName: 'Núñez', email: 'zoe@zapatos.example' },
  currency: 'MXN',
  receiver: receivers.biMxn,
  clabe: '012180001234567899',
  series: 'Z',
  count: 12,
  cents: 11_600_000n,
  daysLost: 1n,
};
export const hules: Client = {
  entityName: 'Hules de Toluca',
  issuer: party('HTO160302KL4', 'HULES DE TOLUCA'),
  administrator: { firstName: 'Hilda', lastName: 'Toledo', email: 'hilda@hules.example' },
  currency: 'MXN',
  receiver: receivers.biMxn,
  clabe: '014180001234567897',
  series: 'H',
  count: 2,
  cents: 5_800_000n,
};
export const telas: Client = {
  entityName: 'Telas Ávila',
  issuer: party('TAV170203MN5', 'TELAS ÁVILA'),
  administrator: { firstName: 'Tania', lastName: 'Ávila', email: 'tania@telas.example' },
  currency: 'MXN',
  receiver: receivers.biMxn,
  clabe: '072180001234567897',
  series: 'T',
  count: 2,
  cents: 8_700_000n,
};

/** A client that sells in dollars. */
export const cafe: Client = {
  entityName: 'Café de Veracruz',
  issuer: party('CVE180405QR7', 'CAFÉ DE VERACRUZ'),
  administrator: { firstName: 'Clara', lastName: 'Vera', email: 'clara@cafe.example' },
  currency: 'USD',
  receiver: receivers.biUsd,
  clabe: '012180009876543215',
  series: 'C',
  count: 2,
  cents: 1_000_000n,
  daysLost: 1n,
};

export const clients = [zapatos, hules, telas, cafe];

/** Fates of the invoices that were not paid in full on their due date. */
export const lives: Readonly<Record<string, Life>> = {
  'Z-1': { isEarly: true },
  'Z-3': { late: { cents: 1_600_000n, days: 10n } },
  'Z-6': { late: { cents: 11_600_000n, days: 10n } },
  'Z-8': { isEarly: true },
  'Z-9': { extended: 11n },
  'Z-11': { isWrittenOff: true },
};

/** Folios of the invoices of a client, such as "Z-1". */
export const foliosOf = ({ series, count }: Pick<Client, 'series' | 'count'>): string[] =>
  Array.from({ length: count }, (_, index) => `${series}-${index + 1}`);

/** The files of a client's invoices, emitted on the day before. */
export async function filesOf(client: Client, pki: DemoPki, today: IsoDate): Promise<PickedFile[]> {
  const { issuer, receiver, currency, series, count, cents } = client;
  const made = await makeInvoices({
    pki,
    issuer,
    count,
    seed: 1,
    today,
    override: (index) => ({
      ...{ receiver, currency },
      exchangeRate: currency === 'MXN' ? null : '18.5000',
      conditions: null,
      series,
      folio: String(index + 1),
      totalCents: cents,
      emittedOn: addDays(today, -1),
    }),
  });
  return made.map(({ name, bytes }): PickedFile => ({ name, mimeType: 'text/xml', buffer: Buffer.from(bytes) }));
}
