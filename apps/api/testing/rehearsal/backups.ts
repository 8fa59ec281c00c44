/** pgBackRest between the hosts of the estate, with the files of `deploy/ha`, and what it gives back. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { vi } from 'vitest';
import type { Host } from './hosts.ts';

const CONFIGURATION = resolve(import.meta.dirname, '../../../../deploy/ha');
/** A data folder beside that of Patroni. */
const RESTORED = '/var/lib/postgresql/restored';
const PORT = 5433;
const PG_CTL = '/usr/lib/postgresql/17/bin/pg_ctl';

/** The words of the command in a unit. */
const commandOf = (unit: string, instance: string): readonly string[] =>
  (/^ExecStart=(.*)$/m.exec(readFileSync(join(CONFIGURATION, unit), 'utf8'))?.[1] ?? '')
    .replaceAll('%i', instance)
    .split(' ');

/** Starts the servers of pgBackRest; the hosts have the names of its files. */
export const startBackups = async (nodes: readonly Host[], repository: Host): Promise<void> => {
  const named = [...nodes, repository].map((host, place) => ({ host, name: ['db1', 'db2', 'backup'][place] ?? '' }));
  const names = ['127.0.0.1 localhost', ...named.map(({ host, name }) => `${host.address} ${name}`)].join('\n');
  const keys = join(repository.files, 'root');
  cpSync(join(CONFIGURATION, 'pgbackrest-certificates.sh'), join(keys, 'certificates.sh'));
  await repository.run('root', 'sh', '-c', 'cd /root && ./certificates.sh db1 db2 backup');
  for (const { host, name } of named) {
    const kind = host === repository ? 'repository' : 'database';
    writeFileSync(join(host.files, 'etc/hosts'), `${names}\n`);
    cpSync(join(CONFIGURATION, `pgbackrest-${kind}.conf`), join(host.files, 'etc/pgbackrest.conf'));
    await host.run('root', 'install', '-d', '-o', 'postgres', '-g', 'postgres', '/etc/pgbackrest/conf.d');
    for (const [from, to] of [
      ['ca.crt', 'ca.crt'],
      [`${name}.crt`, 'host.crt'],
      [`${name}.key`, 'host.key'],
    ] as const)
      cpSync(join(keys, from), join(host.files, 'etc/pgbackrest', to));
    if (host === repository)
      writeFileSync(
        join(host.files, 'etc/pgbackrest/conf.d/passphrase.conf'),
        '[global]\nrepo1-cipher-pass=passphrase-of-the-rehearsal\n',
      );
    await host.run('root', 'chown', '-R', 'postgres:postgres', '/etc/pgbackrest', '/etc/pgbackrest.conf');
    host.start('postgres', {}, 'pgbackrest', 'server');
  }
};

/** Makes the repository ready for the database, which is running. */
export const createStanza = async (repository: Host): Promise<void> => {
  // The database tries to archive already, and holds the lock meanwhile.
  await vi.waitFor(() => repository.run('postgres', 'pgbackrest', '--stanza=anticipa', 'stanza-create'), {
    timeout: 60_000,
    interval: 300,
  });
  await repository.run('postgres', 'pgbackrest', '--stanza=anticipa', 'check');
};

/** Makes a backup as the timer of its kind does. */
export const makeBackup = async (repository: Host, kind: 'full' | 'incr'): Promise<void> => {
  await repository.run('postgres', ...commandOf('anticipa-backup@.service', kind));
};

/** Starts the database as it was at an instant, on `host`; resolves with its address. */
export const restoreAt = async (host: Host, instant: string): Promise<string> => {
  const target = ['--type=time', `--target=${instant}`, '--target-action=promote'];
  const place = [`--pg1-path=${RESTORED}`, '--archive-mode=off'];
  await host.run('postgres', 'pgbackrest', '--stanza=anticipa', ...place, ...target, 'restore');
  const options = `-p ${PORT} -c synchronous_standby_names=`;
  await host.run('postgres', PG_CTL, '-D', RESTORED, '-l', '/tmp/restored.log', '-o', options, '-t', '300', 'start');
  return `${host.address}:${PORT}/anticipa`;
};

/** Ends what `restoreAt` started. */
export const endRestored = async (host: Host): Promise<void> => {
  await host.run('postgres', PG_CTL, '-D', RESTORED, '-m', 'fast', 'stop');
  await host.run('root', 'rm', '-r', RESTORED);
};
