import { parseArgs } from 'node:util';
import { normaliseEmail } from '@anticipa/domain/user';
import { erasePerson } from '../modules/personal-data/erase.ts';
import { exportPerson } from '../modules/personal-data/export.ts';
import { CONTRACT_YEARS } from '../modules/personal-data/policy.ts';
import { peopleByEmail } from '../modules/personal-data/queries.ts';
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

/** Undoes what was erased before a refusal: of a person of several clients, all or nothing. */
class Refused extends Unconfirmed {}

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
        const found = await peopleByEmail(work, email);
        if (found.length === 0 && command === 'export')
          throw new WrongConfiguration(`${email}: nobody has this e-mail.`);
        if (found.length === 0) {
          process.stdout.write(`${email}: nobody has this e-mail.\n`);
          return 0;
        }
        if (command === 'export') {
          const kept = [];
          for (const one of found) kept.push(await exportPerson(work, one, config));
          process.stdout.write(`${JSON.stringify(kept.length === 1 ? kept[0] : kept, null, 2)}\n`);
          return 0;
        }
        const reached = [];
        for (const one of found) {
          const outcome = await erasePerson(work, one, config);
          if (outcome !== 'erased' && outcome !== 'name-kept') throw new Refused(outcome);
          reached.push(outcome);
        }
        const outcome = reached.includes('name-kept') ? 'name-kept' : 'erased';
        if (!isConfirmed) throw new Unconfirmed(outcome);
        process.stdout.write(`${email}: ${outcomes[outcome]}\n`);
        return 0;
      });
    } catch (cause) {
      if (cause instanceof Refused) {
        process.stdout.write(`${email}: ${outcomes[cause.outcome]}\n`);
        return 1;
      }
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
