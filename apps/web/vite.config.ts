import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = 'http://localhost:3000';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  css: { modules: { localsConvention: 'camelCaseOnly' } },
  server: {
    port: 5173,
    proxy: { '/api': api, '/invoicing': api, '/client': api, '/health': api },
  },
  build: {
    outDir: 'dist',
    target: 'baseline-widely-available',
    // Inlined assets would need `data:` in the Content-Security-Policy.
    assetsInlineLimit: 0,
    // The preload polyfill is an inline script in some browsers' path; every supported browser preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // React changes less often than the portal: its own file stays in the browser's cache between versions.
        codeSplitting: { groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// }] },
      },
    },
  },
});
