/** Where the demo's stand-ins for outside companies listen; they choose free ports and write them into the data folder. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const addresses = z.object({ taxStatusUrl: z.string(), smtpUrl: z.string(), mailPageUrl: z.string() });
export type SandboxAddresses = z.output<typeof addresses>;

/** The addresses as they are now; null when no sandbox has started on this data folder. */
const readSandboxAddresses = async (dataDir: string): Promise<SandboxAddresses | null> => {
  const text = await readFile(join(dataDir, 'sandbox.json'), 'utf8').catch(() => null);
  return text === null ? null : addresses.parse(JSON.parse(text));
};

interface Whereabouts {
  readonly dataDir: string;
  readonly production: boolean;
  readonly configured: string | undefined;
}

/**
 * Where an outside system is: as configured or, without that, wherever the sandbox's stand-in for it listens now. In
 * production there are no stand-ins, also when the data folder was once a demo's.
 */
export const addressOf =
  (system: 'taxStatusUrl' | 'smtpUrl', { dataDir, production, configured }: Whereabouts) =>
  async (): Promise<string | null> => {
    if (configured !== undefined) return configured;
    return production ? null : ((await readSandboxAddresses(dataDir))?.[system] ?? null);
  };
