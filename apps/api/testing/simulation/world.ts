/** A lender with its clients, their receivers and its banks, on its own clock. */
import type { Adjustment } from '@anticipa/contract/adjustments';
import type { Approval } from '@anticipa/contract/approvals';
import { routes } from '@anticipa/contract/routes';
import { dateOf, daysBetween, type IsoDate } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { type DemoReceiver, domesticReceivers } from '@anticipa/sandbox/demo-parties';
import { type Random, randomFrom } from '@anticipa/sandbox/random';
import type { TestDatabase } from '../connections.ts';
import { approve, type Desk, openClient, type Place, setUpLender } from '../lender-start.ts';
import { type Production, startProduction } from '../production.ts';
import type { Session } from '../session.ts';
import { type Bank, bankWith } from './bank.ts';
import type { DebtInvoice } from './portfolio.ts';

export interface SimulatedClient {
  readonly clientId: string;
  readonly rfc: string;
  readonly name: string;
  readonly email: string;
  readonly places: readonly Place[];
  readonly receivers: readonly DemoReceiver[];
  /** CLABEs of its payers, by RFC. */
  readonly clabes: Map<string, string>;
  /** Number of its invoices so far. */
  invoices: number;
}

interface Balance {
  readonly documentId: string;
  readonly rfc: string;
  readonly currency: FinancedCurrency;
  readonly amount: string;
}

interface Settled {
  readonly documentId: string;
  readonly balanceDue: string;
}

export interface Adjusted extends Pick<DebtInvoice, 'documentId' | 'folio' | 'clientRFC' | 'currency'> {
  readonly kind: Adjustment['kind'];
  readonly on: IsoDate;
  readonly amount: string;
}

interface Payment extends DebtInvoice {
  readonly on: IsoDate;
  readonly cents: bigint;
}

interface PaidByHand {
  readonly payoutId: string;
  readonly trackingKey: string;
  readonly currency: FinancedCurrency;
  readonly cents: bigint;
  readonly on: IsoDate;
}

export interface ClosedMonth {
  readonly month: string;
  readonly on: IsoDate;
  /** Answers about it at its close, by the name of the question. */
  readonly answers: ReadonlyMap<string, string>;
  /** How many answers have been compared with those of the close. */
  compared: number;
  /** Whether a receipt of it has been reversed. */
  isReversed: boolean;
}

/** Somebody who closes the months of the books at the screen. */
export interface Accountant {
  close(month: string): Promise<void>;
  /** Leaves the browser, which may keep connections open. */
  leave(): Promise<void>;
}

/** Where a simulation plays. */
export interface Stage {
  /** Migrated and empty. */
  readonly db: TestDatabase;
  /** The built web application; by default none is served. */
  readonly webDir?: string;
  /** By default an operator closes the months with calls of the API. */
  readonly hire?: (production: Production) => Promise<Accountant>;
}

export interface World {
  readonly production: Production;
  readonly bank: Bank;
  readonly clients: readonly SimulatedClient[];
  readonly clientOf: (rfc: string) => SimulatedClient;
  /** How often each event has happened. */
  readonly counts: Map<string, number>;
  /** Lists of the desk since the clock was moved. */
  listed: { portfolio?: Promise<readonly DebtInvoice[]> };
  /** Names of what something has already happened to today. */
  readonly taken: Set<string>;
  /** Balances due that settled invoices have left their clients, by invoice. */
  readonly balances: Map<string, Balance>;
  /** Payments of single invoices so far. */
  readonly payments: Payment[];
  readonly adjusted: Adjusted[];
  /** Amounts paid by clients for the invoices that they bought back, by invoice. */
  readonly boughtBack: (Omit<Adjusted, 'kind' | 'amount'> & { readonly cents: bigint })[];
  /** Cents that have come for written-off invoices. */
  readonly recovered: Map<string, bigint>;
  /** Closed shortfalls. */
  readonly closed: (Pick<DebtInvoice, 'documentId' | 'folio' | 'currency'> & { readonly on: IsoDate })[];
  /** Devoluciones that a person paid at the bank. */
  readonly paidByHand: PaidByHand[];
  /** Months of the books that were closed. */
  readonly closedMonths: ClosedMonth[];
  readonly accountant: Accountant | null;
  noteBalances(clientId: string, currency: FinancedCurrency, invoices: readonly Settled[]): void;
  today(): IsoDate;
  daysSince(day: string): number;
  /** Choices that depend on the seed, the day and their subject alone. */
  random(subject: string): Random;
  /** Moves the clock forward to an hour of Mexico City, today or on another day; everybody has to sign in again. */
  setTime(time: string, day?: IsoDate): void;
  as(client: SimulatedClient): Promise<Session>;
  desk(): Promise<Desk>;
  /** The second person approves a proposal, if there is one. */
  approve(proposal: Approval | null): Promise<void>;
  /** A tracking key that no other transfer has. */
  nextKey(prefix: string): string;
}

