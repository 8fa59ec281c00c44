import { dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { replaceFolder } from './replace-folder.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Packages with native code or data files of their own: loaded from node_modules. */
const EXTERNAL = ['@node-rs/argon2', 'pdfkit'];

/**
 * `new URL('./file', import.meta.url)` keeps its meaning: a program that is started by its address is bundled too, any
 * other file or folder is read where it is.
 */
const addresses = (folder: string): Plugin => ({
  name: 'addresses',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: 'import.meta' },
    handler(code, id) {
      if (/import\.meta\.(?:dirname|filename)/.test(code)) this.error('the bundle is elsewhere: use new URL');
      const rewritten = code.replace(/new URL\('(\.[^']+)', import\.meta\.url\)/g, (_text, path: string) => {
        const file = join(dirname(id), path);
        if (!file.endsWith('.ts')) {
          const kept = `${relative(folder, file)}${path.endsWith('/') ? '/' : ''}`;
          return `new URL('${kept}', import.meta.url)`;
        }
        // Named as `sandbox-main`, for lists of processes.
        const name = relative(ROOT, file).replace(/^\w+\/(\w+)\/.*?([\w-]+)\.ts$/, '$1-$2');
        return `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: file, name })})`;
      });
      // Lines stay where they are.
      return { code: rewritten, map: null };
    },
  },
});

/**
 * Bundles `program`, which becomes `main.js`, and the programs that it starts into `folder`, with source maps. Names are
 * kept, so that stack traces can be read.
 */
export const bundle = async (program: string, folder: string): Promise<void> => {
  // Moved when complete: two programs that start together may both build.
  const fresh = `${folder}-${process.pid}`;
  const bundled = await rolldown({
    cwd: ROOT,
    platform: 'node',
    input: { main: program },
    external: (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [addresses(folder)],
  });
  await bundled.write({
    dir: fresh,
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    minify: { compress: false, mangle: false, codegen: true },
  });
  await bundled.close();
  replaceFolder(fresh, folder);
};
