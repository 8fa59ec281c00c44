import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

process.env.TZ = 'Asia/Kathmandu';

const ROOT = join(import.meta.dirname, '../..');

/** The unit tests of the mutated copy, which resolves workspaces from the copy and not through node_modules. */
export default defineConfig({
  root: ROOT,
  resolve: { alias: [{ find: /^@anticipa\/(\w+)\/(.+)$/, replacement: join(ROOT, 'packages/$1/src/$2.ts') }] },
  test: {
    include: ['**/*.test.ts'],
    // Slow for what they add, or start programs without the mutant.
    exclude: [...configDefaults.exclude, '**/{cfdi-cli,cfdi-generator,demo-robot,*.rehearsal}.test.ts'],
    // A hang, not a busy machine: Stryker has limits of its own.
    testTimeout: 120_000,
  },
});
