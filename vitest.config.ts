import { defineConfig } from 'vitest/config';

// A zone 5 h 45 min off, so that code that mixes civil dates with the machine's zone cannot pass by luck.
process.env.TZ = 'Asia/Kathmandu';

const include = (folders: string): string[] => [`${folders}/**/*.test.ts`, `${folders}/**/*.test.tsx`];

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [...include('packages/*/src'), ...include('apps/web/src'), ...include('tools')],
        },
      },
      {
        extends: true,
        test: { name: 'api', include: include('apps/api/src'), globalSetup: 'apps/api/src/lib/db/test-setup.ts' },
      },
    ],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    allowOnly: false,
    maxWorkers: 2,
    // Files share what they have loaded: a quarter of the time was loading the portal again for each of them.
    isolate: false,
  },
});
