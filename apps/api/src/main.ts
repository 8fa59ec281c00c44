/** `anticipa COMMAND`: every program that an operator starts. */
import { type Config, type Necessary, readConfig } from './platform/config/config.ts';
import { WrongConfiguration } from './platform/config/setting-checks.ts';
import { inSources } from './platform/process/source-places.ts';
import { commit, version } from './version.ts';

type Command = (config: Config, args: readonly string[]) => Promise<number>;

type Entry = readonly [does: string, load: () => Promise<Command>, needed?: readonly Necessary[]];

/**
 * A line for the list of commands, the command, which returns its exit code and is loaded when it is run, and what it needs besides
 * the database.
 */
const commands: Readonly<Record<string, Entry>> = {
  migrate: [
    'create the tables or bring them up to date; needs the owner of the database',
    async () => (await import('./commands/migrate.ts')).migrateDatabase,
  ],
  operator: [
    'add EMAIL --role ROLE … | invite EMAIL: print the link of an invitation',
    async () => (await import('./commands/operator.ts')).operator,
    ['baseUrl'],
  ],
  person: [
    'export EMAIL | erase EMAIL: print or end the personal data of a user or an operator',
    async () => (await import('./commands/person.ts')).person,
    ['secondFactorKey'],
  ],
  trust: [
    'add FILE.cer: pin a certificate of the tax authority',
    async () => (await import('./commands/trust.ts')).trust,
  ],
  check: [
    'invariants | files: verify the books, or the stored files; changes nothing',
    async () => (await import('./commands/check.ts')).check,
  ],
  'copy-files': [
    'bucket | folder: copy the stored files there from the other one',
    async () => (await import('./commands/copy-files.ts')).copyFiles,
  ],
  reseal: [
    'seal kept secrets with the keys in use, after one was replaced',
    async () => (await import('./commands/reseal.ts')).reseal,
    ['secondFactorKey'],
  ],
};

const usage = (): string =>
  [
    `Anticipa ${version}`,
    '',
    'Usage: anticipa COMMAND',
    ...Object.entries({
      start: ['run API and worker, or one of them with --role api or --role worker'],
      ...commands,
      version: ['print the version and its commit'],
    }).map(([name, [does]]) => `  ${name.padEnd(11)} ${does}`),
  ].join('\n');

const fail = (line: string, code: number): void => {
  process.stderr.write(`${line}\n`);
  process.exitCode = code;
};

const lineOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Runs the portal; whatever prevents that ends the process with one line. */
const start = async (args: readonly string[]): Promise<void> => {
  try {
    const program = await import('./commands/start.ts');
    await program.start(process.env, args);
  } catch (cause) {
    process.stderr.write(`Anticipa cannot start: ${lineOf(cause)}\n`);
    process.exit(1);
  }
};

const traceOf = (cause: unknown): string =>
  cause instanceof Error ? inSources(cause.stack ?? cause.message) : String(cause);

/**
 * Runs a tool. Whatever prevents its work ends it with exit code 2, what its user did wrong with one line: 1 means that it has
 * found something.
 */
const runTool = async ([, load, needed = []]: Entry, args: readonly string[]): Promise<void> => {
  try {
    const command = await load();
    process.exitCode = await command(readConfig(process.env, needed), args);
  } catch (cause) {
    // The second is of parseArgs.
    const isMisuse = cause instanceof WrongConfiguration || (cause instanceof TypeError && 'code' in cause);
    fail(isMisuse ? cause.message : traceOf(cause), 2);
  }
};

const [name = '', ...args] = process.argv.slice(2);
const tool = commands[name];
if (name === 'start') await start(args);
else if (tool !== undefined) await runTool(tool, args);
else if (name === 'version' || name === '--version') process.stdout.write(`${version}, commit ${commit}\n`);
else if (name === 'help' || name === '--help') process.stdout.write(`${usage()}\n`);
else fail(usage(), 2);