export interface Plan {
  readonly seed: number;
  readonly clients: number;
  readonly days: number;
}

/** Thursday 8 January 2026; the accounts of new clients receive nothing for a day. */
const OPENED = new Date('2026-01-08T16:00:00Z');
const RECEIVERS_PER_CLIENT = 3;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const all: readonly Place[] = [
  { product: 'BI', currency: 'MXN' },
  { product: 'BI', currency: 'USD' },
  { product: 'FB', currency: 'MXN' },
];

export async function startWorld({ seed, clients: count }: Plan, { hire, ...parts }: Stage): Promise<World> {
  const production = await startProduction({ now: OPENED, ...parts });
  const { clock, config } = production;
  const operators = [
    await production.anOperator('ana@financiera.example'),
    await production.anOperator('beto@financiera.example'),
  ] as const;
  let sessions = new Map<string, Promise<Session>>();
  const once = (name: string, signIn: () => Promise<Session>): Promise<Session> => {
    const open = sessions.get(name) ?? signIn();
    sessions.set(name, open);
    return open;
  };
  const desk = async (): Promise<Desk> => ({
    operator: await once('operator', operators[0].signIn),
    second: await once('second', operators[1].signIn),
  });
  await setUpLender(await desk(), config, clock.today());
  const clients: SimulatedClient[] = [];
  let keys = 0;
  const world: World = {
    production,
    bank: bankWith(production.systems.stp),
    clients,
    clientOf: (rfc) => {
      const found = clients.find((one) => one.rfc === rfc);
      if (!found) throw new Error(`no client ${rfc}`);
      return found;
    },
    counts: new Map(),
    listed: {},
    taken: new Set(),
    balances: new Map(),
    payments: [],
    adjusted: [],
    boughtBack: [],
    recovered: new Map(),
    closed: [],
    paidByHand: [],
    closedMonths: [],
    accountant: (await hire?.(production)) ?? null,
    noteBalances: (clientId, currency, invoices) => {
      const rfc = clients.find((one) => one.clientId === clientId)?.rfc ?? '';
      for (const { documentId, balanceDue: amount } of invoices)
        if (Number(amount) > 0) world.balances.set(documentId, { documentId, rfc, currency, amount });
    },
    today: () => clock.today(),
    daysSince: (day) => daysBetween(dateOf(day), clock.today()),
    random: (subject) => randomFrom(`${seed}:${clock.today()}:${subject}`),
    setTime: (time, day = clock.today()) => {
      clock.set(new Date(`${day}T${time}:00-06:00`));
      sessions = new Map();
      world.listed = {};
    },
    as: ({ email }) => once(email, () => production.signIn(email)),
    desk,
    approve: async (proposal) => {
      if (proposal) await approve((await desk()).second, proposal);
    },
    nextKey: (prefix) => {
      keys += 1;
      return `${prefix}${String(keys).padStart(7, '0')}`;
    },
  };
  for (let index = 0; index < count; index += 1) clients.push(await openAt(world, index));
  const change = { kind: 'switch', reader: 'client', isOn: true };
  const reason = 'Se avisa a los clientes de sus vencimientos';
  await (await desk()).operator.call(routes.changeReminders, { body: { change, reason } });
  // That a test authority is trusted.
  production.takeLog();
  return world;
}

/** Opens a client whose administrator accepts the invitation. */
async function openAt(world: World, index: number): Promise<SimulatedClient> {
  const { production } = world;
  const code = [Math.floor(index / LETTERS.length), index % LETTERS.length].map((at) => LETTERS[at]).join('');
  const issuer = { rfc: `S${code}150401AB9`, entityName: `SIMULADA ${code}` };
  const email = `admin@${code.toLowerCase()}.example`;
  const administrator = { email, firstName: 'Ana', lastName: 'Prueba' };
  const places = all.slice(0, 1 + (index % all.length));
  const clientId = await openClient(await world.desk(), production.config, { issuer, administrator }, places);
  await production.acceptInvitation(email);
  const receivers = Array.from({ length: RECEIVERS_PER_CLIENT }, (_, place) => {
    const receiver = domesticReceivers[(index * 2 + place) % domesticReceivers.length];
    if (!receiver) throw new Error('the demo has no receivers');
    return receiver;
  });
  const { rfc, entityName: name } = issuer;
  return { clientId, rfc, name, email, places, receivers, clabes: new Map(), invoices: 0 };
}
