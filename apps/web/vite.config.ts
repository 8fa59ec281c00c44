import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { type DocumentFacts, filled } from '@anticipa/texts/document';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { noticesOf, packagesIn } from '../../tools/build/third-party.ts';

/** The API that `npm run dev` starts beside this server. */
const api = `http://localhost:${process.env.PORT ?? 3000}`;

/**
 * Writes `.br` and `.gz` beside every text file of the build, at the strongest compression: too slow per request, free
 * here. The server only chooses one.
 */
const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir }) {
    if (!dir) return;
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(js|css)$/.test(name)) continue;
      const bytes = readFileSync(join(dir, name));
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
    }
  },
});

/** Bytes of scripts and styles of the first screen: with the font, answers and headers they make 220 KiB. */
const FIRST_SCREEN_BYTES = 184_000;

/** Fails the build if the first screen has grown; code that it does without is loaded later. */
const firstScreenBudget = (): Plugin => ({
  name: 'first-screen-budget',
  apply: 'build',
  writeBundle({ dir }) {
    if (!dir) return;
    const page = readFileSync(join(dir, 'index.html'), 'utf8');
    const files = [...page.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => join(dir, `${path}.br`));
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    if (bytes > FIRST_SCREEN_BYTES)
      this.error(`the first screen takes ${bytes} bytes, more than ${FIRST_SCREEN_BYTES}`);
  },
});

/** Lists the packages of others in the build, and publishes their notices at `/licenses.txt`. */
const thirdParty = (): Plugin => ({
  name: 'third-party',
  apply: 'build',
  generateBundle(_options, output) {
    const names = packagesIn(Object.values(output).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
    this.emitFile({ type: 'asset', fileName: 'licenses.txt', source: noticesOf(names) });
    this.emitFile({ type: 'asset', fileName: '.packages.json', source: JSON.stringify(names) });
  },
});

const inBrowser = ['method', 'path', 'audience', 'rate', 'produces', 'roles'];
const isRoute = (value: unknown): boolean => typeof value === 'object' && value !== null && 'path' in value;
const isData = (value: unknown): boolean =>
  typeof value !== 'function' && !(typeof value === 'object' && value !== null && 'parse' in value);

/** A call's schema in use, such as `createApiKey.body.shape`: it is there in development only. */
const schemaInUse = /\.(?:body|response|params|query)\.(?:shape|parse|safeParse)\b/;

/**
 * The contract without its schemas: the server validates requests and answers, the browser needs only the addresses of
 * its calls. Code that uses a schema fails to build.
 */
const addressesOnly = (): Plugin => ({
  name: 'addresses-only',
  apply: 'build',
  async load(id) {
    if (!/packages\/contract\/src\/(?!(?:path|rate)\.)[\w-]+\.ts$/.test(id)) return null;
    const exported = Object.entries<unknown>(await import(pathToFileURL(id).href));
    return exported
      .filter(([, value]) => isData(value))
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, isRoute(value) ? inBrowser : null)};`)
      .join('\n');
  },
  transform(code, id) {
    const [found] = /apps\/web\/src\//.test(id) ? (schemaInUse.exec(code) ?? []) : [];
    if (found !== undefined) this.error(`${id} uses a schema of the contract: ${found}`);
  },
});

/** Fills the documents as the API does in production; tests of components have none. */
const brand = (): Plugin => ({
  name: 'brand',
  apply: (_config, { command }) => command === 'serve' && process.env.VITEST === undefined,
  transformIndexHtml: async (html) => {
    const facts: DocumentFacts = JSON.parse(await (await fetch(`${api}/brand.json`)).text());
    return filled(html, facts);
  },
});

/** The sign-in page and the lender's desk are separate documents; in production the API chooses them. */
const otherDocuments = (): Plugin => ({
  name: 'other-documents',
  apply: 'serve',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/(login|lender)(?:\/[^?]*)?(?=\?|$)/, '/$1.html');
      next();
    });
  },
});

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    // Ships only the Spanish texts of the library.
    { ...optimizeLocales.vite({ locales: ['es-ES'] }), enforce: 'pre' },
    addressesOnly(),
    otherDocuments(),
    brand(),
    thirdParty(),
    precompress(),
    firstScreenBudget(),
  ],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: {
    port: 5173,
    proxy: {
      '/api': api,
      '/invoicing': api,
      '/client': api,
      '/health': api,
      '/brand': api,
      '/manifest.webmanifest': api,
      '/privacidad': api,
    },
  },
  build: {
    outDir: 'dist',
    // The browsers listed in public/supported.js.
    target: ['chrome122', 'edge122', 'firefox127', 'safari17.4'],
    // Inlined assets would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // Every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'login.html', 'lender.html'].map((name) => join(import.meta.dirname, name)),
      output: {
        // Each group includes what its modules import, so that a page takes a few requests instead of dozens.
        codeSplitting: {
          groups: [
            // Changes less often than the portal: a separate file stays cached between versions.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'base', test: /\/src\/(page|app\/login-page)\.tsx?$/, priority: 2 },
            {
              name: 'portal',
              test: /\/src\/(app\/(portal|shell|home-page|page-failure)\.tsx$|lib\/(?!actions|desk-search|found-words|idleness|lender-paths|logo-pictures|original-xml|outside-failure|passkeys|push-browser|rights|waiting-proposals|zip)|ui\/(?!booked-preview|brand-documents|brand-preview|sender-check|unless-proposed|button-row|qr-code|change-card|chart|table|clabe|copy|difference|facts|filters|leave|line-end|lines|pick-button|press-when|rows|old-names|short-list|transfer|invoice\/(confirmations|delete|messages|related)|overlay\/(expansion|folding-card|popover-panel|form-dialog|reason-dialog|toast-region)|field\/(cal|chip|date|month|rating|use-checked)))|\/@tanstack\/(?!(react-)?virtual)/,
              priority: 1,
            },
            { name: 'table', test: /\/src\/ui\/table\// },
          ],
        },
      },
    },
  },
});
