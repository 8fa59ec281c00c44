import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { countsOf, playwrightCounts, vitestCounts } from './counts.ts';

const folder = mkdtempSync(join(tmpdir(), 'anticipa-counts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const report = (content: object): string => {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
};

describe('the last line of npm test', () => {
  it('counts what vitest reports, and names what failed', () => {
    const name = join(process.cwd(), 'packages/x.test.ts');
    const file = report({
      numPassedTests: 7,
      numFailedTests: 1,
      testResults: [
        {
          name,
          status: 'failed',
          assertionResults: [
            {
              fullName: 'a sum is exact',
              status: 'failed',
              failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'],
            },
            { fullName: 'a sum is right', status: 'passed', failureMessages: [] },
          ],
        },
        { name, status: 'failed', message: 'no such module', assertionResults: [] },
        { name, status: 'passed', assertionResults: [] },
      ],
    });
    expect(vitestCounts(file)).toEqual({
      passed: 7,
      failed: 1,
      failures: [
        'packages/x.test.ts > a sum is exact: expected 1 to be 2',
        'packages/x.test.ts > the file: no such module',
      ],
    });
  });

  it('counts a journey that needed a second try as failed, and names it', () => {
    const journey = (status: string, ...messages: (string | undefined)[]) => ({
      title: `is ${status}`,
      file: 'sale.spec.ts',
      tests: [{ status, results: messages.map((message) => (message ? { error: { message } } : {})) }],
    });
    const file = report({
      stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        { specs: [journey('unexpected', 'no button'), journey('expected', undefined)] },
        { specs: [], suites: [{ specs: [journey('flaky', 'too late', undefined)] }] },
      ],
    });
    const failures = ['sale.spec.ts > is unexpected: no button', 'sale.spec.ts > is flaky: too late'];
    expect(playwrightCounts(file)).toEqual({ passed: 3, failed: 2, failures });
  });

  it.each([
    [{ passed: 3, failed: 0 }, true, { passed: 3, failed: 0 }],
    [{ passed: 3, failed: 0 }, false, { passed: 3, failed: 1 }],
    [{ passed: 3, failed: 2 }, false, { passed: 3, failed: 2 }],
    [undefined, false, { passed: 0, failed: 1 }],
  ])('the last line for %o, ended well: %s, is %o', (counts, succeeded, expected) => {
    const report = counts && { ...counts, failures: [] };
    expect(countsOf(report, succeeded)).toEqual({ ...expected, failures: [] });
  });

  it('knows nothing of a run that left no report', () => {
    expect(vitestCounts(join(folder, 'nothing.json'))).toBeUndefined();
  });
});
