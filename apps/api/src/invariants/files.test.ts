import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anInvoiceFile } from '../../testing/builders.ts';
import { type Portal, startPortal } from '../../testing/portal.ts';
import { aSeller } from '../../testing/seller.ts';
import { uploadBy } from '../../testing/uploads.ts';
import { openFolder } from '../gateways/storage/embedded.ts';
import { InsufficientPrivileges } from './check.ts';
import { checkFiles } from './files.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

it('rows and stored files are compared both ways', async () => {
  const { client, session } = await aSeller(portal);
  const { owner } = portal.db;
  for (const _ of [1, 2, 3]) await uploadBy(session, await anInvoiceFile(portal, client));
  const storage = await openFolder(portal);
  expect(await checkFiles(owner, storage)).toEqual({ compared: 3, missing: [], damaged: [], unnamed: [] });

  const { rows } = await owner.query<{ sha256: Buffer }>('select sha256 from files order by sha256');
  const [lost = '', damaged = ''] = rows.map(({ sha256 }) => sha256.toString('hex'));
  const fileOf = (name: string): string => join(portal.dataDir, 'files', client.clientId, name);
  await rm(fileOf(lost));
  await writeFile(fileOf(damaged), 'other bytes');
  const left = (await storage.put(client.clientId, randomBytes(100))).toString('hex');
  expect(await checkFiles(owner, storage)).toEqual({
    compared: 3,
    missing: [`${client.clientId}/${lost}`],
    damaged: [`${client.clientId}/${damaged}`],
    unnamed: [`${client.clientId}/${left}`],
  });
});

it('a role restricted by row-level security compares nothing', async () => {
  const { owner } = portal.db;
  await owner.query('begin');
  await owner.query(`set local role anticipa_operator`);
  await expect(checkFiles(owner, await openFolder(portal))).rejects.toThrow(InsufficientPrivileges);
  await owner.query('rollback');
});
