/** The command line of the CFDI reader and generator: `read FILE…`, `trust add FILE.cer`, `make …`. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeTrust, type Trust } from '@anticipa/cfdi/trust';
import { loadTrust, pinFile } from '@anticipa/cfdi/trust-store';
import { verifyFile } from '@anticipa/cfdi/verify';
import { dateAt, MEXICO_CITY } from '@anticipa/domain/calendar';
import { isRfc } from '@anticipa/domain/receiver';
import { makeInvoices } from './cfdi-generator.ts';
import { issuerByRfc } from './demo-parties.ts';
import { openDemoPki } from './pki.ts';

const usage = `Usage:
  npm run --silent cfdi -- read FILE…            one JSON line per file
  npm run --silent cfdi -- trust add FILE.cer    pin a certificate of the tax authority
  npm run --silent cfdi -- make --issuer RFC --count N --seed S --out DIR`;
const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;
const MAX_COUNT = 100_000;

const production = process.env.NODE_ENV === 'production';
const dataDir = path.resolve(process.env.DATA_DIR ?? './data');
/** npm runs scripts in the project's folder, but paths are relative to the user's folder. */
const userPath = (file: string): string => path.resolve(process.env.INIT_CWD ?? '.', file);
const print = (line: string) => void process.stdout.write(`${line}\n`);
const printError = (line: string) => void process.stderr.write(`${line}\n`);

async function run([command, ...rest]: readonly string[]): Promise<number> {
  if (command === 'read' && rest.length > 0) return readFiles(rest);
  if (command === 'trust' && rest[0] === 'add' && rest[1] !== undefined && rest.length === 2) return pin(rest[1]);
  if (command === 'make') return make(rest);
  printError(usage);
  return WRONG_USAGE;
}

/** Fails only if a file cannot be opened; a file refused with a motive counts as read. */
async function readFiles(files: readonly string[]): Promise<number> {
  const { material } = await loadTrust(dataDir, production);
  const trust = makeTrust(material);
  let code = DONE;
  for (const file of files) {
    try {
      print(JSON.stringify(report(file, await readFile(userPath(file)), trust)));
    } catch (error) {
      printError(`${file}: ${error instanceof Error ? error.message : String(error)}`);
      code = FAILED;
    }
  }
  return code;
}

function report(file: string, bytes: Uint8Array, trust: Trust) {
  const verdict = verifyFile(bytes, { trust, clientRfc: null, unknownAuthority: 'report' });
  const { seen, checks } = verdict;
  return {
    file,
    ok: verdict.ok,
    ...(verdict.ok ? {} : { motive: verdict.motive }),
    ...(seen && {
      version: seen.version,
      uuid: seen.uuid,
      type: seen.type,
      serie: seen.series,
      folio: seen.folio,
      issuerRfc: seen.issuerRfc,
      issuerName: seen.issuerName,
      receiverRfc: seen.receiverRfc,
      receiverName: seen.receiverName,
      currency: seen.currency,
      exchangeRate: seen.exchangeRate,
      total: seen.total,
      emittedOn: seen.emittedOn,
      paymentMethod: seen.paymentMethod,
    }),
    checks,
  };
}

async function pin(file: string): Promise<number> {
  const pinned = await pinFile(dataDir, userPath(file));
  (pinned.ok ? print : printError)(pinned.line);
  return pinned.ok ? DONE : FAILED;
}

async function make(args: readonly string[]): Promise<number> {
  const options = makeOptions(args);
  if (!options) {
    printError(usage);
    return WRONG_USAGE;
  }
  if (production) {
    printError('make writes invoices of the demo authority, which production does not trust: not in production');
    return FAILED;
  }
  const { issuer, count, seed, out } = options;
  const pki = await openDemoPki(dataDir);
  const today = dateAt(new Date(process.env.PORTAL_NOW ?? Date.now()), MEXICO_CITY);
  const invoices = await makeInvoices({ pki, issuer: issuerByRfc(issuer), count, seed, today });
  const folder = userPath(out);
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of invoices) await writeFile(path.join(folder, name), bytes);
  print(JSON.stringify({ out, count: invoices.length, issuer, seed }));
  return DONE;
}

function makeOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: { issuer: text, count: text, seed: text, out: text } });
    const count = wholeNumber(values.count);
    const seed = wholeNumber(values.seed);
    const { issuer, out } = values;
    if (count === null || count === 0 || count > MAX_COUNT || seed === null || out === undefined) return null;
    return issuer !== undefined && isRfc(issuer) ? { issuer, count, seed, out } : null;
  } catch {
    return null;
  }
}

const wholeNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;

process.exitCode = await run(process.argv.slice(2));
