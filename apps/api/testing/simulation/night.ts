/** Each night the invariants, the trial balance and the bank must agree, and earlier answers still be given. */
import { routes } from '@anticipa/contract/routes';
import type { Statement } from '@anticipa/contract/statements';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { addMonths, firstDayOf, monthOf } from '@anticipa/domain/month';
import { checkInvariants } from '../../src/invariants/check.ts';
import { inPesos } from '../model/arithmetic.ts';
import type { SimulatedClient, World } from './world.ts';

const BALANCES = `
  select currency, sum(amount) as off, coalesce(sum(amount) filter (where account = 'BANCOS'), 0) as bank,
    coalesce(sum(amount) filter (where account = 'ENTRE_DIARIOS'), 0) as bridge
  from (
    select currency, account, debit - credit as amount
    from ledger_entries join ledger_lines using (client_id, entry_number)
    union all
    select currency, account, moved
    from lender_entries cross join lateral (values (debit, amount), (credit, -amount)) as side(account, moved)
  ) moves group by currency`;

interface Balances {
  readonly currency: 'MXN' | 'USD';
  readonly off: string;
  readonly bank: string;
  readonly bridge: string;
}

/** Differences found: sentences, none if all is well. */
export async function differencesIn({
  production,
  bank,
}: Pick<World, 'production' | 'bank'>): Promise<readonly string[]> {
  const { owner } = production.db;
  const broken = await checkInvariants(owner);
  const { rows } = await owner.query<Balances>(BALANCES);
  return [
    ...broken.map(({ id, statement, found }) => `${id}, ${statement}: ${found.join('; ')}`),
    ...rows.flatMap(({ currency, off, bank: booked, bridge }) => {
      const atBank = inPesos(bank.balance(currency));
      return [
        ...(Number(off) === 0 ? [] : [`the trial balance in ${currency} is off by ${off}`]),
        ...(Number(bridge) === 0 ? [] : [`between the journals there are ${bridge} ${currency}`]),
        ...(Number(booked) === Number(atBank) ? [] : [`BANCOS is ${booked} ${currency}, and the bank has ${atBank}`]),
      ];
    }),
    ...production.takeLog().map((line) => `the portal logged: ${line}`),
  ];
}

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
    /** Remembers what is shown now. */
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
