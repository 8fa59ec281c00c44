import { parseArgs } from 'node:util';
import { normaliseEmail } from '@anticipa/domain/user';
import { erasePerson } from '../modules/personal-data/erase.ts';
import { exportPerson } from '../modules/personal-data/export.ts';
import { CONTRACT_YEARS } from '../modules/personal-data/policy.ts';
import { personByEmail } from '../modules/personal-data/queries.ts';
import type { Config } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import { withLoginUrl } from '../platform/db/embedded/owner-url.ts';
import { openDatabase } from '../platform/db/pool.ts';
import { workOf } from './work.ts';

const USAGE = 'Usage: person export EMAIL | erase EMAIL [--yes]';

const outcomes = {
  'last-administrator': 'not erased: nobody else is an administrator there. Make somebody one first.',
  'open-task': 'not erased: a sale or a proposal of theirs still waits. End it first.',
  'name-kept': `erased but for the name, which stays for ${CONTRACT_YEARS} years because of contracts.`,
  erased: 'erased.',
} as const;

/** Undoes an erasure that was not confirmed, and tells its outcome. */
class Unconfirmed extends Error {
  readonly outcome: keyof typeof outcomes;
  constructor(outcome: keyof typeof outcomes) {
    super('not confirmed');
    this.outcome = outcome;
  }
}

/** The command and its e-mail; throws if they are incomplete. */
function readArguments(args: readonly string[]) {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  });
  const [command, typed = '', ...rest] = positionals;
  const email = normaliseEmail(typed);
  if (!(command === 'export' || command === 'erase') || !email || rest.length > 0) throw new WrongConfiguration(USAGE);
  return { command, email, isConfirmed: values.yes };
}

/**
 * `person export EMAIL` prints what the portal keeps about a user or an operator as JSON; `person erase EMAIL` tells what erasing would do,
 * and does it with `--yes`. Erasing once more, when nobody has the e-mail, changes nothing. The portal may be running.
 */
export const person = async (config: Config, args: readonly string[]): Promise<number> => {
  const { command, email, isConfirmed } = readArguments(args);
  return withLoginUrl(config, 'worker', async (url) => {
    const db = openDatabase({
      url,
      login: 'worker',
      connections: 1,
      preparesStatements: false,
      onError: () => undefined,
    });
    const parts = workOf(config);
    try {
      return await db.withTransaction({ as: 'worker' }, async (executor) => {
        const work = { ...parts, db: executor };
        const found = await personByEmail(work, email);
        if (found === undefined && command === 'export')
          throw new WrongConfiguration(`${email}: nobody has this e-mail.`);
        if (found === undefined) {
          process.stdout.write(`${email}: nobody has this e-mail.\n`);
          return 0;
        }
        if (command === 'export') {
          process.stdout.write(`${JSON.stringify(await exportPerson(work, found, config), null, 2)}\n`);
          return 0;
        }
        const outcome = await erasePerson(work, found, config);
        const isErased = outcome === 'erased' || outcome === 'name-kept';
        if (isErased && !isConfirmed) throw new Unconfirmed(outcome);
        process.stdout.write(`${email}: ${outcomes[outcome]}\n`);
        return isErased ? 0 : 1;
      });
    } catch (cause) {
      if (!(cause instanceof Unconfirmed)) throw cause;
      process.stdout.write(
        `${email}: nothing has changed. With --yes: ${outcomes[cause.outcome]} This cannot be undone.\n`,
      );
      return 1;
    } finally {
      await db.close();
    }
  });
};
