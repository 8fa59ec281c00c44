import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The archive that `PACKAGE` names, such as one that is about to be published; otherwise a new one in the `folder`. */
export const archive = (folder: string): string => {
  if (process.env.PACKAGE !== undefined) return resolve(process.env.PACKAGE);
  const program = join(import.meta.dirname, 'main.ts');
  const { status, stderr } = spawnSync(process.execPath, [program, folder], { encoding: 'utf8' });
  const [made] = globSync(join(folder, '*.tar.gz'));
  if (status !== 0 || made === undefined) throw new Error(stderr);
  return made;
};
