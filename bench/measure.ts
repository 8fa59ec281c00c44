/** How every figure is taken: subject and bound in turns, so that whatever else the machine does meets both. */

/** What a figure says about one thing. `value` and `bound` are in `unit`; `ratio` is the subject's speed by the bound's. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly bound: number;
  readonly ratio: number;
  /** What the bound is, in a few words. */
  readonly against: string;
  /** Everything else that was seen, for the report. */
  readonly details: Readonly<Record<string, number | string | readonly number[]>>;
}

/** The value below which the share `at` (0 to 1) of the values lies. */
export const quantile = (values: readonly number[], at: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(at * sorted.length))] ?? Number.NaN;
};

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
};

/** Seconds that `work` took on the clock. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
};

/** Seconds of processor that `work` took in this process: what a core does in a second, however busy the machine is. */
export const processorTime = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

interface Turns {
  readonly rounds: number;
  /** Seconds of one round; what it does to prepare does not count. */
  readonly subject: (round: number) => Promise<number>;
  readonly bound: (round: number) => Promise<number>;
}

/** Seconds of every round of both. Round -1 warms up and is not in the result; who goes first changes every round. */
export const inTurns = async ({ rounds, subject, bound }: Turns) => {
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
  /** What is done per second, and how many of it one round of the subject and of the bound do. */
  readonly unit: string;
  readonly count: number;
  readonly boundCount?: number;
  readonly details?: Figure['details'];
}

/** The figure of a rate per second, by the medians of both. */
export const rateFigure = (
  { name, against, unit, count, boundCount = count, details = {} }: Rate,
  seconds: { readonly subject: readonly number[]; readonly bound: readonly number[] },
): Figure => {
  const value = count / median(seconds.subject);
  const bound = boundCount / median(seconds.bound);
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
