import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

const vitestReport = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

const readReport = <T>(file: string, schema: z.ZodType<T>): T | undefined =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;

/** The counts of a run. A failed run without a failed test counts as one failure. */
export const countsOf = (report: Counts | undefined, succeeded: boolean): Counts => {
  const { passed, failed } = report ?? { passed: 0, failed: 0 };
  return { passed, failed: succeeded ? failed : Math.max(failed, 1) };
};

export const vitestCounts = (file: string): Counts | undefined => {
  const report = readReport(file, vitestReport);
  return report && { passed: report.numPassedTests, failed: report.numFailedTests };
};

/** A journey that passed only on a retry counts as failed. */
export const playwrightCounts = (file: string): Counts | undefined => {
  const report = readReport(file, playwrightReport);
  return report && { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky };
};
