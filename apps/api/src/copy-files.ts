/**
 * `npm run copy:files -- bucket` or `-- folder`: copies every stored file there from the other one, which stays as it is.
 * Repeatable. Uploads of the meantime may be missed, so run it again once the portal uses the new place.
 */
import { openFolder } from './gateways/storage/embedded.ts';
import type { FileStorage } from './gateways/storage/port.ts';
import { storageOver } from './gateways/storage/s3.ts';
import { runCommand } from './platform/config/run-command.ts';
import { WrongConfiguration } from './platform/config/setting-checks.ts';

async function copyFiles(from: FileStorage, to: FileStorage): Promise<number> {
  let copied = 0;
  for await (const { clientId, sha256 } of from.list()) {
    const content = await from.open(clientId, sha256);
    if (content === null) continue;
    await to.put(clientId, Buffer.concat(await content.toArray()));
    copied += 1;
  }
  return copied;
}

await runCommand(async (config) => {
  const target = process.argv[2];
  if (config.bucket === undefined) throw new WrongConfiguration('S3_URL names the bucket');
  if (target !== 'bucket' && target !== 'folder') throw new WrongConfiguration('name the target: bucket or folder');
  const [folder, bucket] = [await openFolder(config), storageOver(config.bucket)];
  const copied = await (target === 'bucket' ? copyFiles(folder, bucket) : copyFiles(bucket, folder));
  process.stdout.write(`${copied} files copied to the ${target}.\n`);
  return 0;
});
