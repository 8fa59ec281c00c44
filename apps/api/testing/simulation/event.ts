/** The form of an event of the simulation. */
import { isBusinessDay } from '@anticipa/domain/calendar';
import type { Random } from '@anticipa/sandbox/random';
import type { World } from './world.ts';

/** Clients and payers act in the morning, the lender and its second person in the afternoon. */
export const hours = ['10:00', '16:00'] as const;
export type Hour = (typeof hours)[number];

export const NOTHING = Symbol('nothing');

interface Kind<Subject> {
  readonly name: string;
  readonly at: Hour;
  /** Banks and the lender's operators rest when banks do. */
  readonly on: 'every day' | 'business days';
  /** Number of a hundred subjects to which it happens in a day. */
  readonly weight: number;
  /** To whom or to what it can happen now. */
  readonly subjects: (world: World) => Promise<readonly Subject[]> | readonly Subject[];
  /** A name that is the same in every run of a seed. One event a day happens to each. */
  readonly nameOf: (subject: Subject) => string;
  /** NOTHING: it could not happen after all, and is not counted. */
  readonly step: (world: World, subject: Subject, random: Random) => Promise<unknown>;
}

export interface SimulatedEvent extends Pick<Kind<never>, 'name' | 'at' | 'on' | 'weight'> {
  readonly happen: (world: World) => Promise<void>;
}

/** An event with its chances: which of its subjects it happens to depends on the seed, the day and their names alone. */
export const event = <Subject>({ name, at, on, weight, subjects, nameOf, step }: Kind<Subject>): SimulatedEvent => ({
  name,
  at,
  on,
  weight,
  happen: async (world) => {
    if (on === 'business days' && !isBusinessDay(world.today())) return;
    const named = (await subjects(world)).map((subject) => ({ subject, key: nameOf(subject) }));
    for (const { subject, key } of named.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
      const random = world.random(`${name}:${key}`);
      if (world.taken.has(key) || !random.chance(weight)) continue;
      world.taken.add(key);
      const outcome = await step(world, subject, random).catch((cause: unknown) => {
        throw new Error(`${name} of ${key}`, { cause });
      });
      if (outcome === NOTHING) continue;
      world.counts.set(name, (world.counts.get(name) ?? 0) + 1);
    }
  },
});
