import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Stryker } from '@stryker-mutator/core';

/** Sources that Stryker mutates, and the tests that must notice. */
interface Target {
  readonly mutate: readonly string[];
  readonly tests: string;
  /** Percentage of mutants that must be killed; null for no threshold. */
  readonly least: number | null;
}

export const targets: Readonly<Record<string, Target>> = {
  domain: { mutate: ['packages/domain/src/*.ts'], tests: 'packages/domain', least: 85 },
  // Most of its tests are in the sandbox, whose invoices are broken in one way each.
  cfdi: { mutate: ['packages/cfdi/src/*.ts'], tests: 'packages', least: 85 },
  web: {
    mutate: ['apps/web/src/features/*/view-model.ts', 'apps/web/src/features/*/view-model/*.ts'],
    tests: 'apps/web/src/features',
    least: null,
  },
};

const FOLDER = '.artefacts/mutation';

/**
 * Mutates the target, or only the given files of it, and prints the surviving mutants. Results are reused where neither
 * source nor tests have changed. Stryker fails the process below the threshold.
 */
export async function scoreTarget(name: string, files: readonly string[] = []): Promise<void> {
  const { mutate = [], tests = '', least = null } = targets[name] ?? {};
  await new Stryker({
    mutate: [...(files.length > 0 ? files : mutate), '!**/*.test.ts'],
    ignorePatterns: ['**', '!package.json', '!packages/**', '!apps/web/src/**', '!tools/mutate/**'],
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: 'tools/mutate/vitest.config.ts', dir: tests, related: true },
    concurrency: Math.max(1, availableParallelism() - 1),
    incremental: true,
    incrementalFile: join(FOLDER, `${name}.json`),
    tempDirName: join(FOLDER, 'sandbox'),
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { logTests: false, reportTests: false },
    thresholds: { high: 100, low: 85, break: files.length > 0 ? null : least },
  }).runMutationTest();
}
