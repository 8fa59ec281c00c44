import { type Config, readConfig } from './config.ts';
import { WrongConfiguration } from './setting-checks.ts';

/** Runs a command-line tool, which returns its exit code; what its user did wrong ends it with one line and exit code 2. */
export async function runCommand(command: (config: Config) => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command(readConfig(process.env));
  } catch (cause) {
    // The second is of parseArgs.
    if (!(cause instanceof WrongConfiguration || (cause instanceof TypeError && 'code' in cause))) throw cause;
    process.stderr.write(`${cause.message}\n`);
    process.exitCode = 2;
  }
}
