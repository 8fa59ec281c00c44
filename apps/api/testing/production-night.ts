/** Nights of a production whose clock a test moves: the worker's jobs run at their hours. */
import type { IsoDate } from '@anticipa/domain/calendar';
import type { Production } from './production.ts';

/** Recognises a daily job by its crontab line, which begins with minute and hour in UTC. */
const isDaily = (cron: string): boolean => /^\d+ \d+ /.test(cron);
const isHourly = (cron: string): boolean => /^\d+ \*/.test(cron);

const jobsOf = ({ jobs }: Production, isWanted: (cron: string) => boolean): string[] =>
  jobs.flatMap(({ name, cron }) => (cron !== undefined && isWanted(cron) ? [name] : []));

/** Runs the jobs that the worker runs at least hourly. */
export const runFrequentJobs = (production: Production): Promise<void> =>
  production.work(...jobsOf(production, (cron) => !isDaily(cron)));

/**
 * Runs the hourly jobs after midnight in Mexico City, and each daily job at its hour except those in `without`. The clock stays at the
 * hour of the last job.
 */
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
