import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

process.env.TZ = 'Asia/Kathmandu';

const ROOT = join(import.meta.dirname, '../..');

/** The unit tests alone, of the copy that is being mutated: packages are found there and not through node_modules. */
export default defineConfig({
  root: ROOT,
  resolve: { alias: [{ find: /^@anticipa\/(\w+)\/(.+)$/, replacement: join(ROOT, 'packages/$1/src/$2.ts') }] },
  test: {
    include: ['**/*.test.ts'],
    // Slow beside what they add, or start programs without the mutant.
    exclude: [...configDefaults.exclude, '**/{cfdi-cli,cfdi-generator,demo-robot}.test.ts'],
    testTimeout: 20_000,
  },
});
