/** `npm run bench [-- NAME…]`: every figure, or those named, each against a bound of the same run. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { measureReading } from './cfdi-reading.ts';
import { measureList } from './invoice-list.ts';
import { measureLoginPage } from './login-page.ts';
import type { Figure } from './measure.ts';
import { type Portal, startPortal } from './portal.ts';
import { measureSale } from './sale.ts';
import { measureSignIn } from './sign-in.ts';
import { measureUpload } from './upload.ts';

const ARTEFACTS = join(import.meta.dirname, '..', '.artefacts');

const measures: Readonly<Record<string, (portal: Portal) => Promise<Figure[]>>> = {
  reading: ({ dataDir }) => measureReading(dataDir),
  list: measureList,
  sale: measureSale,
  upload: measureUpload,
  login: measureLoginPage,
  'sign-in': measureSignIn,
};

const load = (): number => Math.round((loadavg()[0] ?? 0) * 100) / 100;
const rounded = (value: number): string =>
  value.toLocaleString('en', {
    maximumFractionDigits: value < 100 ? 2 : 0,
    minimumFractionDigits: value < 100 ? 2 : 0,
  });

const rowOf = ({ name, value, unit, bound, ratio, against }: Figure): string =>
  [
    name.padEnd(42),
    rounded(value).padStart(10),
    unit.padEnd(17),
    rounded(bound).padStart(10),
    ratio.toFixed(3).padStart(8),
  ]
    .concat(`  ${against}`)
    .join(' ');

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in measures));
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(', ')}: there are only ${Object.keys(measures).join(', ')}\n`);
  process.exit(1);
}

const startedAt = new Date().toISOString();
const figures: (Figure & { readonly load: number })[] = [];
const portal = await startPortal();
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`${name}, load ${load()} …\n`);
    // What the rest of the machine did meanwhile is part of what a figure means.
    try {
      const measured = await measure(portal);
      figures.push(...measured.map((figure) => ({ ...figure, load: load() })));
    } catch (cause) {
      // One figure that cannot be taken does not cost the others.
      process.exitCode = 1;
      process.stderr.write(`${name}: ${cause instanceof Error ? cause.stack : String(cause)}\n`);
    }
  }
} finally {
  await portal.stop();
}

const machine = { node: process.version, platform: process.platform, cpus: availableParallelism() };
mkdirSync(ARTEFACTS, { recursive: true });
writeFileSync(join(ARTEFACTS, 'bench.json'), `${JSON.stringify({ startedAt, machine, figures }, null, 2)}\n`);
const head = ['figure'.padEnd(42), 'value'.padStart(10), 'unit'.padEnd(17), 'bound'.padStart(10), 'ratio'.padStart(8)];
process.stdout.write(`${head.join(' ')}   against\n${figures.map((figure) => `${rowOf(figure)}\n`).join('')}`);
