import { dirname, join, relative, resolve } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { replaceFolder } from './replace-folder.ts';
import { packagesIn } from './third-party.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Packages with native code or data files of their own: loaded from node_modules. */
export const EXTERNAL = ['@node-rs/argon2', 'pdfkit'];

/** Where a file or folder that is read by its address will be, if not where it is. */
type PlaceOf = (file: string) => string;

/**
 * `new URL('./file', import.meta.url)` keeps its meaning: a program that is started by its address is bundled too, any
 * other file or folder is read where it is.
 */
const addresses = (folder: string, placeOf: PlaceOf): Plugin => ({
  name: 'addresses',
  transform: {
    filter: { id: { exclude: /node_modules/ }, code: 'import.meta' },
    handler(code, id) {
      if (/import\.meta\.(?:dirname|filename)/.test(code)) this.error('the bundle is elsewhere: use new URL');
      const rewritten = code.replace(/new URL\('(\.[^']+)', import\.meta\.url\)/g, (_text, path: string) => {
        const file = join(dirname(id), path);
        if (!file.endsWith('.ts')) {
          const kept = `${relative(folder, placeOf(file))}${path.endsWith('/') ? '/' : ''}`;
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

/** Leaves a module out: a program that needs it is refused with `line`. */
const without = (module: string, line: string): Plugin => ({
  name: 'without',
  load: {
    filter: { id: module },
    handler: () => `throw new Error(${JSON.stringify(line)}); export const seed = 0, startStandIns = 0;`,
  },
});

/** graphile-worker searches the working directory for settings, which it would run, and fails where it may not read. */
const noSettingsOfTheFolder: Plugin = {
  name: 'no-settings-of-the-folder',
  resolveId: { filter: { id: /^cosmiconfig$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0cosmiconfig$/ },
    handler: () => 'export const cosmiconfigSync = () => ({ search: () => null });',
  },
};

interface BundleOptions {
  readonly placeOf?: PlaceOf;
  /** A module that is left out, with the line that refuses its use. */
  readonly omitted?: readonly [module: string, line: string];
  /** The commit that the program says it was built from. */
  readonly commit?: string;
}

/**
 * Bundles `program`, which becomes `main.js`, and the programs that it starts into `folder`, with source maps. Names are
 * kept, so that stack traces can be read. Returns the names of the packages that are in it.
 */
export const bundle = async (
  program: string,
  folder: string,
  { placeOf = (file) => file, omitted, commit }: BundleOptions = {},
): Promise<readonly string[]> => {
  // Moved when complete: two programs that start together may both build.
  const fresh = `${folder}-${process.pid}`;
  const bundled = await rolldown({
    cwd: ROOT,
    platform: 'node',
    ...(commit !== undefined && { transform: { define: { BUILD_COMMIT: JSON.stringify(commit) } } }),
    input: { main: program },
    external: (id) => EXTERNAL.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [addresses(folder, placeOf), noSettingsOfTheFolder, ...(omitted ? [without(...omitted)] : [])],
  });
  const { output } = await bundled.write({
    dir: fresh,
    chunkFileNames: '[name]-[hash].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    minify: { compress: false, mangle: false, codegen: true },
  });
  await bundled.close();
  replaceFolder(fresh, folder);
  return packagesIn(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
};
