/** URLs of the demo's stand-ins for outside companies, which choose free ports and write them into the data folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from './config.ts';

const addresses = z.record(z.string(), z.string());
/** A sale asks for an address once per invoice; a restarted stand-in is found within this time. */
const REMEMBERED_MS = 1000;

/**
 * URL of an external system: as configured, otherwise of the sandbox's current stand-in. Null if unknown, and always in
 * production, even if the data folder once belonged to a demo.
 */
export function addressOf<S extends string>(
  config: Pick<Config, 'dataDir' | 'production'> & Readonly<Record<S, string | undefined>>,
  system: S,
): () => Promise<string | null> {
  const read = async (): Promise<string | null> => {
    const configured: string | undefined = config[system];
    if (configured !== undefined) return configured;
    if (config.production) return null;
    const text = await readFile(join(config.dataDir, 'sandbox.json'), 'utf8').catch(() => null);
    return text === null ? null : (addresses.parse(JSON.parse(text))[system] ?? null);
  };
  let found: { readonly address: string | null; readonly until: number } | null = null;
  return async () => {
    if (found !== null && performance.now() < found.until) return found.address;
    const address = await read();
    found = address === null ? null : { address, until: performance.now() + REMEMBERED_MS };
    return address;
  };
}
