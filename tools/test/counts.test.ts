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
  it('counts what vitest reports', () => {
    const file = report({ numPassedTests: 7, numFailedTests: 2, testResults: [] });
    expect(vitestCounts(file)).toEqual({ passed: 7, failed: 2 });
  });

  it('counts a journey that needed a second try as failed', () => {
    const file = report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } });
    expect(playwrightCounts(file)).toEqual({ passed: 3, failed: 2 });
  });

  it.each([
    [{ passed: 3, failed: 0 }, true, { passed: 3, failed: 0 }],
    [{ passed: 3, failed: 0 }, false, { passed: 3, failed: 1 }],
    [{ passed: 3, failed: 2 }, false, { passed: 3, failed: 2 }],
    [undefined, false, { passed: 0, failed: 1 }],
  ])('of %o, ended well: %s, is %o', (counts, succeeded, expected) => {
    expect(countsOf(counts, succeeded)).toEqual(expected);
  });

  it('knows nothing of a run that left no report', () => {
    expect(vitestCounts(join(folder, 'nothing.json'))).toBeUndefined();
  });
});
