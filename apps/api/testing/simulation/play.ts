/** Plays a lender's days: a seed decides what happens to whom, and every step is a call of the API or a job of the worker. */
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { passNight, runFrequentJobs } from '../production-night.ts';
import { changesOfClosedMonths } from './close-events.ts';
import { hours } from './event.ts';
import { events } from './events.ts';
import { historyOf } from './history.ts';
import { booksOf, isThorough, memoryOf } from './night.ts';
import { type ClosedMonth, type Plan, type Stage, startWorld, type World } from './world.ts';

export interface Outcome {
  /** How often each event has happened, by name. */
  readonly counts: ReadonlyMap<string, number>;
  /** Wall time without the start. */
  readonly seconds: number;
  /** The same by step: an event, the jobs after an hour, a part of the night. */
  readonly secondsOf: ReadonlyMap<string, number>;
  readonly closedMonths: readonly ClosedMonth[];
}

/** Throws at the first difference, with its seed, day and step. */
export async function simulate(plan: Plan, stage: Stage, tell: (line: string) => void): Promise<Outcome> {
  const world = await startWorld(plan, stage);
  const startedAt = performance.now();
  const secondsOf = new Map<string, number>();
  let step = 'the start';
  let stepAt = startedAt;
  const onStep = (name: string): void => {
    const now = performance.now();
    secondsOf.set(step, (secondsOf.get(step) ?? 0) + (now - stepAt) / 1000);
    [step, stepAt] = [name, now];
  };
  try {
    await playDays(world, plan, { onStep, tell });
    await world.accountant?.leave();
  } catch (cause) {
    const logged = world.production.takeLog().map((line) => `\nthe portal logged: ${line}`);
    const history = await historyOf(stage.db.owner, reasonOf(cause)).catch(
      (reason: unknown) => `no history: ${reason}`,
    );
    await world.production.close().catch(() => undefined);
    throw new Error(
      `seed ${plan.seed}, ${world.today()}, ${step}: ${reasonOf(cause)}${logged.join('')}${history && `\n${history}`}`,
      { cause },
    );
  }
  const seconds = (performance.now() - startedAt) / 1000;
  await world.production.close();
  return { counts: world.counts, seconds, secondsOf, closedMonths: world.closedMonths };
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? [cause.message, ...(cause.cause ? [reasonOf(cause.cause)] : [])].join(': ') : String(cause);

const happened = ({ counts }: World): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

interface Reports {
  readonly onStep: (name: string) => void;
  readonly tell: (line: string) => void;
}

/** They ask the tax authority about each financed invoice, one after the other, and read all books. */
const SKIPPED = ['recheck-financed-invoices', 'check-books'];

/** The new clients' accounts receive nothing on the first day. */
const FIRST_AFTER = 2;

async function playDays(world: World, plan: Plan, { onStep, tell }: Reports): Promise<void> {
  const { days } = plan;
  const memory = memoryOf(world);
  const books = booksOf(world);
  const night = async (day: IsoDate, number: number, isLast: boolean): Promise<void> => {
    const isLong = isLast || isThorough(plan, number);
    world.setTime('00:05', day);
    await passNight(world.production, day, onStep, isLong ? [] : SKIPPED);
    onStep('the checks of the night');
    refuse(await books.differences(isLong));
  };
  const first = addDays(world.today(), FIRST_AFTER);
  for (let passed = 0; passed < days; passed += 1) {
    const day = addDays(first, passed);
    await night(day, passed + 1, false);
    world.taken.clear();
    for (const hour of hours) {
      world.setTime(hour);
      for (const event of events.filter(({ at }) => at === hour)) {
        onStep(event.name);
        await event.happen(world);
      }
      onStep(`jobs after ${hour}`);
      await runFrequentJobs(world.production);
    }
    onStep('statements');
    await memory.keep();
    refuse(await memory.changes(passed === days - 1));
    if (passed === days - 1 || day.endsWith('-15')) refuse(await changesOfClosedMonths(world));
    if (day.endsWith('-01')) tell(`${day}, after ${passed} days and ${happened(world)} events`);
  }
  await night(addDays(world.today(), 1), days + 1, true);
}

function refuse(differences: readonly string[]): void {
  if (differences.length > 0) throw new Error(differences.join('\n'));
}
