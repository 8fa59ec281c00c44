/** Nights of a production whose clock a test moves: the worker's jobs run at their hours. */
import type { IsoDate } from '@anticipa/domain/calendar';
import type { Production } from './production.ts';

/** A crontab line names its minute, then its hour, in UTC. */
const isDaily = (cron: string): boolean => /^\d+ \d+ /.test(cron);
const isHourly = (cron: string): boolean => /^\d+ \*/.test(cron);

const jobsOf = ({ jobs }: Production, isWanted: (cron: string) => boolean): string[] =>
  jobs.flatMap(({ name, cron }) => (cron !== undefined && isWanted(cron) ? [name] : []));

/** Runs what the worker runs within each hour. */
export const runFrequentJobs = (production: Production): Promise<void> =>
  production.work(...jobsOf(production, (cron) => !isDaily(cron)));

/** Runs the hourly jobs after midnight of Mexico City and the daily ones at their hours but some, and leaves the clock there. */
export async function passNight(
  production: Production,
  day: IsoDate,
  onStep: (name: string) => void = () => undefined,
  without: readonly string[] = [],
): Promise<void> {
  const { jobs, clock, work } = production;
  clock.set(new Date(`${day}T00:05:00-06:00`));
  onStep('hourly jobs');
  await work(...jobsOf(production, isHourly));
  const timeOf = (cron: string): string => {
    const [minute = '', hour = ''] = cron.split(' ');
    return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  };
  const daily = jobs.flatMap(({ name, cron = '' }) =>
    isDaily(cron) && !without.includes(name) ? [{ name, time: timeOf(cron) }] : [],
  );
  for (const { name, time } of daily.toSorted((a, b) => (a.time < b.time ? -1 : 1))) {
    clock.set(new Date(`${day}T${time}:00Z`));
    onStep(name);
    await work(name);
  }
}
