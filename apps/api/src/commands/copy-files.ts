import { openFolder } from '../gateways/storage/embedded.ts';
import type { FileStorage } from '../gateways/storage/port.ts';
import { storageOver } from '../gateways/storage/s3.ts';
import type { Config } from '../platform/config/config.ts';
import { WrongConfiguration } from '../platform/config/setting-checks.ts';

async function copy(from: FileStorage, to: FileStorage): Promise<number> {
  let copied = 0;
  for await (const { clientId, sha256 } of from.list()) {
    const content = await from.open(clientId, sha256);
    if (content === null) continue;
    await to.put(clientId, Buffer.concat(await content.toArray()));
    copied += 1;
  }
  return copied;
}

/**
 * Copies every stored file to the named place, `bucket` or `folder`, from the other one, which stays as it is. Repeatable. Uploads
 * of the meantime may be missed, so run it again once the portal uses the new place.
 */
export const copyFiles = async (config: Config, [target]: readonly string[]): Promise<number> => {
  if (config.bucket === undefined) throw new WrongConfiguration('S3_URL names the bucket');
  if (target !== 'bucket' && target !== 'folder') throw new WrongConfiguration('name the target: bucket or folder');
  const [folder, bucket] = [await openFolder(config), storageOver(config.bucket)];
  const copied = await (target === 'bucket' ? copy(folder, bucket) : copy(bucket, folder));
  process.stdout.write(`${copied} files copied to the ${target}.\n`);
  return 0;
};
