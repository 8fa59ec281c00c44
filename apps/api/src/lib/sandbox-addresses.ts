/** Where the demo's stand-ins for outside companies listen; they choose free ports and write them into the data folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from './config.ts';

const addresses = z.record(z.string(), z.string());

/**
 * Where an outside system is: as configured or, without that, wherever the sandbox's stand-in for it listens now. In
 * production there are no stand-ins, even when the data folder was once a demo's. Null while it is not known.
 */
export function addressOf<S extends string>(
  config: Pick<Config, 'dataDir' | 'production'> & Readonly<Record<S, string | undefined>>,
  system: S,
): () => Promise<string | null> {
  return async () => {
    const configured: string | undefined = config[system];
    if (configured !== undefined) return configured;
    if (config.production) return null;
    const text = await readFile(join(config.dataDir, 'sandbox.json'), 'utf8').catch(() => null);
    return text === null ? null : (addresses.parse(JSON.parse(text))[system] ?? null);
  };
}
