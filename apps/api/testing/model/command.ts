/** A command of a sequence, and how it finds what it acts on. */
import { isFullProof } from '@anticipa/sandbox/rounds';
import fc from 'fast-check';
import { compareInvoices } from './compare.ts';
import type { Bill, State } from './state.ts';
import type { System } from './system.ts';

export type Command = fc.AsyncCommand<State, System>;

/** A command that needs something of the model, by `find`; without it the command is left out of the sequence. */
export function command<T>(
  label: string,
  find: (state: State) => T | null | undefined,
  run: (found: T, state: State, system: System) => Promise<void>,
): Command {
  return {
    check: (state) => (find(state) ?? null) !== null,
    run: async (state, system) => {
      const found = find(state);
      if (found === null || found === undefined) throw new Error(`${label} has lost what it needs`);
      // Two commands of one instant would have no order.
      state.now += 1_000;
      system.portal.clock.set(new Date(state.now));
      await run(found, state, system);
      if (isFullProof) await compareInvoices(state, system);
    },
    toString: () => label,
  };
}

const ALTERNATIVES = 4;

/** Runs the first command that applies, so that fewer are skipped. */
export const someCommand = (commands: readonly fc.Arbitrary<Command>[]): fc.Arbitrary<Command> =>
  fc.array(fc.oneof(...commands), { minLength: ALTERNATIVES, maxLength: ALTERNATIVES }).map(firstOf);

function firstOf(commands: readonly Command[]): Command & fc.WithCloneMethod<Command> {
  let chosen: Command | undefined;
  return {
    check: (state) => commands.some((each) => each.check(state)),
    run: async (state, system) => {
      chosen = commands.find((each) => each.check(state));
      await chosen?.run(state, system);
    },
    toString: () => String(chosen),
    // Each run prints its own choice.
    [fc.cloneMethod]: () => firstOf(commands),
  };
}

export const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

/** Different elements at these places of the list. */
export const pickSome = <T>(list: readonly T[], at: readonly number[]): T[] =>
  list.length === 0 ? [] : [...new Set(at.map((place) => place % list.length))].flatMap((place) => list[place] ?? []);

/** One of those in the right state, or of all of them if the caller is careless. */
export const choose = <T>(
  list: readonly T[],
  at: number,
  isCareless: boolean,
  isRight: (each: T) => boolean,
): T | undefined => pick(isCareless ? list : list.filter(isRight), at);

export const withStatus =
  (...statuses: readonly Bill['standing']['status'][]) =>
  ({ standing }: Bill): boolean =>
    statuses.includes(standing.status);

/** One command in six does not look for a right state, and is usually refused. */
export const careless = fc.integer({ min: 0, max: 5 }).map((die) => die === 0);
export const place = fc.nat(7);
export const target = fc.record({ at: place, isCareless: careless });
