import { z } from 'zod';

const dependencies = z.record(z.string(), z.string()).optional();
const lockedPackage = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  dev: z.boolean().optional(),
  os: z.union([z.string(), z.array(z.string())]).optional(),
  optional: z.boolean().optional(),
  dependencies,
  optionalDependencies: dependencies,
});
const lockFile = z.looseObject({ packages: z.record(z.string(), lockedPackage) });

export type LockedPackage = z.output<typeof lockedPackage>;
type LockFile = z.output<typeof lockFile>;

export const parseLock = (text: string): LockFile => lockFile.parse(JSON.parse(text));

/** Whether `name`, required by the package at `path`, is in the lock: next to it or in any folder above. */
const isLocked = (lock: LockFile, path: string, name: string): boolean => {
  const folders = path.split(/(?:^|\/)node_modules\//);
  return folders.some((_, depth) => {
    const above = folders.slice(0, folders.length - depth).filter((folder) => folder !== '');
    return [...above, name].map((folder) => `node_modules/${folder}`).join('/') in lock.packages;
  });
};

/** Dependencies required by a package of the lock but missing from the lock. */
export const lockGaps = (lock: LockFile): { name: string; version: string }[] => {
  const gaps = new Map<string, string>();
  for (const [path, entry] of Object.entries(lock.packages)) {
    const isOurs = path === '' || !path.includes('node_modules/');
    for (const [name, version] of Object.entries({ ...entry.dependencies, ...entry.optionalDependencies })) {
      if (!isLocked(lock, isOurs ? '' : path, name)) gaps.set(name, version);
    }
  }
  return [...gaps].map(([name, version]) => ({ name, version }));
};

/**
 * Packages of the lock that npm would install without comparing them with a checksum. An optional package of a platform, for
 * development only, may lack it: the registry that the lock was made with did not have the package.
 */
export const withoutIntegrity = (lock: LockFile): string[] =>
  Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .filter(([, { integrity, dev, optional, os }]) => !integrity && !(dev && optional && os !== undefined))
    .map(([path]) => path);
