/** Each night the invariants, the trial balance and the bank must agree, and earlier answers still be given. */
import { routes } from '@anticipa/contract/routes';
import type { Statement } from '@anticipa/contract/statements';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import type { FinancedCurrency } from '@anticipa/domain/money';
import { addMonths, firstDayOf, monthOf } from '@anticipa/domain/month';
import { checkInvariants } from '../../src/invariants/check.ts';
import { inPesos } from '../model/arithmetic.ts';
import type { Bank } from './bank.ts';
import type { Plan, SimulatedClient, World } from './world.ts';

const MOVED = `
  select currency, sum(amount) as off, coalesce(sum(amount) filter (where account = 'BANCOS'), 0) as bank,
    coalesce(sum(amount) filter (where account = 'ENTRE_DIARIOS'), 0) as bridge
  from (
    select currency, account, debit - credit as amount
    from ledger_entries join ledger_lines using (client_id, entry_number) where recorded_at > $1
    union all
    select currency, account, moved
    from lender_entries cross join lateral (values (debit, amount), (credit, -amount)) as side(account, moved)
    where recorded_at > $1
  ) moves group by currency`;

/** Amounts that each entry has moved at the bank since an instant. */
const BOOKED = `
  select currency, sum(amount)::text as amount, text from (
    select currency, debit - credit as amount, recorded_at,
      format('%s of %s, entry %s of client %s', event, value_date, entry_number, client_id) as text
    from ledger_entries join ledger_lines using (client_id, entry_number) where account = 'BANCOS'
    union all
    select currency, case debit when 'BANCOS' then amount else -amount end, recorded_at, format('%s, entry %s of the lender', event, entry_number)
    from lender_entries where 'BANCOS' in (debit, credit)
  ) booked where recorded_at > $1 group by currency, text having sum(amount) <> 0`;

interface Moved {
  readonly currency: FinancedCurrency;
  readonly off: string;
  readonly bank: string;
  readonly bridge: string;
}

/** Limit of clients times days up to which every night runs the checks that take longer from day to day. */
const LARGE = 1000;
const NIGHTS_BETWEEN = 7;

/** Whether a night, counted from 1, checks all invariants and asks the tax authority about every financed invoice. */
export const isThorough = ({ days, clients }: Pick<Plan, 'days' | 'clients'>, night: number): boolean =>
  days * clients <= LARGE || night % NIGHTS_BETWEEN === 0;

