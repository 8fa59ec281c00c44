import type { Log } from '../observe/log.ts';

/** Takes a step for each item in turn; one that throws is logged and does not stop the next. Returns the others' results. */
export async function runEach<T, R>(
  log: Pick<Log, 'error'>,
  items: Iterable<T>,
  step: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    try {
      results.push(await step(item));
    } catch (err) {
      log.error({ err, item }, 'a step of a job failed; the others go on');
    }
  }
  return results;
}
