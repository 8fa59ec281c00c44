/**
 * `npm run bench [-- NAME…]`: all or the named figures, each with a bound measured in the same run. `growth --large` grows to ten
 * million invoices, or to as many as `--invoices` says; `ledger` and `reports` have half a million lines, or as many
 * as `--lines` says.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../tools/test/chromium.ts';
import { measureDesk } from './desk.ts';
import { measureGrowth, measureLargeGrowth } from './growth.ts';
import { measureHomePage } from './home-page.ts';
import { measureList } from './invoice-list.ts';
import { measureLedger } from './ledger.ts';
import { measureLoginPage } from './login-page.ts';
import { measureMarket } from './market.ts';
import type { Figure } from './measure.ts';
import { measureMoney } from './money.ts';
import { measureNeighbours } from './neighbours.ts';
import { type Portal, startPortal } from './portal.ts';
import { measureReports } from './reports.ts';
import { measureSale } from './sale.ts';
import { measureUpload } from './upload.ts';
import { measureVitals } from './vitals.ts';

const ROOT = join(import.meta.dirname, '..');
const ARTEFACTS = join(ROOT, '.artefacts');

const { positionals: wanted, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    large: { type: 'boolean', default: false },
    invoices: { type: 'string', default: '10000000' },
    lines: { type: 'string', default: '500000' },
  },
});

const measures: Readonly<Record<string, (portal: Portal) => Promise<Figure[]>>> = {
  // Runs before `list`, whose answers of 12 MB the peak memory of the API would otherwise include.
  neighbours: measureNeighbours,
  list: measureList,
  sale: measureSale,
  market: measureMarket,
  upload: measureUpload,
  login: measureLoginPage,
  vitals: measureVitals,
  home: measureHomePage,
  desk: measureDesk,
  money: measureMoney,
  ledger: (portal) => measureLedger(portal, Number(options.lines)),
  reports: (portal) => measureReports(portal, Number(options.lines)),
  // Uses a database of its own.
  growth: () => (options.large ? measureLargeGrowth(Number(options.invoices)) : measureGrowth()),
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

const unknown = wanted.filter((name) => !(name in measures));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. Available: ${Object.keys(measures).join(', ')}\n`);
  process.exit(1);
}

/** Figures taken in a browser. */
const IN_BROWSER = ['login', 'vitals', 'home', 'desk'];
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);
const hasBrowser = !IN_BROWSER.some(isWanted) || ensureChromium(ROOT);

const startedAt = new Date().toISOString();
const figures: (Figure & { readonly load: number })[] = [];
const portal = await startPortal();
try {
  for (const [name, measure] of Object.entries(measures)) {
    if (!isWanted(name)) continue;
    if (!hasBrowser && IN_BROWSER.includes(name)) {
      process.exitCode = 1;
      process.stderr.write(`${name}: not measured, because no Chromium could be installed\n`);
      continue;
    }
    process.stderr.write(`${name}, load ${load()} …\n`);
    try {
      const measured = await measure(portal);
      // A figure is only meaningful together with the load of the machine.
      figures.push(...measured.map((figure) => ({ ...figure, load: load() })));
    } catch (cause) {
      // Continue with the other figures.
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
