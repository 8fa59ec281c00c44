import { pinFile } from '@anticipa/cfdi/trust-store';
import type { Config } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';

/** `trust add FILE.cer` pins a certificate of the tax authority. */
export const trust = async ({ dataDir }: Config, [verb, file, ...rest]: readonly string[]): Promise<number> => {
  if (verb !== 'add' || file === undefined || rest.length > 0)
    throw new WrongConfiguration('Usage: trust add FILE.cer');
  const pinned = await pinFile(dataDir, file);
  (pinned.ok ? process.stdout : process.stderr).write(`${pinned.line}\n`);
  return pinned.ok ? 0 : 1;
};
