import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingOf } from './sandbox-settings.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anticipa-settings-'));
  const settings = {
    taxStatusUrl: 'http://127.0.0.1:1/',
    smtpUrl: 'smtp://127.0.0.1:2',
    mailPageUrl: 'http://127.0.0.1:3/',
  };
  await writeFile(join(dataDir, 'sandbox.json'), JSON.stringify(settings));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('a setting of an external system', () => {
  const smtp = (configured: string | undefined, production: boolean) =>
    settingOf({ dataDir, production, smtpUrl: configured }, 'smtpUrl')();

  it('is the configured one, even with a sandbox', async () => {
    expect(await smtp('smtps://mail.example', false)).toBe('smtps://mail.example');
    expect(await smtp('smtps://mail.example', true)).toBe('smtps://mail.example');
  });

  it('is the sandbox’s stand-in in a demo', async () => {
    expect(await smtp(undefined, false)).toBe('smtp://127.0.0.1:2');
    const fresh = settingOf({ dataDir: join(dataDir, 'empty'), smtpUrl: undefined, production: false }, 'smtpUrl');
    expect(await fresh()).toBeNull();
  });

  it('is never a stand-in in production, where recovery links could leak', async () => {
    expect(await smtp(undefined, true)).toBeNull();
  });
});
