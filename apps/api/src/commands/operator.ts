import { parseArgs } from 'node:util';
import { operatorRoles } from '@anticipa/domain/operator';
import { normaliseEmail } from '@anticipa/domain/user';
import { errorTexts } from '@anticipa/texts/texts';
import { addOperator, inviteOperator } from '../modules/operators/commands.ts';
import type { Config } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';
import { withLoginUrl } from '../platform/db/embedded/owner-url.ts';
import { openDatabase } from '../platform/db/pool.ts';
import { workOf } from './work.ts';

const USAGE = 'Usage: operator add EMAIL --role ROLE [--role ROLE] [--name NAME] | invite EMAIL';

/** The command and its arguments; throws if they are incomplete. */
function readArguments(args: readonly string[]) {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { role: { type: 'string', multiple: true, default: [] }, name: { type: 'string' } },
  });
  const [command, typed = ''] = positionals;
  const email = normaliseEmail(typed);
  const roles = operatorRoles.filter((role) => values.role.includes(role));
  if (roles.length < values.role.length) throw new WrongConfiguration(`The roles are ${operatorRoles.join(', ')}.`);
  if (!email || !(command === 'invite' || (command === 'add' && roles.length > 0))) throw new WrongConfiguration(USAGE);
  return { command, email, roles, name: values.name ?? email.split('@')[0] ?? email };
}

/**
 * `operator add EMAIL --role administrador` adds an operator and prints the link of the invitation; `invite EMAIL` prints a new
 * one for an operator without a password. The portal may be running.
 */
export const operator = async (config: Config, args: readonly string[]): Promise<number> => {
  const { command, ...invited } = readArguments(args);
  const outcome = await withLoginUrl(config, 'api', async (url) => {
    const db = openDatabase({ url, login: 'api', connections: 1, onError: () => undefined });
    const parts = workOf(config);
    try {
      return await db.attempt({ as: 'operator' }, (executor) => {
        const work = { ...parts, db: executor };
        return command === 'add' ? addOperator(work, invited) : inviteOperator(work, invited.email);
      });
    } finally {
      await db.close();
    }
  });
  if (!outcome.ok) throw new WrongConfiguration(`${invited.email}: ${errorTexts[outcome.code]}`);
  const query = new URLSearchParams({ k: outcome.value, e: invited.email });
  process.stdout.write(
    `${config.baseUrl}/recoverPass#${query}\nValid once, for 7 days or an hour after it is opened.\n`,
  );
  return 0;
};
