/** Addresses and keys of the demo's stand-ins for outside companies, which choose them and write them into the data folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Config } from './config.ts';

const settings = z.record(z.string(), z.string());
/** A sale asks for an address once per invoice; a restarted stand-in is found within this time. */
const REMEMBERED_MS = 1000;

/**
 * An address or key of an external system: as configured, otherwise of the sandbox's current stand-in. Null if unknown, and
 * in production if not configured, even if the data folder once belonged to a demo.
 */
export function settingOf<S extends string>(
  config: Pick<Config, 'dataDir' | 'production'> & Readonly<Partial<Record<S, string | undefined>>>,
  name: S,
): () => Promise<string | null> {
  const read = async (): Promise<string | null> => {
    const configured: string | undefined = config[name];
    if (configured !== undefined) return configured;
    if (config.production) return null;
    const text = await readFile(join(config.dataDir, 'sandbox.json'), 'utf8').catch(() => null);
    return text === null ? null : (settings.parse(JSON.parse(text))[name] ?? null);
  };
  let found: { readonly setting: string; readonly until: number } | null = null;
  return async () => {
    if (found !== null && performance.now() < found.until) return found.setting;
    const setting = await read();
    found = setting === null ? null : { setting, until: performance.now() + REMEMBERED_MS };
    return setting;
  };
}
