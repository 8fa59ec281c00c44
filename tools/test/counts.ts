import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  /** Each failed test: its file, its name and how its message begins. */
  readonly failures: readonly string[];
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(''),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
      ),
    }),
  ),
});

const playwrightSuite = z.object({
  get suites() {
    return z.array(playwrightSuite).default([]);
  },
  specs: z
    .array(
      z.object({
        title: z.string(),
        file: z.string(),
        tests: z.array(
          z.object({
            status: z.string(),
            results: z.array(z.object({ error: z.object({ message: z.string().default('') }).optional() })),
          }),
        ),
      }),
    )
    .default([]),
});
type PlaywrightSuite = z.infer<typeof playwrightSuite>;

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  suites: z.array(playwrightSuite),
});

const readReport = <T>(file: string, schema: z.ZodType<T>): T | undefined =>
  existsSync(file) ? schema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;

const failure = (file: string, name: string, message: string | undefined): string => {
  const lines = stripVTControlCharacters(message ?? '').split('\n');
  return `${file} > ${name}: ${lines.slice(0, 6).join(' ').slice(0, 400)}`;
};

/** The counts of a run. A failed run without a failed test counts as one failure. */
export const countsOf = (report: Counts | undefined, succeeded: boolean): Counts => {
  const { passed, failed, failures } = report ?? { passed: 0, failed: 0, failures: [] };
  return { passed, failed: succeeded ? failed : Math.max(failed, 1), failures };
};

export const vitestCounts = (file: string): Counts | undefined => {
  const report = readReport(file, vitestReport);
  if (!report) return undefined;
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const path = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    if (failed.length === 0) return status === 'failed' ? [failure(path, 'the file', message)] : [];
    return failed.map((test) => failure(path, test.fullName, test.failureMessages?.[0]));
  });
  return { passed: report.numPassedTests, failed: report.numFailedTests, failures };
};

const failuresOf = ({ suites, specs }: PlaywrightSuite): string[] => [
  ...specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => failure(file, title, results.find(({ error }) => error)?.error?.message)),
  ),
  ...suites.flatMap(failuresOf),
];

/** A journey that passed only on a retry counts as failed. */
export const playwrightCounts = (file: string): Counts | undefined => {
  const report = readReport(file, playwrightReport);
  if (!report) return undefined;
  const { expected, unexpected, flaky } = report.stats;
  return { passed: expected, failed: unexpected + flaky, failures: report.suites.flatMap(failuresOf) };
};
