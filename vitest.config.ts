import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { launchOptions } from './tools/test/chromium-launch.ts';
import { openScratchFolder } from './tools/test/scratch.ts';

openScratchFolder();

// A zone 5 h 45 min off, so that code that mixes civil dates with the machine's zone cannot pass by luck.
process.env.TZ = 'Asia/Kathmandu';
/** As in `npm start`: workers, threads and programs of the tests load compiled code. */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const COMPONENT_TESTS = 'apps/web/src/**/*.browser.test.tsx';

/** Tests of the API that need no database: those that reach for none of the kit that opens one. */
const pureApiTests = globSync('apps/api/{src,testing}/**/*.test.ts', { cwd: import.meta.dirname }).filter(
  (file) => !/testing\/|test-database/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
);

const isFullProof = process.env.FULL_PROOF === 'true';

/** Rehearsals take minutes: only `npm run test:full` has them. */
const rehearsals = isFullProof ? [] : ['**/*.rehearsal.test.ts'];

const include = (folders: string): string[] => [`${folders}/**/*.test.ts`, `${folders}/**/*.test.tsx`];

/** Starts the file that takes longest first: at the end, the other worker would wait for it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const [isLongest, sorted] = [/sequences\.test/, await super.sort(files)];
    return [
      ...sorted.filter(({ moduleId }) => isLongest.test(moduleId)),
      ...sorted.filter(({ moduleId }) => !isLongest.test(moduleId)),
    ];
  }
}

/** Only a hang reaches these limits: no test depends on speed. */
const hang = isFullProof ? 3_600_000 : 120_000;
const timeouts = { testTimeout: hang, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [...include('packages/*/src'), ...include('apps/web/src'), ...include('tools'), ...pureApiTests],
          exclude: [...configDefaults.exclude, ...rehearsals, COMPONENT_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: [...include('apps/api/src'), ...include('apps/api/testing')],
          exclude: [...configDefaults.exclude, ...rehearsals, ...pureApiTests],
          globalSetup: 'apps/api/testing/global-setup.ts',
        },
      },
      {
        extends: 'apps/web/vite.config.ts',
        // All packages of the application are prepared at the start: preparing one in the middle reloads the page.
        optimizeDeps: { entries: ['apps/web/src/main.tsx', 'apps/web/src/login.tsx'] },
        test: {
          name: 'component',
          root: '.',
          include: [COMPONENT_TESTS],
          setupFiles: 'apps/web/src/testing/setup.ts',
          isolate: false,
          // vitest runs projects with other numbers of workers one after another.
          sequence: { groupOrder: 1 },
          ...timeouts,
          expect: { poll: { timeout: 30_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 800 },
            provider: playwright({
              launchOptions: launchOptions(),
              contextOptions: { locale: 'es-MX', timezoneId: 'Europe/Madrid' },
              actionTimeout: 5_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
    ...timeouts,
    expect: { poll: { timeout: 60_000 } },
    allowOnly: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Files share what they have loaded: a quarter of the time was loading the portal again for each of them.
    isolate: false,
  },
});
