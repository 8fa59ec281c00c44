/** Subject and bound are measured in alternation, so that other load on the machine affects both. */

/** `value` and `bound` are in `unit`; `ratio` is the speed of the subject relative to the bound, or what `against` states. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly bound: number;
  readonly ratio: number;
  /** Short description of the bound. */
  readonly against: string;
  /** Further observations for the report. */
  readonly details: Readonly<Record<string, number | string | readonly number[]>>;
}

/** The quantile at `at` (0 to 1). */
export const quantile = (values: readonly number[], at: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
};

/** Elapsed seconds. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
};

interface Rounds {
  readonly rounds: number;
  /** Runs one round and returns its seconds, excluding preparation. */
  readonly subject: (round: number) => Promise<number>;
  readonly bound: (round: number) => Promise<number>;
}

/** Seconds of every round of both, alternating which goes first. Round -1 warms up and is not counted. */
export const alternate = async ({ rounds, subject, bound }: Rounds) => {
  const seconds: { readonly subject: number[]; readonly bound: number[] } = { subject: [], bound: [] };
  await subject(-1);
  await bound(-1);
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) seconds.subject.push(await subject(round));
    seconds.bound.push(await bound(round));
    if (round % 2 === 1) seconds.subject.push(await subject(round));
  }
  return seconds;
};

interface Rate {
  readonly name: string;
  readonly against: string;
  /** Unit of the rate, and units of work per round. */
  readonly unit: string;
  readonly count: number;
  readonly details?: Figure['details'];
}

/** A rate per second from the medians of both. */
export const rateFigure = (
  { name, against, unit, count, details = {} }: Rate,
  seconds: { readonly subject: readonly number[]; readonly bound: readonly number[] },
): Figure => {
  const value = count / median(seconds.subject);
  const bound = count / median(seconds.bound);
  const milliseconds = (values: readonly number[]) => values.map((second) => Math.round(second * 1e5) / 100);
  return {
    name,
    unit,
    value,
    bound,
    ratio: value / bound,
    against,
    details: { ...details, subjectMs: milliseconds(seconds.subject), boundMs: milliseconds(seconds.bound) },
  };
};
