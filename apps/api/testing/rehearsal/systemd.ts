/** systemd as the first process of namespaces of its own, on a copy of this machine's files that nothing outlives. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';

const SYSTEMD = '/lib/systemd/systemd';
const ROOT = join(import.meta.dirname, '../../../..');

/** Why this machine cannot do it; undefined if it can. */
export const lackForSystemd = (): string | undefined => {
  if (process.getuid?.() !== 0) return 'only root can give systemd namespaces of its own';
  return existsSync(SYSTEMD) ? undefined : 'this machine has no systemd';
};

/** The project is at /opt/source, its Node.js at /opt/node, and the files of a test at /opt/files. */
const BOOT = `set -e
mount --make-rprivate /
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mkdir -p opt/source opt/node opt/files
mount --bind "$2" opt/source
mount --bind "$3" opt/node
mount --bind "$4" opt/files
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs dev
mkdir dev/shm dev/pts dev/mqueue dev/hugepages
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
for device in null zero full random urandom tty; do cp -a "/dev/$device" dev; done
rm -rf etc/systemd/system/*
mount -t tmpfs -o mode=755 tmpfs var/cache
mount -t tmpfs -o mode=755 tmpfs var/lib
pivot_root . mnt
umount -l /mnt
mount --make-rshared /
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin ${SYSTEMD} --unit=basic.target`;

export interface Machine {
  /** Runs a shell script there. */
  run(script: string): Promise<{ readonly succeeded: boolean; readonly output: string }>;
  /** Resolves once the script succeeds there. */
  until(script: string): Promise<void>;
  stop(): Promise<void>;
}

/** The systemd that is the child of a process. */
const systemdOf = (parent: number | undefined): number | undefined =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        // After the name in parentheses: the state, and the parent.
        const [, own = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
        return own.split(' ')[1] === String(parent) && readFileSync(`/proc/${pid}/comm`, 'utf8') === 'systemd\n';
      } catch {
        return false;
      }
    });

/** Starts systemd without any unit but its own. Its machine has the `files`, and is mounted at the new `folder`. */
export const startSystemd = async (folder: string, files: string): Promise<Machine> => {
  mkdirSync(folder);
  const parts = ['mount', 'pid', 'uts', 'ipc', 'cgroup'].map((part) => `--${part}`);
  const places = [folder, ROOT, dirname(process.execPath), files];
  const child = spawn('unshare', [...parts, '--fork', 'bash', '-c', BOOT, 'boot', ...places], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const until = async (isDone: () => unknown): Promise<void> => {
    await vi.waitUntil(async () => child.exitCode !== null || Boolean(await isDone()), { timeout: 180_000 });
    if (child.exitCode !== null) throw new Error('systemd has ended');
  };
  let first: number | undefined;
  await until(() => {
    first = systemdOf(child.pid);
    return first;
  });
  const run: Machine['run'] = (script) =>
    new Promise((resolve) => {
      execFile(
        'nsenter',
        ['-t', String(first), '-m', '-p', '-i', '-u', '-C', 'bash', '-c', script],
        (error, out, err) => resolve({ succeeded: error === null, output: `${out}${err}`.trim() }),
      );
    });
  const untilSucceeds = (script: string): Promise<void> => until(async () => (await run(script)).succeeded);
  await untilSucceeds('systemctl is-active basic.target');
  return {
    run,
    until: untilSucceeds,
    stop: async () => {
      const ended = once(child, 'exit');
      if (first !== undefined) process.kill(first, 'SIGKILL');
      await ended;
    },
  };
};