/** Compares the books with the bank each night, by the entries since the previous night. */
export function booksOf({ production, bank }: Pick<World, 'production' | 'bank'>) {
  const { owner } = production.db;
  const none = { off: 0n, bank: 0n, bridge: 0n };
  const sums: Record<FinancedCurrency, Record<keyof typeof none, bigint>> = { MXN: { ...none }, USD: { ...none } };
  let before = new Date(0);
  /** Movements of a day that either the books or the bank have alone. */
  const alone = async (since: Date, atBank: ReturnType<Bank['takeMovements']>): Promise<readonly string[]> => {
    const { rows } = await owner.query<{ currency: FinancedCurrency; amount: string; text: string }>(BOOKED, [since]);
    const left = new Map<string, number>();
    const keyOf = (currency: FinancedCurrency, cents: bigint): string => `${inPesos(cents)} ${currency}`;
    for (const { currency, cents } of atBank)
      left.set(keyOf(currency, cents), (left.get(keyOf(currency, cents)) ?? 0) + 1);
    const booked = rows.filter(({ currency, amount }) => {
      const key = keyOf(currency, BigInt(amount.replace('.', '')));
      const count = left.get(key) ?? 0;
      if (count > 0) left.set(key, count - 1);
      return count === 0;
    });
    return [
      ...booked.map(({ amount, currency, text }) => `booked alone: ${amount} ${currency}, ${text}`),
      ...[...left].flatMap(([key, count]) => Array.from({ length: count }, () => `at the bank alone: ${key}`)),
    ];
  };
  const add = async (): Promise<void> => {
    const { rows } = await owner.query<Moved>(MOVED, [before]);
    before = production.clock.now();
    for (const { currency, ...moved } of rows)
      for (const name of ['off', 'bank', 'bridge'] as const)
        sums[currency][name] += BigInt(moved[name].replace('.', ''));
  };
  const broken = async (): Promise<readonly string[]> =>
    (await checkInvariants(owner)).map(({ id, statement, found }) => `${id}, ${statement}: ${found.join('; ')}`);
  return {
    /** Returns each difference found as a sentence; broken invariants are included only if they are asked for. */
    differences: async (hasInvariants: boolean): Promise<readonly string[]> => {
      const since = before;
      const movements = bank.takeMovements();
      await add();
      const wrong = (['MXN', 'USD'] as const).flatMap((currency) => {
        const { off, bank: booked, bridge } = sums[currency];
        const atBank = bank.balance(currency);
        return [
          ...(off === 0n ? [] : [`the trial balance in ${currency} is off by ${inPesos(off)}`]),
          ...(bridge === 0n ? [] : [`between the journals there are ${inPesos(bridge)} ${currency}`]),
          ...(booked === atBank
            ? []
            : [`BANCOS is ${inPesos(booked)} ${currency}, and the bank has ${inPesos(atBank)}`]),
        ];
      });
      const failed = await owner.query<{ reason: string }>(
        `select 'the provider refused ' || subject || ': ' || reason as reason from alerts
          where kind = 'invoicing-refused' and closed_at is null
        union all select 'a mail was given up, ' || kind || ': ' || last_error from outbox where given_up_at is not null and not bounced`,
      );
      return [
        ...(hasInvariants ? await broken() : []),
        ...wrong,
        ...(wrong.length > 0 ? await alone(since, movements) : []),
        ...failed.rows.map(({ reason }) => reason),
        ...production.takeLog().map((line) => `the portal logged: ${line}`),
      ];
    },
  };
}

/** Differences of all the books. */
export const differencesIn = (world: Pick<World, 'production' | 'bank'>): Promise<readonly string[]> =>
  booksOf(world).differences(true);

/** A statement as it was shown on a day. */
interface Shown {
  readonly client: SimulatedClient;
  readonly on: IsoDate;
  readonly from: IsoDate;
  readonly statement: Statement;
}

const ASKED_AGAIN_AFTER = 30;

/** Asks some clients' statements each day, and the same again later, as known then. */
export function memoryOf(world: World) {
  const shown: Shown[] = [];
  const ask = async (client: SimulatedClient, from: IsoDate, to: IsoDate, knownOn?: IsoDate): Promise<Statement> => {
    const session = await world.as(client);
    const query = { startDate: from, endDate: to, ...(knownOn && { knownOn }) };
    return (await session.call(routes.getStatement, { query })).data;
  };
  return {
    /** Remembers the current answers, to ask for them again later. */
    keep: async (): Promise<void> => {
      const on = world.today();
      const client = world.random('statement').pick(world.clients);
      const from = firstDayOf(addMonths(monthOf(on), -1));
      shown.push({ client, on, from, statement: await ask(client, from, on) });
    },
    /** Statements of thirty days ago that are different now, or of any day at the end. */
    changes: async (isEnd: boolean): Promise<readonly string[]> => {
      const old = addDays(world.today(), -ASKED_AGAIN_AFTER);
      const due = shown.filter(({ on }) => isEnd || on <= old);
      const changed: string[] = [];
      for (const { client, on, from, statement } of due) {
        shown.splice(0, 1);
        const again = await ask(client, from, on, on);
        const [then, now] = [statement, again].map(({ knownAt: _, ...figures }) => JSON.stringify(figures));
        if (then !== now) changed.push(`the statement of ${client.rfc} on ${on} was\n${then}\nand is\n${now}`);
      }
      return changed;
    },
  };
}
